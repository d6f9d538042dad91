/** Agents that flower runs in a project now, and how many of them are guarded and sealed, by what each was started with. */
import type { Client } from '#client/client.ts'
import { readStart } from '#machine/agents/start-file.ts'
import { folderOf } from '../agent/place.ts'
import type { MainMachine } from './ground.ts'

export type AtWork = { running: number; guarded: number; sealed: number }

export async function agentsAtWork(
  client: Client,
  { node, agents }: Pick<MainMachine, 'node' | 'agents'>,
  projectId: number,
): Promise<AtWork> {
  const { runs } = await client.call('agent.errands', { node, most: 0 })
  const here = runs.filter(({ run }) => run.projectId === projectId && run.status === 'running')
  const starts = here.map(({ run }) => startIn(folderOf(agents, run.id)))
  return {
    running: here.length,
    // Of the other harnesses nobody knows whether they ask.
    guarded: starts.filter(each => each?.guard !== undefined && /^(?:claude|codex)$/.test(each.harness.driver)).length,
    sealed: starts.filter(each => each?.seal !== undefined).length,
  }
}

function startIn(folder: string) {
  try {
    return readStart(folder)
  } catch {
    return undefined
  }
}
