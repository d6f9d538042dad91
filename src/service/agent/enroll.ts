/** Keeps somebody on the roster of a project, with what was heard of them last. */
import type { RosterEntry } from '#domain/agent/roster.ts'
import type { Role } from '#domain/role.ts'
import { findRosterEntry, isKnown } from '#store/queries/agents.ts'
import { commit, type ReadWork, type WriteWork } from '../work.ts'

type Heard = Partial<
  Pick<RosterEntry, 'role' | 'harness' | 'cadence' | 'contextTokens' | 'lastWords' | 'parkedAt' | 'goneAt'>
>

export async function enroll(work: WriteWork, projectId: number, actor: string, heard: Heard): Promise<RosterEntry> {
  const before = await findRosterEntry(work.tx, projectId, actor)
  const said = Object.fromEntries(Object.entries(heard).filter(([, value]) => value !== undefined))
  const entry: RosterEntry = {
    id: before?.id ?? work.tx.ledger.nextId('roster'),
    projectId,
    actor,
    role: 'builder',
    harness: null,
    cadence: null,
    contextTokens: null,
    lastWords: null,
    createdAt: work.now,
    ...before,
    parkedAt: null,
    goneAt: null,
    ...said,
    seenAt: work.now,
  }
  await commit(work, { roster: [entry], events: [] })
  return entry
}

/** What an agent that is about to be started is called: like its run, or by the next number that nobody goes by. */
export async function freshName(work: ReadWork, role: Role, runId: number): Promise<string> {
  for (let number = runId; ; number++) {
    const name = `agent:${role}-${number}`
    if (!(await isKnown(work.tx, name))) return name
  }
}
