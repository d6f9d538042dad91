/** How an agent is called: as the project's trusted flower.yaml says, or the person's own Claude Code or Codex. */
import { resolve } from 'node:path'
import { worktreeEnvironment } from '#domain/configuration/environment.ts'
import type { AgentStart } from '#machine/agents/start.ts'
import type { Configured } from '../configured.ts'
import { wordsOf } from '../service/place.ts'
import { whyNothingRuns } from '../service/spec.ts'
import type { Begun } from './ground.ts'

export type Called =
  | { outcome: 'called'; harness: AgentStart['harness']; env: Record<string, string> }
  | { outcome: 'not'; because: string }

const not = (because: string): Called => ({ outcome: 'not', because })

export function calledAs(
  { run, project, worktree }: Pick<Begun, 'run' | 'project' | 'worktree'>,
  configured: Configured,
  sitePort: number | null,
): Called {
  const obstacle = whyNothingRuns(configured)
  const own = configured.outcome === 'read' ? configured.configuration.agents.harnesses[run.harness] : undefined
  if (own && obstacle) return not(obstacle)
  const env = environmentIn({ project, worktree }, configured, sitePort)
  if (own) {
    const { driver, model, args } = own
    // A script is named from MAIN's own folder, as everything in flower.yaml is.
    if (driver === 'scripted')
      return {
        outcome: 'called',
        env,
        harness: { driver, words: [], args: [resolve(project.path, own.script), ...args] },
      }
    if ('shell' in own.command) return not(`the harness ${run.harness} can't be a shell's line`)
    return {
      outcome: 'called',
      env,
      harness: { driver, words: own.command.words, args, ...(model !== undefined && { model }) },
    }
  }
  if (run.harness === 'claude' || run.harness === 'codex')
    return { outcome: 'called', env, harness: { driver: run.harness, words: [run.harness], args: [] } }
  return not(`flower.yaml of MAIN has no harness ${run.harness} any more`)
}

/** The worktree's own values, where its configuration may be used. */
function environmentIn(
  { project, worktree }: Pick<Begun, 'project' | 'worktree'>,
  configured: Configured,
  sitePort: number | null,
): Record<string, string> {
  if (configured.outcome !== 'read' || !configured.trusted) return {}
  const { configuration } = configured
  const words = wordsOf({ project, worktree, configuration, ports: worktree.ports, sitePort })
  return worktreeEnvironment(configuration, words, worktree.isolation).variables
}
