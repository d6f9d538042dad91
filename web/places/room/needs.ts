/** All that waits for a person, in the order in which it is shown. Pure. */
import type { AgentView } from '#contract/agent.ts'
import type { Output } from '#contract/catalogue.ts'
import type { BriefRow, DecisionView, MainView, MergeView } from '#contract/shapes.ts'
import { waitsForWord } from '../merge/words.ts'

export type Configuration = Output<'project.show'>['project']['configuration']
export type Loop = Output<'recall.openLoops'>['items'][number]

/** `at`: since when, where that is known. */
export type Needed = { key: string; at: string | undefined } & (
  | { kind: 'main'; main: MainView }
  | { kind: 'trust'; project: string; configuration: Configuration }
  /** `agent`: it waits until this is answered, to use a tool. */
  | { kind: 'decision'; decision: DecisionView; agent: AgentView | undefined }
  | { kind: 'merge'; merge: MergeView }
  | { kind: 'agent'; agent: AgentView }
  | { kind: 'brief'; brief: BriefRow }
  | { kind: 'loop'; loop: Loop }
)

export type Sources = {
  mains: readonly MainView[]
  configurations: readonly { project: string; configuration: Configuration }[]
  decisions: readonly DecisionView[]
  merges: readonly MergeView[]
  agents: readonly AgentView[]
  unapproved: readonly BriefRow[]
  loops: readonly Loop[]
  /** Milliseconds: when they were read. */
  now: number
}

/** MAIN's troubles first, then what has no time, then the oldest first. */
export function needsOf(sources: Sources): Needed[] {
  const { mains, configurations, decisions, merges, agents, unapproved, loops, now } = sources
  const mine = decisions.filter(isForPeople)
  const all: Needed[] = [
    ...mains.filter(isTroubled).map(
      (main): Needed => ({
        kind: 'main',
        key: `main ${main.project}`,
        at: main.red?.since ?? main.standing?.at,
        main,
      }),
    ),
    ...configurations
      .filter(({ configuration }) => !configuration.trusted && configuration.problems.length === 0)
      .map((each): Needed => ({ kind: 'trust', key: `trust ${each.project}`, at: undefined, ...each })),
    ...mine.map(
      (decision): Needed => ({
        kind: 'decision',
        key: `q${decision.id}`,
        at: decision.askedAt,
        decision,
        agent: agents.find(each => each.run?.asks === decision.id),
      }),
    ),
    ...merges
      .filter(waitsForWord)
      .map((merge): Needed => ({ kind: 'merge', key: `m${merge.id}`, at: merge.submittedAt, merge })),
    ...agents
      .filter(agent => wantsSomebody(agent, now) && !mine.some(each => each.id === agent.run?.asks))
      .map((agent): Needed => ({ kind: 'agent', key: `${agent.project} ${agent.actor}`, at: agent.seenAt, agent })),
    ...unapproved.map((brief): Needed => ({ kind: 'brief', key: `#${brief.id}`, at: brief.movedAt, brief })),
    ...loops
      .filter(loop => isOpenEnd(loop, mine))
      .map((loop): Needed => ({ kind: 'loop', key: `${loop.kind} ${loop.ref}`, at: loop.since, loop })),
  ]
  return all.sort((a, b) => rank(a) - rank(b) || (a.at ?? '').localeCompare(b.at ?? ''))
}

const rank = ({ kind }: Needed): number => (kind === 'main' ? 0 : kind === 'trust' ? 1 : 2)

/** What an agent is asked it answers by itself. */
const isForPeople = ({ assignee }: DecisionView): boolean => !assignee?.startsWith('agent:')

const isTroubled = (main: MainView): boolean => main.red !== undefined || main.lost !== undefined || isAstray(main)

/** Its checkout is not as it is meant to be, and something waits for that. */
export const isAstray = ({ standing, waits }: MainView): boolean =>
  waits !== undefined && standing !== null && ['dirty', 'off_branch', 'missing'].includes(standing.status)

/** Milliseconds: the house itself has words first for whoever waits for some. */
const patience = 20_000

function wantsSomebody({ liveness, seenAt, run }: AgentView, now: number): boolean {
  if (run?.stop) return false
  if (liveness === 'waiting_input') return now - Date.parse(seenAt) > patience
  return liveness === 'waiting_permission' || liveness === 'stale'
}

/** What the house already asks about has its question. */
function isOpenEnd({ kind, briefId }: Loop, decisions: readonly DecisionView[]): boolean {
  if (kind !== 'failed' && kind !== 'unlanded' && kind !== 'blocker_ended') return false
  return !decisions.some(each => each.briefId === briefId && each.askedBy.startsWith('system:'))
}
