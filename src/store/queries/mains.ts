/** MAIN of each project; one that nobody has looked at yet is as new. */
import { type Main, newMain } from '#domain/main/main.ts'
import type { Row } from '../codec.ts'
import { mainRow } from '../rows.ts'
import { type ReadTx, statement } from '../transaction.ts'

const byProject = statement<Row<Main>>('select * from mains where id = ?')

export async function getMain(tx: ReadTx, projectId: number): Promise<Main> {
  const [row] = await byProject(tx, projectId)
  return row ? mainRow.read(row) : newMain(projectId)
}
