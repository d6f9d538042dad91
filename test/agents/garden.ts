/** A real flower with a garden, an agent's claimed work in it, and what a real harness needs to work there. */
import { join } from 'node:path'
import { guardCommand } from '#machine/guard/hook-command.ts'
import { planSeal, type SealPlan } from '#machine/guard/seal-plan.ts'
import { type Claimed, type Garden, type Scene, startScene, type Work } from '../landing/garden.ts'
import { flowerWords } from '../server.ts'
import { throwawayHome } from './hosting.ts'

export type AgentGarden = {
  scene: Scene
  garden: Garden
  /** Work that is claimed, with a token of access for its agent and all that a start says of it. */
  work: (text: string) => Promise<AgentWork>
}

export type AgentWork = Work &
  Claimed & {
    env: Record<string, string>
    mcp: { url: string; stdio: string[] }
    guard: string
    plan: SealPlan
    /** For the model, which is not to guess. */
    numbers: string
  }

export async function agentGarden(): Promise<AgentGarden> {
  const scene = await startScene()
  const garden = await scene.garden('garden')
  return { scene, garden, work: text => workIn(scene, garden, text) }
}

async function workIn(scene: Scene, garden: Garden, text: string): Promise<AgentWork> {
  const { url, home } = scene.server()
  const work = await garden.begun(text)
  const { secret } = await scene.client.call('token.create', { name: text, role: 'builder', actor: 'agent:builder' })
  const planning = await planSeal({
    gitDir: join(garden.path, '.git'),
    mainPath: garden.path,
    primaryBranch: 'main',
    worktree: work.path,
    branch: work.branch,
    others: [],
  })
  if (planning.outcome !== 'planned') throw new Error(JSON.stringify(planning))
  return {
    ...work,
    env: {
      ...throwawayHome(scene.ground.path),
      FLOWER_URL: url,
      FLOWER_TOKEN: secret,
      FLOWER_ACTOR: 'agent:builder',
      FLOWER_BRIEF: String(work.briefId),
      FLOWER_DISPATCH: String(work.dispatchId),
      GIT_AUTHOR_NAME: 'builder',
      GIT_AUTHOR_EMAIL: 'builder@agents.invalid',
      GIT_COMMITTER_NAME: 'builder',
      GIT_COMMITTER_EMAIL: 'builder@agents.invalid',
    },
    mcp: { url: `${url}/mcp`, stdio: [...flowerWords, 'mcp'] },
    guard: guardCommand(flowerWords, { worktree: work.path, mainPath: garden.path, branch: 'main', home }),
    plan: planning.plan,
    numbers: `brief=${work.briefId} dispatch=${work.dispatchId} token=${work.token}`,
  }
}
