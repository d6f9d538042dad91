/** Looks at folders that nobody asked about, so that what is shown of them is not old, and empties the trash. */
import type { Client } from '#client/client.ts'
import { emptyTrash } from '#machine/worktree/remove.ts'
import { liesBelow } from '#machine/worktree/same-place.ts'
import { teller } from './carrier.ts'
import type { Item, Machine } from './errand.ts'
import { look } from './look.ts'

/** Folders that one round looks at, those longest not looked at first: so that many idle ones cost no more than few. */
const looksEachRound = 6

export async function lookAround(client: Client, machine: Machine, signal: AbortSignal): Promise<void> {
  const { items, expired } = await client.call('worktree.errands', {})
  for (const each of expired) await empty(client, machine, each)
  const idle = items.filter(each => each.worktree.errand === null && each.worktree.base !== null)
  const oldest = idle.toSorted((a, b) => (seenAt(a) < seenAt(b) ? -1 : 1)).slice(0, looksEachRound)
  for (const item of oldest) if (!signal.aborted) await lookAt(client, machine, item)
}

/** Only what lies in our own trash is ever deleted; a folder that can't be deleted is tried again. */
async function empty(client: Client, machine: Machine, { worktreeId, trash }: { worktreeId: number; trash: string }) {
  if (!(await liesBelow(trash, machine.trash))) return
  const done = await emptyTrash(trash)
  if (done.outcome === 'emptied') await teller(client)(worktreeId, { what: 'emptied' })
}

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
