/** Looks at folders that nobody asked about, so that what is shown of them is not old, measures them now and then, and lets go what is too old or nobody's. */
import type { Client } from '#client/client.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { processesBegun } from '#machine/command.ts'
import { measureFolder } from '#machine/worktree/measure.ts'
import { teller } from '../carrier.ts'
import type { Item, Machine } from '../errand.ts'
import { look, type Tips, tipsOf } from '../look.ts'
import { letGo } from './let-go.ts'
import { type Due, makeRota } from './rota.ts'
import { sweepPool } from './sweep-pool.ts'

/** Folders that one round looks at, and processes after which it looks at no further one: many idle ones cost no more than few. */
const looksEachRound = 6
const processesEachRound = 14

/** Every call is a round, and rounds are a minute apart. */
export function makeLookAround(client: Client, machine: Machine, signal: AbortSignal): () => Promise<void> {
  const rota = makeRota()

  async function lookAt(due: Due, tips: () => Promise<Tips>): Promise<void> {
    const { id, follows, status } = due.item.worktree
    const tell = teller(client)
    const seen = await look(due.item, machine.now(), { tips, still: due.still })
    if (seen.outcome === 'gone') await tell(id, { what: 'gone', reason: seen.reason })
    if (seen.outcome !== 'seen') return
    rota.looked(due, seen.standing)
    await tell(id, { what: 'looked', standing: seen.standing })
    if (follows && (seen.standing.behind ?? 0) > 0 && status === 'ready')
      await client.call('worktree.sync', { worktreeId: id })
  }

  async function lookAtThoseDue(idle: readonly Item[]): Promise<void> {
    const most = processesBegun() + processesEachRound
    const tips = new Map<string, Promise<Tips>>()
    for (const due of (await rota.due(idle)).slice(0, looksEachRound)) {
      if (signal.aborted || processesBegun() >= most) return
      const { gitDir } = due.item.project
      await lookAt(due, () => {
        const known = tips.get(gitDir) ?? tipsOf(due.item)
        tips.set(gitDir, known)
        return known
      })
    }
  }

  return async () => {
    const { items, expired, projects } = await client.call('worktree.errands', { node: machine.node.id })
    for (const each of expired) await letGo(client, machine, each)
    await sweepPool(machine.pool, projects)
    const idle = items.filter(each => each.worktree.errand === null && each.worktree.base !== null)
    await lookAtThoseDue(idle)
    await measure(client, machine, idle, signal)
  }
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
