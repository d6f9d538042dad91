/** Why a commit of MAIN may be there: its exact tree, and every gate that it passed. */
import { z } from 'zod'
import type { Standing } from './verdict.ts'
import { VerdictOutcome } from './verdict.ts'

export const Proof = z.object({
  commit: z.string(),
  tree: z.string(),
  toolchain: z.string(),
  /** Every gate of MAIN at that time; empty when it had none. */
  gates: z.array(z.object({ gate: z.string(), definitionHash: z.string(), verdict: VerdictOutcome, log: z.string() })),
})
export type Proof = z.infer<typeof Proof>

export const proofOf = (
  at: { commit: string; tree: string },
  toolchain: string,
  { verdicts }: Extract<Standing, { is: 'green' }>,
): Proof => ({
  ...at,
  toolchain,
  gates: verdicts.map(({ gate, definitionHash, outcome, log }) => ({ gate, definitionHash, verdict: outcome, log })),
})

/**
 * The commits of a first-parent history, in its order, whose exact tree no proof is of. A proof is of a tree, so one that
 * was made for another commit of the same tree counts.
 */
export function unproven<Commit extends { tree: string }>(
  history: readonly Commit[],
  proofs: readonly Pick<Proof, 'tree' | 'gates'>[],
): Commit[] {
  const green = proofs.filter(({ gates }) => gates.every(({ verdict }) => verdict === 'passed' || verdict === 'flaky'))
  const trees = new Set(green.map(({ tree }) => tree))
  return history.filter(({ tree }) => !trees.has(tree))
}
