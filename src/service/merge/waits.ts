/** Why a submission waits or nothing of a project lands, who can change that, and with which call. */
import { order } from '#domain/landing/order.ts'
import { isWaiting, type Submission, waitsForApproval } from '#domain/landing/submission.ts'
import { type Main, whyNothingLands } from '#domain/main/main.ts'
import type { ToLand, WaitsToLand } from '#domain/recall/why.ts'
import { briefRef } from '#domain/ref.ts'
import { liveSubmissions } from '#store/queries/merges.ts'
import { getMain, getProject } from '#store/queries/projects.ts'
import { findPause } from '#store/queries/settings.ts'
import { openDependencies } from '../landing/open-dependencies.ts'
import { queueStateOf } from '../landing/queue-state.ts'
import type { ReadWork } from '../work.ts'

const anOperator = 'an operator'

/** Why nothing lands in a project now. */
export async function haltOf(work: ReadWork, projectId: number): Promise<WaitsToLand | undefined> {
  const main = await getMain(work.tx, projectId)
  const { slug } = await getProject(work.tx, projectId)
  const project = `{project: "${slug}"}`
  const state = await queueStateOf(work, main)
  if (state.is === 'paused') {
    const next = (await findPause(work.tx)) ? 'Go on with system.resume.' : `Go on with merge.resume ${project}.`
    return { why: `${state.by} paused it: ${state.why}`, who: anOperator, next }
  }
  const why = whyNothingLands(main, slug)
  return why === undefined ? undefined : { why, who: anOperator, next: helpOf(main, project) }
}

function helpOf({ halt, errand, standing }: Main, project: string): string {
  const shown = `main.status ${project} shows how MAIN stands`
  if (halt === null && errand === null && standing?.status === 'dirty')
    return `Move the changes into a worktree with main.rescue ${project}; the queue goes on by itself then.`
  return `${shown}; the queue goes on by itself once that is put right.`
}

/** Where each stands in its line: its place from 1, and why it waits beyond its turn. What waits for nothing has no entry. */
export async function inLine(
  work: ReadWork,
  submissions: readonly Submission[],
): Promise<Map<number, Pick<ToLand, 'place' | 'waits'>>> {
  const found = new Map<number, Pick<ToLand, 'place' | 'waits'>>()
  const wanted = submissions.filter(isWaiting)
  if (wanted.length === 0) return found
  const waiting = order((await liveSubmissions(work.tx)).filter(isWaiting))
  const halts = new Map<number, WaitsToLand | undefined>()
  for (const submission of wanted) {
    const { id, projectId, target } = submission
    if (!halts.has(projectId)) halts.set(projectId, await haltOf(work, projectId))
    const line = waiting.filter(each => each.projectId === projectId && each.target === target)
    const place = line.findIndex(each => each.id === id) + 1
    found.set(id, { place, waits: await waitOf(work, submission, halts.get(projectId)) })
  }
  return found
}

/** By Brief: what of it may still land. */
export async function toLandOf(work: ReadWork, briefIds: readonly number[]): Promise<Map<number, ToLand>> {
  const live = (await liveSubmissions(work.tx)).filter(({ briefId }) => briefId !== null && briefIds.includes(briefId))
  const lines = await inLine(work, live)
  return new Map(
    live.map(each => [each.briefId ?? 0, { ...each, ...(lines.get(each.id) ?? { place: null, waits: undefined }) }]),
  )
}

/** `halt`: what `haltOf` says of its project. */
async function waitOf(
  work: ReadWork,
  submission: Submission,
  halt: WaitsToLand | undefined,
): Promise<WaitsToLand | undefined> {
  const { id, guarded, target, heldAt, reason } = submission
  if (waitsForApproval(submission)) {
    const why = `it changes ${guarded.join(', ')}, which an operator has to approve`
    return { why, who: anOperator, next: `Approve it with merge.approve {mergeId: ${id}}.` }
  }
  if (halt) return halt
  const behind = await openDependencies(work, submission)
  if (behind.length > 0) {
    const next = behind.map(each => `brief.why {briefId: ${each}}`).join(', ')
    return {
      why: `it comes after ${behind.map(briefRef).join(', ')}`,
      who: `whoever moves ${behind.map(briefRef).join(', ')}`,
      next: `${next} says why that is not moving.`,
    }
  }
  if (reason === null) return undefined
  return heldAt === null
    ? { why: reason, who: 'nobody: the queue tries it again', next: `merge.show {mergeId: ${id}} tells how it goes.` }
    : { why: reason, who: anOperator, next: redHelp(id, target) }
}

const redHelp = (id: number, target: string): string =>
  `What mends ${target} lands like any other branch, and the queue goes on by itself then; merge.show {mergeId: ${id}} has the gate's log, merge.retry {mergeId: ${id}} has it judged again.`
