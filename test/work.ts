/** Work for tests: a Brief that was handed over, and an agent that holds it. */
import type { Input } from '#contract/catalogue.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Standing } from '#domain/worktree/worktree.ts'
import type { TestHouse } from './house.ts'

type Settings = Omit<Input<'brief.capture'>, 'text'>

/** Captures a Brief and sets it to planned; answers its id. */
export async function plan(house: TestHouse, text: string, settings: Settings = {}): Promise<number> {
  const { briefId } = await house.call('brief.capture', { text, spec: `Do: ${text}`, ...settings })
  await house.call('brief.setStatus', { briefId, status: 'planned' })
  return briefId
}

/** Captures a Brief and hands it over; answers both ids. */
export async function handOver(house: TestHouse, text: string, settings: Settings = {}) {
  const briefId = await plan(house, text, settings)
  const { dispatchId } = await house.call('brief.dispatch', { briefId })
  return { briefId, dispatchId }
}

export const statusOf = async (house: TestHouse, briefId: number): Promise<string> =>
  (await rowOf(house, briefId)).status

export const rowOf = (house: TestHouse, briefId: number) =>
  house.store.read(tx => tx.db.selectFrom('briefs').selectAll().where('id', '=', briefId).executeTakeFirstOrThrow())

/** The types of a Brief's events, oldest first. */
export async function eventTypes(house: TestHouse, briefId: number): Promise<string[]> {
  const rows = await house.store.read(tx =>
    tx.db.selectFrom('events').select('type').where('brief_id', '=', briefId).orderBy('seq').execute(),
  )
  return rows.map(row => row.type)
}

/** How many events there are: the same number before and after means that nothing was written. */
export const countEvents = (house: TestHouse): Promise<number> =>
  house.store.read(async tx => (await tx.db.selectFrom('chain').select('seq').executeTakeFirstOrThrow()).seq)

export const minutes = (count: number): number => count * 60_000

/** Takes every hand-over back, so that tests can share a house: a database for each would cost more than the tests. */
export async function clearQueue(house: TestHouse): Promise<void> {
  const live = await house.store.read(tx =>
    tx.db.selectFrom('dispatches').select('id').where('ended_at', 'is', null).execute(),
  )
  for (const { id } of live) await house.call('dispatch.cancel', { dispatchId: id })
}

/** A folder in which nothing is to be said of, looked at when a test's clock begins. */
export const cleanStanding: Standing = {
  head: 'a'.repeat(40),
  branch: null,
  modified: 0,
  untracked: 0,
  unmerged: 0,
  ahead: 0,
  behind: 0,
  landed: null,
  underWay: [],
  at: '2026-03-02T09:00:00.000Z',
}

/** Tells of a worktree what a runner tells when all goes well. */
export async function makeWorktreeReady(
  house: TestHouse,
  worktreeId: number,
  as: { ports?: Record<string, number>; standing?: Partial<Standing> } = {},
) {
  const settle = (finding: Finding) => house.call('worktree.settle', { worktreeId, finding }, 'system:runner', 'system')
  const { path, branch } = (await house.call('worktree.show', { worktreeId })).worktree
  await settle({ what: 'created', path, branch, base: 'a'.repeat(40), warnings: [] })
  const standing = { ...cleanStanding, at: house.now(), branch, ...as.standing }
  return settle({ what: 'prepared', fingerprint: 'f1', ports: as.ports ?? {}, warnings: [], standing })
}
