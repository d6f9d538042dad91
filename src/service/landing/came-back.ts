/** What was found of a Brief's work when it came back from the queue, as the packet of whoever goes on with it has it. */
import { type FixRequest, nextAfterRed } from '#domain/landing/send-back.ts'
import { mergeRef, type Submission } from '#domain/landing/submission.ts'
import { isGreen, type Verdict } from '#domain/landing/verdict.ts'
import { dispatchesOf } from '#store/queries/dispatches.ts'
import { submissionsOf, verdictsAbout } from '#store/queries/merges.ts'
import type { ReadWork } from '../work.ts'

/** Of the Brief's newest submission; undefined where that did not come back, or was worked on since. */
export async function foundOf(work: ReadWork, briefId: number): Promise<string | undefined> {
  const back = await cameBack(work, briefId)
  if (!back) return undefined
  const { submission, red } = back
  const { id, reason, target } = submission
  if (!red) return `${mergeRef(id)} came back. ${reason ?? ''} Bring ${target} into the branch, and finish again.`
  // As often as it has come back: here only what was found of it is wanted.
  const following = nextAfterRed({ submission: { ...submission, attempts: 0 }, fault: { of: 'red', verdict: red } })
  return following.next === 'fix' ? noteOf(following.request) : undefined
}

/** The Brief's newest submission, when it was sent back by a conflict or as red and nobody has finished anything since. */
export async function cameBack(
  work: ReadWork,
  briefId: number,
): Promise<{ submission: Submission; red: Verdict | undefined } | undefined> {
  const [submission] = await submissionsOf(work.tx, briefId, 1)
  if (submission?.status !== 'conflict' && submission?.status !== 'ejected') return undefined
  const isMended = (await dispatchesOf(work.tx, briefId)).some(
    each => each.status === 'done' && each.leg !== 'review' && (each.endedAt ?? '') > submission.movedAt,
  )
  if (isMended) return undefined
  if (submission.status === 'conflict') return { submission, red: undefined }
  const red = (await verdictsAbout(work.tx, submission)).find(each => !isGreen(each) && each.asideAt === null)
  return red && { submission, red }
}

/** Characters of one side of a conflict, or of a log, that a note shows. */
const sideLimit = 1_500
const sidesShown = 6

/** The two sides and the log, as the packet's note has them. */
export function noteOf(request: FixRequest): string {
  const sides = request.sides
    .slice(0, sidesShown)
    .flatMap(({ path, line, branch }) => [
      `\n\`${path}\` in ${request.target}:`,
      fenced(line),
      `\`${path}\` on the branch:`,
      fenced(branch),
    ])
  const log = request.gate ? [`\nThe last of gate ${request.gate}:`, fenced(request.lines.join('\n'))] : []
  return [`${mergeRef(request.submissionId)} came back. ${request.note}`, ...sides, ...log].join('\n')
}

const fenced = (text: string | null): string =>
  text === null ? '(not there)' : `~~~~text\n${text.length > sideLimit ? `${text.slice(0, sideLimit)}\n…` : text}\n~~~~`
