/** One act of the queue on one line: asks what is next, does it, tells what came of it. */

import type { Configuration } from '#domain/configuration/configuration.ts'
import type { Gate } from '#domain/landing/gate.ts'
import type { Act } from '#domain/landing/plan.ts'
import { plan } from '#domain/landing/plan.ts'
import { proofOf } from '#domain/landing/proof.ts'
import type { QueueView, Stack, Tip } from '#domain/landing/queue-view.ts'
import { takeUp } from '#domain/landing/stack.ts'
import { standingOf, type Verdict } from '#domain/landing/verdict.ts'
import type { Main } from '#domain/main/main.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { build } from './build.ts'
import { type Ground, tell } from './ground.ts'
import { judge } from './judge.ts'
import { land, type NotLanded } from './land.ts'
import { tipOf } from './line.ts'
import { hasRoom, type NoRoom, whoNeeds } from './room.ts'

export type Line = {
  ground: Ground
  target: string
  configuration: Configuration
  trusted: boolean
  gates: Gate[]
  toolchain: string
  /** What stops another line. It is told before whatever takes long: what stopped this one is over by then. */
  halted: string | null
  /** Stacks by target, kept between acts. */
  stacks: Map<string, Stack>
  noRoom: NoRoom
}

/** Whether it is to be asked again at once; `halt` says why somebody has to look, `red` what makes the line red by itself. */
export type Advance = { more: true } | { more: false; halt?: string; red?: Red }
export type Red = Main['red']

export async function advance(line: Line): Promise<Advance> {
  const tip = (await tipOf(line.ground.item, line.target)) ?? (await beginLine(line))
  if (!tip) return { more: false, halt: `The branch ${line.target} is not there.` }
  const view = await viewOf(line, tip)
  const done = await carryOut(line, plan(view), view)
  return done.more ? done : { ...done, red: redOf(line, view) }
}

function redOf(line: Line, { line: { tip }, verdicts }: QueueView): Red {
  const standing = standingOf(tip.tree, line, verdicts)
  return standing.is === 'red' ? { tip: tip.commit, verdict: standing.verdict } : null
}

async function carryOut(line: Line, act: Act, view: QueueView): Promise<Advance> {
  if (act.do === 'build' || act.do === 'judge') await tell(line.ground, { what: 'halted', why: line.halted })
  switch (act.do) {
    case 'build':
      return stackUp(line, act, view)
    case 'judge':
      return judged(line, act, view)
    case 'land':
      return landed(line, act)
    case 'eject':
      await tell(line.ground, {
        what: 'ejected',
        mergeId: act.submission.id,
        tip: act.submission.tip,
        verdict: act.verdict,
      })
      return { more: true }
    case 'hold':
      await tell(line.ground, { what: 'held', mergeId: act.submission.id, at: act.at, verdict: act.verdict })
      return { more: true }
    case 'wait':
      return { more: false, ...(act.why === 'gates_unknown' ? { halt: act.detail } : {}) }
  }
}

/** An integration branch begins at MAIN's tip. */
async function beginLine({ ground, target }: Line): Promise<Tip | undefined> {
  const { item } = ground
  const main = await tipOf(item, item.project.primaryBranch)
  if (!main || target === item.project.primaryBranch) return undefined
  const ref = `refs/heads/${target}`
  const args = ['update-ref', '--no-deref', '--end-of-options', ref, main.commit, '0'.repeat(main.commit.length)]
  await git({ gitDir: item.project.gitDir }, args, { writes: true })
  return tipOf(item, target)
}

async function viewOf({ ground, target, gates, toolchain, stacks, noRoom }: Line, tip: Tip): Promise<QueueView> {
  const { item, client } = ground
  const stack = stacks.get(target) ?? null
  const tips = stack?.candidates.flatMap(each => [...each.between, each.to]) ?? []
  const trees = [...new Set([tip, ...tips].map(each => each.tree))]
  const { verdicts, landing } = await client.call('merge.known', {
    projectId: item.project.id,
    trees,
    commit: tip.commit,
  })
  if (landing === null) await noteGreen(ground, target, tip, { gates, toolchain, verdicts })
  return {
    queue: item.queue,
    line: {
      branch: target,
      tip,
      foreign: landing === null,
      blocked: target === item.project.primaryBranch ? item.blocked : null,
    },
    gates,
    toolchain,
    submissions: item.submissions.filter(each => hasRoom(noRoom, each)),
    verdicts,
    stack,
    waitsFor: new Map(item.waitsFor.map(each => [each.mergeId, each.briefIds])),
  }
}

type Known = { gates: Gate[]; toolchain: string; verdicts: Verdict[] }

/** What somebody else put on the line gets its record too, once every gate was green on it. */
async function noteGreen(ground: Ground, branch: string, tip: Tip, known: Known): Promise<void> {
  const standing = standingOf(tip.tree, known, known.verdicts)
  if (standing.is !== 'green') return
  const previous = (await commitAt(ground.item.project.gitDir, `${tip.commit}^`)) ?? ''
  const proof = proofOf(tip, known.toolchain, standing)
  await tell(ground, { what: 'outside', branch, commit: tip.commit, previous, proof, red: null })
}

async function stackUp(line: Line, act: Extract<Act, { do: 'build' }>, view: QueueView): Promise<Advance> {
  const { ground, target, configuration, stacks } = line
  const members = await build({ ground, base: act.base, configuration }, act.members)
  await ground.machine.step?.('stacked')
  const built = { target, base: act.base.commit, members }
  const { stack } = takeUp(built, view, ground.machine.now())
  if (stack) stacks.set(target, stack)
  else stacks.delete(target)
  await tell(ground, { what: 'built', ...built })
  return { more: true }
}

async function judged(line: Line, act: Extract<Act, { do: 'judge' }>, view: QueueView): Promise<Advance> {
  await line.ground.machine.step?.('judging')
  const said = await judge(line.ground, line.target, act, line)
  if (said === 'cancelled') return { more: false }
  if (said !== 'told') return { more: false, halt: said.trouble }
  if (act.of === 'line' && view.line.foreign) await noteJudged(line, { commit: act.commit, tree: act.tree })
  return { more: true }
}

/** At once, as the line may have moved on when it is looked at next. */
async function noteJudged({ ground, target, gates, toolchain }: Line, tip: Tip): Promise<void> {
  const { commit, tree } = tip
  const asked = { projectId: ground.item.project.id, trees: [tree], commit }
  const { verdicts } = await ground.client.call('merge.known', asked)
  const standing = standingOf(tree, { gates, toolchain }, verdicts)
  if (standing.is === 'green') return noteGreen(ground, target, tip, { gates, toolchain, verdicts })
  if (standing.is !== 'red') return
  const red = standing.verdict.gate
  await tell(ground, { what: 'outside', branch: target, commit, previous: '', proof: null, red })
}

async function landed(line: Line, act: Extract<Act, { do: 'land' }>): Promise<Advance> {
  const not = await land(line.ground, line.target, act, line.configuration)
  if (not && (await passOver(line, act, not))) return { more: true }
  if (!not) line.stacks.delete(line.target)
  // What stood in the way is looked at anew at the next turn, not at once and for ever.
  return not ? { more: false, halt: `The last landing did not go through: ${not.why}` } : { more: true }
}

/** Whom MAIN has no room for is passed over, so that the others land. Answers whether there was such a one. */
async function passOver(
  line: Line,
  { base, landings }: Extract<Act, { do: 'land' }>,
  not: NotLanded,
): Promise<boolean> {
  const { ground, target, stacks, noRoom } = line
  const candidates = stacks.get(target)?.candidates.slice(0, landings.length) ?? []
  const stuck = await whoNeeds(ground.item.project.gitDir, base, candidates, not.taken)
  for (const { candidate, files } of stuck) {
    const { submissionId, tip } = candidate
    noRoom.set(submissionId, { tip, files })
    await tell(ground, { what: 'no_room', mergeId: submissionId, tip, reason: not.why })
  }
  return stuck.length > 0
}
