/** What an agent said, read from its run's folder before an operation's transaction begins. */
import { join } from 'node:path'
import { runRef } from '#domain/agent/run.ts'
import { lastSaid, saidAfter } from '#machine/agents/read-said.ts'
import { findAgent } from '#service/agent/find.ts'
import type { SaidFacts } from '#service/facts.ts'
import type { ReadTx } from '#store/transaction.ts'

type Known = {
  agents: string
  ending: AbortSignal | undefined
  read: <Answer>(look: (tx: ReadTx) => Promise<Answer>) => Promise<Answer>
}

const usualLines = 200

/** Undefined where it is unclear whose; the operation itself refuses that. */
export async function readSaid(
  input: Record<string, unknown>,
  { agents, ending, read }: Known,
): Promise<SaidFacts | undefined> {
  const {
    agent,
    project,
    after,
    lines = usualLines,
    wait = 0,
  } = input as { agent: string; project?: string; after?: number; lines?: number; wait?: number }
  const found = await read(tx => findAgent({ tx }, { agent, project })).catch(() => undefined)
  if (!found?.run) return undefined
  const folder = join(agents, runRef(found.run.id))
  if (after === undefined) return lastSaid(folder, lines)
  if (wait === 0) return saidAfter(folder, after, undefined)
  return saidAfter(folder, after, AbortSignal.any([AbortSignal.timeout(wait * 1_000), ...(ending ? [ending] : [])]))
}
