/** The versions of packet templates that were written over those of the house. */
import type { TemplateRow } from '../tables.ts'
import { type ReadTx, statement } from '../transaction.ts'

const newest = statement<TemplateRow>('select * from templates where name = ? order by version desc limit 1')

export const newestTemplate = async (tx: ReadTx, name: string): Promise<TemplateRow | undefined> =>
  (await newest(tx, name))[0]
