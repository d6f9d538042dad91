/** Walks the hash chain of everything, or that of one Brief, and names the first event that is not as it was written. */
import { getBrief } from '#store/queries/briefs.ts'
import { verifyBriefChain, verifyChain } from '#store/queries/verify.ts'
import type { Read } from '../work.ts'

export const verify: Read<'trace.verify'> = async (input, work) => {
  if (input.briefId !== undefined) await getBrief(work.tx, input.briefId)
  const report =
    input.briefId === undefined ? await verifyChain(work.tx) : await verifyBriefChain(work.tx, input.briefId)
  return { ok: report.fault === undefined, ...report }
}
