/** Single facts about the installation, its nodes, and the access tokens. */
import type { TokenRow } from '../tables.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'

const read = statement<{ value: string }>('select value from settings where name = ?')
const write = statement(
  'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
)
const drop = statement('delete from settings where name = ?')

export type Pause = { since: string; by: string; note: string | null }

export async function findPause(tx: ReadTx): Promise<Pause | null> {
  const [row] = await read(tx, 'pause')
  return row ? (JSON.parse(row.value) as Pause) : null
}
export const keepPause = async (tx: WriteTx, pause: Pause): Promise<void> =>
  void (await write(tx, 'pause', JSON.stringify(pause)))
export const dropPause = async (tx: WriteTx): Promise<void> => void (await drop(tx, 'pause'))

export const readSetting = async (tx: ReadTx, name: string): Promise<string | undefined> =>
  (await read(tx, name))[0]?.value
export const keepSetting = async (tx: WriteTx, name: string, value: string): Promise<void> =>
  void (await write(tx, name, value))

const tokenByHash = statement<TokenRow>('select * from tokens where hash = ?')
const tokenById = statement<TokenRow>('select * from tokens where id = ?')
const tokens = statement<TokenRow>(`select * from tokens where kind = 'access' order by id`)
const insertToken = statement(
  'insert into tokens (id, name, role, actor, hash, kind, created_at, expires_at, revoked_at, run_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const revoke = statement('update tokens set revoked_at = ? where id = ?')

export const findTokenByHash = async (tx: ReadTx, hash: string): Promise<TokenRow | undefined> =>
  (await tokenByHash(tx, hash))[0]
export const findToken = async (tx: ReadTx, id: number): Promise<TokenRow | undefined> => (await tokenById(tx, id))[0]
export const listTokens = (tx: ReadTx): Promise<TokenRow[]> => tokens(tx)
export const revokeToken = async (tx: WriteTx, id: number, at: string): Promise<void> => void (await revoke(tx, at, id))
export async function addToken(
  tx: WriteTx,
  token: Omit<TokenRow, 'id' | 'run_id'> & { run_id?: number },
): Promise<number> {
  const id = tx.ledger.nextId('access_token')
  await insertToken(
    tx,
    id,
    token.name,
    token.role,
    token.actor,
    token.hash,
    token.kind,
    token.created_at,
    token.expires_at,
    token.revoked_at,
    token.run_id ?? null,
  )
  return id
}

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

const sweep = statement(`delete from tokens where kind in ('link', 'page') and expires_at <= ?`)

/** Takes away the one-time links, and the page tokens that were traded for them, that are too old to be of use. */
export const sweepPageTokens = async (tx: WriteTx, now: string): Promise<void> => void (await sweep(tx, now))
