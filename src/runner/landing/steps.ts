/** What follows a landing in MAIN's checkout: the steps of flower.yaml, one after the other, and the push. */
import { join } from 'node:path'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { valuesOf, worktreeEnvironment } from '#domain/configuration/environment.ts'
import { type LandingStep, pushStep } from '#domain/landing/landing.ts'
import { runOrRejoin } from '#machine/gate/run-gate.ts'
import { type Ending, failed } from './ending.ts'
import { type Ground, tell } from './ground.ts'
import { push } from './push.ts'

const maxLogBytes = 8 * 1024 * 1024

type Rules = { configuration: Configuration; trusted: boolean }

/** One that was begun before a restart is gone on with: its programs have lived on. */
export async function runSteps(ground: Ground, rules: Rules): Promise<void> {
  for (const step of ground.item.steps) {
    if (ground.signal.aborted) return
    if (step.status === 'asked') continue
    if (step.status === 'declined') await settle(ground, step, { status: 'declined', exitCode: null, lines: [] })
    else await runOne(ground, rules, step)
  }
}

const settle = (ground: Ground, { id: stepId }: LandingStep, ending: Ending): Promise<boolean> =>
  tell(ground, { what: 'stepped', stepId, ...ending })

async function runOne(ground: Ground, rules: Rules, step: LandingStep): Promise<void> {
  const { exitCode, lines } = step
  if (step.status !== 'running') await settle(ground, step, { status: 'running', exitCode, lines })
  await ground.machine.step?.('stepping')
  const ending = step.name === pushStep ? await push(ground) : await runCommand(ground, rules, step)
  if (ending) await settle(ground, step, ending)
}

/** Undefined when it goes on without us. */
async function runCommand(
  { item, machine, signal }: Ground,
  { configuration, trusted }: Rules,
  { id, name, status, movedAt }: LandingStep,
): Promise<Ending | undefined> {
  const { project } = item
  const step = configuration.afterLanding[name]
  if (!step) return failed(`MAIN's flower.yaml has no afterLanding.${name} any more.`)
  if (!trusted) return failed("flower.yaml waits for an operator's trust; trust it and run the step by hand.")
  const values = valuesOf({
    project: project.slug,
    worktree: 'main',
    branch: project.primaryBranch,
    path: project.path,
    ports: {},
  })
  const past = status === 'running' ? Date.parse(machine.now()) - Date.parse(movedAt) : 0
  const ending = await runOrRejoin({
    command: step.command,
    cwd: project.path,
    env: worktreeEnvironment(configuration, values, 'shared').variables,
    timeoutMs: Math.max(1_000, step.timeout - past),
    marker: machine.newMarker(),
    folder: join(machine.gateLogs, project.slug, `step-${id}`),
    maxLogBytes,
    signal,
  })
  if (ending.outcome === 'left') return undefined
  if (ending.outcome === 'ended')
    return { status: ending.exitCode === 0 ? 'done' : 'failed', exitCode: ending.exitCode, lines: ending.lines }
  const said = ending.outcome === 'not_started' ? ending.reason : sentences[ending.outcome]
  return {
    status: ending.outcome === 'lost' ? 'interrupted' : 'failed',
    exitCode: null,
    lines: [...ending.lines, said],
  }
}

const sentences = {
  timed_out: 'It took longer than its time limit and was ended.',
  cancelled: 'It was ended.',
  lost: 'Nobody saw how it ended; look whether it is done, and run it by hand if it is not.',
  stuck: 'Some of its processes can’t be ended.',
} as const
