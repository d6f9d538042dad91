/** Looks at folders that nobody asked about, so that what is shown of them is not old, measures them now and then, and lets go what is too old or nobody's. */
import type { Client } from '#client/client.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { measureFolder } from '#machine/worktree/measure.ts'
import { teller } from './carrier.ts'
import type { Item, Machine } from './errand.ts'
import { letGo } from './let-go.ts'
import { look } from './look.ts'
import { sweepPool } from './sweep-pool.ts'

/** Folders that one round looks at, those longest not looked at first: so that many idle ones cost no more than few. */
const looksEachRound = 6

export async function lookAround(client: Client, machine: Machine, signal: AbortSignal): Promise<void> {
  const { items, expired, projects } = await client.call('worktree.errands', { node: machine.node.id })
  for (const each of expired) await letGo(client, machine, each)
  await sweepPool(machine.pool, projects)
  const idle = items.filter(each => each.worktree.errand === null && each.worktree.base !== null)
  const oldest = idle.toSorted((a, b) => (seenAt(a) < seenAt(b) ? -1 : 1)).slice(0, looksEachRound)
  for (const item of oldest) if (!signal.aborted) await lookAt(client, machine, item)
  await measure(client, machine, idle, signal)
}

/** Milliseconds for which a measure is good enough. */
const measureEveryMs = 6 * 3_600_000
/** Files and folders that one round looks at in about, and that one worktree is measured by at the most. */
const entriesEachRound = 50_000
const mostEntries = 500_000

/** Those that were never measured first. */
async function measure(client: Client, machine: Machine, idle: readonly Item[], signal: AbortSignal): Promise<void> {
  const before = new Date(Date.parse(machine.now()) - measureEveryMs).toISOString()
  const due = idle.filter(({ worktree }) => worktree.status === 'ready' && measuredAt(worktree) < before)
  let left = entriesEachRound
  for (const { worktree } of due.toSorted((a, b) => (measuredAt(a.worktree) < measuredAt(b.worktree) ? -1 : 1))) {
    if (left <= 0 || signal.aborted) return
    const { bytes, entries, whole } = await measureFolder(worktree.path, mostEntries, signal)
    left -= entries
    if (signal.aborted || entries === 0) continue
    const disk = { bytes, at: machine.now(), ...(whole ? {} : { atLeast: true as const }) }
    await teller(client)(worktree.id, { what: 'measured', disk })
  }
}

const measuredAt = ({ disk }: Worktree): string => disk?.at ?? ''

const seenAt = ({ worktree }: Item): string => worktree.standing?.at ?? ''

async function lookAt(client: Client, machine: Machine, item: Item): Promise<void> {
  const { id, follows, status } = item.worktree
  const tell = teller(client)
  const seen = await look(item, machine.now())
  if (seen.outcome === 'gone') await tell(id, { what: 'gone', reason: seen.reason })
  if (seen.outcome !== 'seen') return
  await tell(id, { what: 'looked', standing: seen.standing })
  if (follows && (seen.standing.behind ?? 0) > 0 && status === 'ready')
    await client.call('worktree.sync', { worktreeId: id })
}
