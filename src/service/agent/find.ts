/** The agent that somebody names: `builder-7`, `agent:builder-7`, or a run as `r7`. */
import type { Run } from '#domain/agent/run.ts'
import type { Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import { getRun, isKnown, newestRunOf } from '#store/queries/agents.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import type { ReadWork } from '../work.ts'

export type Found = { project: Project; actor: string; run: Run | undefined }

type Named = { agent: string; project?: string | undefined }

/** Refuses who was never heard of. */
export async function findAgent(work: Pick<ReadWork, 'tx'>, { agent, project: slug }: Named): Promise<Found> {
  if (/^r[1-9]\d{0,14}$/.test(agent)) {
    const run = await getRun(work.tx, Number(agent.slice(1)))
    return { project: await getProject(work.tx, run.projectId), actor: run.actor, run }
  }
  const project = await meantProject(work.tx, slug)
  const actor = agent.includes(':') ? agent : `agent:${agent}`
  const run = await newestRunOf(work.tx, project.id, actor)
  if (!run && !(await isKnown(work.tx, actor))) throw new Refusal('agent.missing', { agent })
  return { project, actor, run }
}

/** Refuses whoever flower doesn't run now. */
export async function findRunning(work: ReadWork, named: Named): Promise<Run> {
  const { actor, run } = await findAgent(work, named)
  if (run && run.status !== 'ended') return run
  const because = run ? `it ended at ${run.endedAt} (${run.reason})` : 'flower did not start it'
  throw new Refusal('agent.not_running', { agent: actor, because })
}
