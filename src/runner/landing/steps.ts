/** What follows a landing in MAIN's checkout: the steps of flower.yaml, one after the other, and the push. */
import { join } from 'node:path'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { valuesOf, worktreeEnvironment } from '#domain/configuration/environment.ts'
import { type LandingStep, pushStep } from '#domain/landing/landing.ts'
import { runGate } from '#machine/gate/run-gate.ts'
import { git } from '#machine/git/command.ts'
import { wordsOf } from '#machine/worktree/in-turn.ts'
import { type Ground, tell } from './ground.ts'

const maxLogBytes = 8 * 1024 * 1024
const pushMs = 120_000

type Ending = Pick<LandingStep, 'status' | 'exitCode' | 'lines'>

/** `running`: steps that this very process has in hand; one that the house has as running and nobody runs was cut off. */
export async function runSteps(
  ground: Ground,
  rules: { configuration: Configuration; trusted: boolean },
  running: Set<number>,
): Promise<void> {
  for (const step of ground.item.steps) {
    if (ground.signal.aborted) return
    if (running.has(step.id) || step.status === 'asked') continue
    if (step.status === 'running') await settle(ground, step, interrupted)
    else if (step.status === 'declined') await settle(ground, step, { status: 'declined', exitCode: null, lines: [] })
    else await runOne(ground, rules, step, running)
  }
}

const interrupted: Ending = {
  status: 'interrupted',
  exitCode: null,
  lines: ['flower was ended while it ran; look whether it is done, and run it by hand if it is not.'],
}

const settle = (ground: Ground, { id: stepId }: LandingStep, ending: Ending): Promise<boolean> =>
  tell(ground, { what: 'stepped', stepId, ...ending })

async function runOne(
  ground: Ground,
  rules: { configuration: Configuration; trusted: boolean },
  step: LandingStep,
  running: Set<number>,
): Promise<void> {
  running.add(step.id)
  try {
    await settle(ground, step, { status: 'running', exitCode: null, lines: [] })
    const ending = step.name === pushStep ? await push(ground) : await runCommand(ground, rules, step)
    // Cut off by our own end: a restart says so.
    if (ending) await settle(ground, step, ending)
  } finally {
    running.delete(step.id)
  }
}

async function runCommand(
  { item, machine, signal }: Ground,
  { configuration, trusted }: { configuration: Configuration; trusted: boolean },
  { id, name }: LandingStep,
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
  const ending = await runGate({
    command: step.command,
    cwd: project.path,
    env: worktreeEnvironment(configuration, values, 'shared').variables,
    timeoutMs: step.timeout,
    marker: machine.newMarker(),
    folder: join(machine.gateLogs, project.slug, `step-${id}`),
    maxLogBytes,
    signal,
  })
  if (ending.outcome === 'cancelled') return undefined
  if (ending.outcome !== 'ended')
    return { ...failed(sentences[ending.outcome]), lines: [...ending.lines, sentences[ending.outcome]] }
  return { status: ending.exitCode === 0 ? 'done' : 'failed', exitCode: ending.exitCode, lines: ending.lines }
}

const sentences = {
  timed_out: 'It took longer than its time limit and was ended.',
  not_started: 'It could not be started.',
  lost: 'Nobody saw how it ended.',
  stuck: 'Some of its processes can’t be ended.',
} as const

const failed = (line: string): Ending => ({ status: 'failed', exitCode: null, lines: [line] })

/** Never forced. What is refused stays in MAIN, and goes along with the push of the next landing. */
async function push({ item }: Ground): Promise<Ending> {
  const { gitDir, primaryBranch } = item.project
  const remote = await git({ gitDir }, ['config', '--get', '--end-of-options', `branch.${primaryBranch}.remote`])
  const name = remote.outcome === 'ok' ? remote.stdout.trim() : 'origin'
  const ref = `refs/heads/${primaryBranch}`
  const pushed = await git({ gitDir }, ['push', '--porcelain', '--end-of-options', name, `${ref}:${ref}`], {
    writes: true,
    hooks: true,
    timeoutMs: pushMs,
  })
  if (pushed.outcome === 'ok') return { status: 'done', exitCode: 0, lines: [] }
  return failed(`It was not pushed to ${name}: ${wordsOf(pushed)}`)
}
