/** The kept answers of command ids, so that a retried command is carried out once. */
import type { ReceiptRow } from '../tables.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'

const find = statement<ReceiptRow>('select * from receipts where actor = ? and command_id = ?')
const insert = statement(
  'insert into receipts (command_id, actor, operation, input_hash, answer, at) values (?, ?, ?, ?, ?, ?)',
)
const sweep = statement('delete from receipts where at < ?')

export const findReceipt = async (tx: ReadTx, actor: string, commandId: string): Promise<ReceiptRow | undefined> =>
  (await find(tx, actor, commandId))[0]
export const keepReceipt = async (tx: WriteTx, receipt: ReceiptRow): Promise<void> =>
  void (await insert(
    tx,
    receipt.command_id,
    receipt.actor,
    receipt.operation,
    receipt.input_hash,
    receipt.answer,
    receipt.at,
  ))
export const sweepReceipts = async (tx: WriteTx, before: string): Promise<void> => void (await sweep(tx, before))
