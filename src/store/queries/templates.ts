/** The edited versions of templates. Version 0 comes with the house and is not stored. */
import type { TemplateRow } from '../tables.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'

const versions = statement<TemplateRow>('select * from templates where name = ? order by version desc')
const newest = statement<TemplateRow>('select * from templates where name = ? order by version desc limit 1')
const insert = statement('insert into templates (name, version, body, actor, at) values (?, ?, ?, ?, ?)')

export const newestTemplate = async (tx: ReadTx, name: string): Promise<TemplateRow | undefined> =>
  (await newest(tx, name))[0]
/** Newest first. */
export const templateVersions = (tx: ReadTx, name: string): Promise<TemplateRow[]> => versions(tx, name)
export const addTemplate = async (tx: WriteTx, row: TemplateRow): Promise<void> =>
  void (await insert(tx, row.name, row.version, row.body, row.actor, row.at))
