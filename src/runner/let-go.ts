/** What is still kept of a removed worktree goes once it is too old to be restored. */
import type { Client } from '#client/client.ts'
import { expireRescue } from '#machine/rescue/expire.ts'
import { emptyTrash } from '#machine/worktree/remove.ts'
import { teller } from './carrier.ts'
import type { Item, Machine } from './errand.ts'
import { isTrash } from './places.ts'

/** Only what lies in a trash of ours, and only a rescue that says of itself what it is of. What can't be deleted is tried again. */
export async function letGo(client: Client, machine: Machine, { worktree, project }: Item): Promise<void> {
  const { id, trash, rescue, name, path } = worktree
  if (trash !== null) {
    if (!(await isTrash(trash, machine))) return
    const done = await emptyTrash(trash)
    if (done.outcome !== 'emptied') return
  }
  const expiry =
    rescue === null ? undefined : await expireRescue({ gitDir: project.gitDir, ref: rescue, name, folder: path })
  const rescueDeleted = expiry?.outcome === 'deleted' || expiry?.outcome === 'absent'
  if (trash !== null || rescueDeleted) await teller(client)(id, { what: 'emptied', rescueDeleted })
}
