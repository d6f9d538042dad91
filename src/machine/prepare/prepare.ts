// Makes a worktree ready before its agent's first turn: one step that can be asked for at any time and does only what is needed.

import { readFile } from 'node:fs/promises'
import { type ConfiguredCommand, commandsOf, needsTrust } from '#domain/configuration/commands-of.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import type { Words } from '#domain/configuration/template.ts'
import { type PreparationPlan, type PreparationStep, planPreparation } from '#domain/preparation/plan.ts'
import type { Isolation } from '#domain/worktree/worktree.ts'
import { carryOut } from './carry-out.ts'
import { type Checkout, findCheckout } from './checkout.ts'
import { findInputs } from './find-inputs.ts'
import { protect } from './protect.ts'
import { clearPartial, ownFolderIsSound, readPrepared, startAfresh, writePrepared } from './record.ts'
import { emptyReport, type PreparationReport } from './report.ts'
import type { StepFailure } from './run-step.ts'
import { findWithin, lstatIfThere } from './within.ts'

export type Preparation =
  /** `changed` is false when nothing had drifted and nothing was done. */
  | { outcome: 'ready'; changed: boolean; fingerprint: string; report: PreparationReport }
  /** The agent is not started. What was done until then stays, and the next preparation begins again. */
  | ({ outcome: 'failed'; report: PreparationReport } & StepFailure)
  /** Commands that wait for an operator's trust; nothing was done. */
  | { outcome: 'untrusted'; commands: ConfiguredCommand[] }
  /** Nothing was done. */
  | { outcome: 'refused'; problem: string; cure: string }

/** Told before a step begins and after it is done; awaited, so that what was told is kept before anything happens. */
export interface PreparationNote {
  /** Such as `copy .env.local` or `worktrees.prepare[0]`. */
  step: string
  state: 'begins' | 'done'
}

export interface PreparationCall {
  /** MAIN's folder and the worktree's. */
  main: string
  folder: string
  configuration: Configuration
  /** Whether the operator has trusted this exact configuration. */
  trusted: boolean
  values: Words
  isolation: Isolation
  /** Every process that its commands start can be found by it. */
  marker: string
  journal: (note: PreparationNote) => void | Promise<void>
  signal?: AbortSignal
  /** The git folder that the worktree is of; left out, MAIN's is asked for. */
  repository?: string
  /** Awaited before anything is done, when something has to be. */
  onDrift?: () => Promise<void>
}

/** One preparation of a folder at a time; a second one waits, and then finds nothing to do. */
const underWay = new Map<string, Promise<unknown>>()

/** Prepares a worktree, or finds that it is prepared. Throws for nothing that a disk, git or a command does. */
export async function prepare(call: PreparationCall): Promise<Preparation> {
  if (!call.trusted && needsTrust(call.configuration)) {
    return { outcome: 'untrusted', commands: commandsOf(call.configuration) }
  }
  const checkout = await findCheckout(call.main, call.folder, call.repository).catch(messageOf)
  if (typeof checkout === 'string') return failed(emptyReport(), 'files', checkout)
  if (checkout.outcome === 'refused') return checkout
  const before = underWay.get(checkout.folder) ?? Promise.resolve()
  const turn = before.then(() => prepareAlone(call, checkout))
  underWay.set(checkout.folder, turn)
  try {
    return await turn
  } finally {
    if (underWay.get(checkout.folder) === turn) underWay.delete(checkout.folder)
  }
}

async function prepareAlone(call: PreparationCall, checkout: Checkout): Promise<Preparation> {
  const report = emptyReport()
  try {
    if (!(await ownFolderIsSound(checkout.folder))) {
      const cure = 'Take it away: flower keeps its own files there.'
      return { outcome: 'refused', problem: `.flower in ${checkout.folder} is not a folder`, cure }
    }
    const found = await findInputs(checkout, call.configuration)
    if (found.outcome === 'refused') return failed(report, 'copy', found.problem)
    const plan = planPreparation({ ...call, inputs: found.inputs })
    if (plan.outcome === 'refused') return failed(report, plan.step, plan.problem)
    report.missing.push(...plan.missing)
    report.withheld.push(...plan.withheld)
    const outside = await findOutside(checkout, plan)
    if (outside) return failed(report, outside.step, outside.problem)
    const safe = await withoutOpen(checkout, plan, report)
    const { fingerprint } = plan
    if (await isDone(checkout, safe)) {
      // Cut off at the very end of it.
      await clearPartial(checkout.folder)
      return { outcome: 'ready', changed: false, fingerprint, report }
    }
    return await prepareAnew(call, checkout, safe, report)
  } catch (error) {
    return failed(report, 'files', messageOf(error))
  }
}

/** The first step whose place in the worktree lies behind a link that leads out of it. */
async function findOutside({ folder }: Checkout, plan: PreparationPlan) {
  for (const step of plan.steps) {
    const place = step.kind === 'run' ? undefined : await findWithin(folder, step.path)
    if (place?.outcome === 'outside') return { step: nameOf(step), problem: place.problem }
  }
  return undefined
}

/** The plan without what could end up in a commit: git can't be kept from seeing it. */
async function withoutOpen(checkout: Checkout, plan: PreparationPlan, report: PreparationReport) {
  const open = await protect(checkout, plan)
  const why = 'git can’t be told to ignore it (a rule of the repository says otherwise, or it lies in a submodule)'
  report.withheld.push(...[...open].map(what => ({ what, why })))
  return { ...plan, steps: plan.steps.filter(step => step.kind === 'run' || !open.has(step.path)) }
}

/** Whether the record says so, and all that was brought is still there. */
async function isDone(checkout: Checkout, plan: PreparationPlan): Promise<boolean> {
  const record = await readPrepared(checkout.folder)
  if (record?.fingerprint !== plan.fingerprint) return false
  for (const step of plan.steps) {
    if (step.kind === 'run') continue
    const place = await findWithin(checkout.folder, step.path)
    if (place.outcome !== 'inside' || !(await lstatIfThere(place.path))) return false
    if (step.kind === 'environment' && (await readFile(place.path, 'utf8')) !== step.text) return false
  }
  return true
}

async function prepareAnew(
  call: PreparationCall,
  checkout: Checkout,
  plan: PreparationPlan,
  report: PreparationReport,
): Promise<Preparation> {
  const { folder } = checkout
  await call.onDrift?.()
  const brought = { ...(await readPrepared(folder))?.brought }
  const { isolation, marker, journal, signal } = call
  await startAfresh(folder)
  await writePrepared(folder, { fingerprint: null, isolation, brought })
  for (const step of plan.steps) {
    const name = nameOf(step)
    await journal({ step: name, state: 'begins' })
    const failure = await carryOut(step, { checkout, plan, brought, report, marker, ...(signal ? { signal } : {}) })
    if (failure) {
      await writePrepared(folder, { fingerprint: null, isolation, brought })
      return { outcome: 'failed', ...failure, report }
    }
    await journal({ step: name, state: 'done' })
  }
  await writePrepared(folder, { fingerprint: plan.fingerprint, isolation, brought })
  await clearPartial(folder)
  return { outcome: 'ready', changed: true, fingerprint: plan.fingerprint, report }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const nameOf = (step: PreparationStep): string => (step.kind === 'run' ? step.name : `${step.kind} ${step.path}`)

const failed = (report: PreparationReport, step: string, problem: string): Preparation => ({
  outcome: 'failed',
  step,
  problem,
  lastLines: [],
  report,
})
