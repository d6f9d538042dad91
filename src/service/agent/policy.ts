/** What a project's trusted flower.yaml says about agents, kept where every decision about them is made. */
import { AgentPolicy, harnessFor, usualPolicy } from '#domain/agent/policy.ts'
import { getProject } from '#store/queries/projects.ts'
import { keepSetting, readSetting } from '#store/queries/settings.ts'
import type { ReadWork, Write } from '../work.ts'

const policySetting = (projectId: number): string => `agents:${projectId}`

export const policy: Write<'agent.policy'> = async (input, work) => {
  const { id } = await getProject(work.tx, input.projectId)
  const text = JSON.stringify(input.policy)
  if ((await readSetting(work.tx, policySetting(id))) === text) return { changed: false }
  await keepSetting(work.tx, policySetting(id), text)
  return { changed: true }
}

export async function policyFor(work: Pick<ReadWork, 'tx'>, projectId: number): Promise<AgentPolicy> {
  const text = await readSetting(work.tx, policySetting(projectId))
  return text === undefined ? usualPolicy : AgentPolicy.parse(JSON.parse(text))
}

/** Whether flower starts the agent of a dispatch, once there is room. */
export const isStarted = async (
  work: Pick<ReadWork, 'tx'>,
  projectId: number,
  harness: string | null | undefined,
): Promise<boolean> => harnessFor({ harness: harness ?? null }, await policyFor(work, projectId)).outcome === 'chosen'
