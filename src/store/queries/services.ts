/** Services by their place, and all of them. */
import type { ServingPlace } from '#domain/serving/place.ts'
import type { Service } from '#domain/serving/record.ts'
import type { Row } from '../codec.ts'
import { serviceRow } from '../rows.ts'
import { type ReadTx, statement, statementOfMany, type WriteTx } from '../transaction.ts'

const byId = statement<Row<Service>>('select * from services where id = ?')
const byPlace = statement<Row<Service>>(
  'select * from services where project_id = ? and coalesce(worktree_id, 0) = ? order by id',
)
const inWorktrees = statementOfMany<Row<Service>>('select * from services where worktree_id in :ids order by id')
const all = statement<Row<Service>>('select * from services order by project_id, coalesce(worktree_id, 0), id')
const drop = statement('delete from services where id = ?')

export const findService = async (tx: ReadTx, id: number): Promise<Service | undefined> =>
  (await byId(tx, id)).map(serviceRow.read)[0]

export const servicesAt = async (tx: ReadTx, { projectId, worktreeId }: ServingPlace): Promise<Service[]> =>
  (await byPlace(tx, projectId, worktreeId ?? 0)).map(serviceRow.read)

export const servicesInWorktrees = async (tx: ReadTx, ids: readonly number[]): Promise<Service[]> =>
  (await inWorktrees(tx, ids)).map(serviceRow.read)

/** Project by project, MAIN's first. */
export const allServices = async (tx: ReadTx): Promise<Service[]> => (await all(tx)).map(serviceRow.read)

export const dropService = async (tx: WriteTx, id: number): Promise<void> => void (await drop(tx, id))
