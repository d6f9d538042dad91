/** Starts an agent in its prepared worktree: guarded, sealed where the system can, with a token that can do only what its attempt may. */
import { randomUUID } from 'node:crypto'
import { briefRef } from '#domain/ref.ts'
import { type AgentStart, startAgent } from '#machine/agents/start.ts'
import { guardCommand } from '#machine/guard/hook-command.ts'
import { planSeal } from '#machine/guard/seal-plan.ts'
import { type Sealing, sealing } from '#machine/guard/sealing.ts'
import { configurationOf } from '../configured.ts'
import { type AgentMachine, type Begun, maxLogBytes } from './ground.ts'
import { calledAs } from './harness.ts'
import { folderOf, noteBeginning } from './place.ts'

let known: Promise<Sealing> | undefined
/** Which means of the system work is found out by trying, once. */
const sealingHere = (): Promise<Sealing> => (known ??= sealing())

/** Answers why it could not be started; undefined once it runs. */
export async function launch(begun: Begun, machine: AgentMachine): Promise<string | undefined> {
  const { run, project, worktree } = begun
  const configured = await configurationOf(begun)
  const called = calledAs(begun, configured, machine.sitePort())
  if (called.outcome === 'not') return called.because
  const folder = folderOf(machine.agents, run.id)
  await noteBeginning(folder, worktree.path)
  const seal = await sealFor(begun, machine)
  const started = await startAgent({
    folder,
    marker: `r${run.id}-${randomUUID()}`,
    cwd: worktree.path,
    harness: called.harness,
    env: { ...called.env, ...identityOf(begun, machine), ...legOf(begun) },
    prompt: begun.prompt,
    ...(begun.resume !== undefined && { resume: begun.resume }),
    mcp: { url: `${machine.url}/mcp`, stdio: [...machine.program, 'mcp'] },
    guard: guardCommand(machine.program, {
      worktree: worktree.path,
      mainPath: project.path,
      branch: project.primaryBranch,
      home: machine.home,
    }),
    reminder: begun.reminder,
    ...(seal && { seal }),
    maxLogBytes,
  })
  if (started.outcome === 'started') return undefined
  if (started.outcome === 'missing') return `There is no program ${started.program} on this machine's PATH.`
  if (started.outcome === 'missing_folder') return `The folder ${started.folder} is gone.`
  return started.reason
}

/** Who it is, and how it reaches the house. Nothing else of flower's own environment gets to it. */
export const identityOf = (
  { run, secret }: Pick<Begun, 'run' | 'secret'>,
  { url }: Pick<AgentMachine, 'url'>,
): Record<string, string> => ({
  FLOWER_URL: url,
  FLOWER_TOKEN: secret,
  FLOWER_ACTOR: run.actor,
  FLOWER_BRIEF: briefRef(run.briefId).slice(1),
  FLOWER_DISPATCH: String(run.dispatchId),
})

const legOf = ({ leg, attempt }: Begun): Record<string, string> => ({
  FLOWER_LEG: leg,
  FLOWER_ATTEMPT: String(attempt),
})

/** What can't be sealed runs guarded by its harness and watched; MAIN's layers say so. */
async function sealFor({ project, worktree, branch }: Begun, machine: AgentMachine): Promise<AgentStart['seal']> {
  const { tier } = await sealingHere()
  if (tier !== 'bubblewrap' && tier !== 'bind' && tier !== 'landlock') return undefined
  const planned = await planSeal({
    gitDir: project.gitDir,
    ...(project.path !== project.gitDir && { mainPath: project.path }),
    primaryBranch: project.primaryBranch,
    worktree: worktree.path,
    branch,
    others: [machine.worktrees],
  })
  return planned.outcome === 'planned' ? { tier, plan: planned.plan } : undefined
}
