/** Who works: whoever flower runs, and whoever checks in by themselves. */
import type { AgentView, RunView } from '#contract/agent.ts'
import type { Output } from '#contract/catalogue.ts'
import type { RosterEntry } from '#domain/agent/roster.ts'
import { later } from '#domain/dispatch.ts'
import { liveRuns, roster } from '#store/queries/agents.ts'
import { attemptsOfBrief, getDispatch } from '#store/queries/dispatches.ts'
import { heldClaims, lastEventsByActor } from '#store/queries/loops.ts'
import { filterProject, listProjects, projectSlugs } from '#store/queries/projects.ts'
import { slugOf } from '../recall/views.ts'
import type { Read, ReadWork } from '../work.ts'
import { workingRuns } from './due.ts'
import { policyFor } from './policy.ts'
import { agentView, type Holding, runView } from './view.ts'

/** Milliseconds for which somebody who never checked in is remembered. */
const latelyMs = 24 * 60 * 60_000

export const list: Read<'agent.list'> = async (input, work) => {
  const projectId = await filterProject(work.tx, input.project)
  const slugs = await projectSlugs(work.tx)
  const runs = await runsByActor(work)
  const holdings = await holdingsByActor(work, projectId)
  const heard = await heardByActor(work, projectId)
  const seen = await roster(work.tx, projectId)
  const items = [...seen, ...strangers(seen, [...holdings.values(), ...heard.values()])].map(known => {
    const entry = heardLast(known, heard.get(keyOf(known)))
    const holding = holdings.get(entry.actor)
    return agentView(entry, slugOf(slugs, entry.projectId), runs.get(keyOf(entry)), holding, work.now)
  })
  return {
    items: items.filter(each => input.gone || each.liveness !== 'gone').sort(livingFirst),
    caps: await capsOf(work, projectId),
  }
}

const keyOf = ({ projectId, actor }: { projectId: number; actor: string }): string => `${projectId} ${actor}`

async function runsByActor(work: ReadWork): Promise<Map<string, RunView>> {
  const found = new Map<string, RunView>()
  for (const run of await liveRuns(work.tx))
    found.set(
      keyOf(run),
      runView(run, await getDispatch(work.tx, run.dispatchId), await attemptsOfBrief(work.tx, run.briefId)),
    )
  return found
}

type Held = Holding & { projectId: number; actor: string }

async function holdingsByActor(work: ReadWork, projectId: number | undefined): Promise<Map<string, Held>> {
  const held = new Map<string, Held>()
  for (const each of await heldClaims(work.tx, projectId)) {
    const dispatch = await getDispatch(work.tx, each.dispatch_id)
    held.set(each.actor, {
      projectId: dispatch.projectId,
      actor: each.actor,
      dispatchId: each.dispatch_id,
      briefId: each.brief_id,
      title: each.title,
      leg: each.leg,
      lastSeenAt: each.last_seen_at,
      contextTokens: each.context_tokens,
    })
  }
  return held
}

type Sign = { projectId: number; actor: string; lastSeenAt: string }

/** The newest that each agent did in the last hours: a claim, a word, an end of its work. */
async function heardByActor(work: ReadWork, projectId: number | undefined): Promise<Map<string, Sign>> {
  const rows = await lastEventsByActor(work.tx, projectId, later(work.now, -latelyMs))
  const signs = rows.flatMap(row =>
    row.actor_kind === 'agent' && row.project_id !== null
      ? [{ projectId: row.project_id, actor: `agent:${row.actor_ref}`, lastSeenAt: row.at }]
      : [],
  )
  return new Map(signs.map(each => [keyOf(each), each]))
}

const heardLast = (entry: RosterEntry, sign: Sign | undefined): RosterEntry =>
  sign && sign.lastSeenAt > entry.seenAt ? { ...entry, seenAt: sign.lastSeenAt } : entry

/** Whoever holds something or was heard of, and never checked in. */
function strangers(seen: readonly RosterEntry[], signs: readonly Sign[]): RosterEntry[] {
  const known = new Set(seen.map(keyOf))
  const others = signs.filter(each => !known.has(keyOf(each)))
  return [...new Map(others.map(each => [keyOf(each), each])).values()].map(({ projectId, actor, lastSeenAt }) => ({
    id: 0,
    projectId,
    actor,
    role: 'builder',
    harness: null,
    cadence: null,
    seenAt: lastSeenAt,
    contextTokens: null,
    lastWords: null,
    parkedAt: null,
    goneAt: null,
    createdAt: lastSeenAt,
  }))
}

const order: AgentView['liveness'][] = [
  'waiting_permission', 'stale', 'waiting_input', 'waiting_limit', 'working', 'starting', 'idle', 'parked', 'gone',
] // biome-ignore format: a list of words

/** Whoever needs somebody comes first. */
const livingFirst = (a: AgentView, b: AgentView): number =>
  order.indexOf(a.liveness) - order.indexOf(b.liveness) || (a.seenAt < b.seenAt ? 1 : -1)

async function capsOf(work: ReadWork, projectId: number | undefined): Promise<Output<'agent.list'>['caps']> {
  const working = await workingRuns(work)
  const projects = (await listProjects(work.tx)).filter(each => projectId === undefined || each.id === projectId)
  const caps = []
  for (const { id, slug } of projects) {
    const { maxConcurrent } = await policyFor(work, id)
    caps.push({ project: slug, running: working.filter(each => each.projectId === id).length, most: maxConcurrent })
  }
  return caps
}
