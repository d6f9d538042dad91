// Takes down what preparing set up, before a worktree is removed.

import type { Configuration } from '#domain/configuration/configuration.ts'
import { worktreeEnvironment } from '#domain/configuration/environment.ts'
import type { Words } from '#domain/configuration/template.ts'
import { fillSteps } from '#domain/preparation/plan.ts'
import type { Isolation } from '#domain/worktree/worktree.ts'
import { findCheckout } from './checkout.ts'
import { runStep, type StepFailure } from './run-step.ts'

export type Teardown =
  /** By their place in the configuration; none when there was nothing to run. */
  | { outcome: 'done'; ran: string[] }
  /** The removal waits: `cure` says how to go on anyway. The other steps were run even so. */
  | { outcome: 'failed'; failures: StepFailure[]; ran: string[]; cure: string }
  /** Commands of a configuration that nobody trusted; nothing was run. */
  | { outcome: 'untrusted'; cure: string }
  /** The folder is gone or is no worktree of MAIN's repository; nothing was run. */
  | { outcome: 'refused'; problem: string; cure: string }

export interface TeardownCall {
  main: string
  folder: string
  configuration: Configuration
  trusted: boolean
  values: Words
  isolation: Isolation
  /** Every process that its commands start can be found by it. */
  marker: string
  signal?: AbortSignal
}

const goOn = 'Mend it and remove again, or go on anyway: worktree.remove {confirm: true}.'

/** Runs every `teardown` command in the worktree; one that fails doesn't keep the others from running. */
export async function teardown(call: TeardownCall): Promise<Teardown> {
  const steps = call.configuration.worktrees.teardown
  if (steps.length === 0) return { outcome: 'done', ran: [] }
  if (!call.trusted) return { outcome: 'untrusted', cure: `Trust the configuration with project.trust. ${goOn}` }
  const checkout = await findCheckout(call.main, call.folder)
  if (checkout.outcome === 'refused') return checkout
  const { variables } = worktreeEnvironment(call.configuration, call.values, call.isolation)
  const failures: StepFailure[] = []
  const ran: string[] = []
  for (const step of fillSteps('teardown', steps, call.values)) {
    const failure =
      'problem' in step ? { ...step, lastLines: [] } : await runStep(checkout.folder, step, { ...call, variables })
    if (failure) failures.push(failure)
    else if ('name' in step) ran.push(step.name)
  }
  return failures.length > 0 ? { outcome: 'failed', failures, ran, cure: goOn } : { outcome: 'done', ran }
}
