/** One-time links and the tokens of pages that were traded for them. */
import { statement, type WriteTx } from '../transaction.ts'

const sweep = statement(`delete from tokens where kind <> 'access' and expires_at <= ?`)

/** Takes away the links and page tokens that are too old to be of use. */
export const sweepPageTokens = async (tx: WriteTx, now: string): Promise<void> => void (await sweep(tx, now))
