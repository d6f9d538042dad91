/** The revisions of a spec. */
import type { Tables } from '../tables.ts'
import { type ReadTx, statement } from '../transaction.ts'

type Revision = Tables['spec_revisions']

const one = statement<Revision>('select * from spec_revisions where brief_id = ? and revision = ?')
const all = statement<Revision>('select * from spec_revisions where brief_id = ? order by revision desc')

export const specRevision = async (tx: ReadTx, briefId: number, revision: number): Promise<Revision | undefined> =>
  (await one(tx, briefId, revision))[0]
/** Newest first. */
export const specRevisions = (tx: ReadTx, briefId: number): Promise<Revision[]> => all(tx, briefId)
