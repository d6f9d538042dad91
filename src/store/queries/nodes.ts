/** Nodes by their ids: what each is called, and the worktrees that come to be one's own. */
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'
import { keepSetting } from './settings.ts'

const prefix = 'node:'
const named = statement<{ name: string; value: string }>(`select name, value from settings where name like 'node:%'`)

/** Names by id, of all nodes that ever spoke. */
export const nodeNames = async (tx: ReadTx): Promise<Map<string, string>> =>
  new Map((await named(tx)).map(row => [row.name.slice(prefix.length), row.value]))

export const keepNodeName = (tx: WriteTx, id: string, name: string): Promise<void> =>
  keepSetting(tx, `${prefix}${id}`, name)

const takeAll = statement<{ id: number }>('update worktrees set node = ? where node <> ? returning id')
const takeBelow = statement<{ id: number }>(
  `update worktrees set node = ? where node = '' and substr(path, 1, length(?)) = ? returning id`,
)
const takeProjects = statement(`update projects set node = ? where node <> ?`)
const takeStrays = statement(`update projects set node = ? where node = ''`)

/**
 * Makes what has no known node its own, and answers how many worktrees that were: those below `root`, an absolute path, and
 * projects that nobody has. A database in a file has one server, so that all is on the node where it lies.
 */
export async function takeOver(tx: WriteTx, id: string, root: string): Promise<number> {
  if (tx.dialect === 'sqlite') {
    await takeProjects(tx, id, id)
    return (await takeAll(tx, id, id)).length
  }
  await takeStrays(tx, id)
  return (await takeBelow(tx, id, `${root}/`, `${root}/`)).length
}
