// Does one step of a preparation and writes into the report what came of it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparationPlan, PreparationStep } from '#domain/preparation/plan.ts'
import { type Brought, bringClone, bringCopy } from './bring.ts'
import type { Checkout } from './checkout.ts'
import { mainWay } from './clone-tree.ts'
import { putFile } from './record.ts'
import type { PreparationReport } from './report.ts'
import { runStep, type StepFailure } from './run-step.ts'

export interface Work {
  checkout: Checkout
  plan: PreparationPlan
  /** Digests of files as they were brought; added to. */
  brought: Record<string, string>
  report: PreparationReport
  marker: string
  signal?: AbortSignal
}

/** Undefined when the step is done. A failure of the disk is an answer like that of a command. */
export async function carryOut(step: PreparationStep, work: Work): Promise<StepFailure | undefined> {
  const { folder } = work.checkout
  if (step.kind === 'run') {
    const failure = await runStep(folder, step, { ...work, variables: work.plan.variables })
    if (!failure) work.report.ran.push(step.name)
    return failure
  }
  const name = `${step.kind} ${step.path}`
  try {
    if (step.kind === 'environment') {
      await writeEnvironment(folder, step.path, step.text)
      return undefined
    }
    const brought =
      step.kind === 'copy'
        ? await bringCopy(work.checkout, step, work.brought[step.path])
        : await bringClone(work.checkout, step)
    if (brought.outcome === 'refused') return { step: name, problem: brought.problem, lastLines: [] }
    tell(work, step, brought)
    return undefined
  } catch (error) {
    return { step: name, problem: error instanceof Error ? error.message : String(error), lastLines: [] }
  }
}

async function writeEnvironment(folder: string, path: string, text: string): Promise<void> {
  const target = join(folder, path)
  const before = await readFile(target, 'utf8').catch(() => undefined)
  if (before !== text) await putFile(folder, target, text, 0o600)
}

function tell({ report, brought: digests }: Work, step: PreparationStep & { path: string }, brought: Brought): void {
  const { path } = step
  if (brought.outcome === 'kept') report.kept.push(path)
  if (brought.outcome === 'completed') report.completed.push({ path, keys: brought.keys })
  if (brought.outcome === 'copied') report.copied.push(path)
  if (brought.outcome === 'cloned') {
    const { reflink, hardlink, copy } = brought.count
    report.cloned.push({ path, way: mainWay(brought.count), files: reflink + hardlink + copy })
  }
  if (step.kind === 'copy' && (brought.outcome === 'copied' || brought.outcome === 'same')) digests[path] = step.stamp
}
