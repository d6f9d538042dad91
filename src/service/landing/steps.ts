/** The steps after a landing: those that an operator approves are asked for first. */
import { newEvent } from '#domain/events/catalogue.ts'
import type { Landing, LandingStep } from '#domain/landing/landing.ts'
import { briefRef } from '#domain/ref.ts'
import { getDecision } from '#store/queries/decisions.ts'
import { findStep, getSubmission, openStepsOf } from '#store/queries/merges.ts'
import { askers, houseAsksOperator } from '../decision/house-asks.ts'
import { commit, type ReadWork, type WriteWork } from '../work.ts'

const answers = { run: 'Run it', leave: 'Leave it' } as const

export async function askSteps(
  work: WriteWork,
  landing: Landing,
  steps: { name: string; approve: boolean }[],
): Promise<void> {
  const briefIds = await briefsOf(work, landing)
  for (const { name, approve } of steps) {
    const decisionId = approve ? await ask(work, landing, name, briefIds) : null
    const step: LandingStep = {
      id: work.tx.ledger.nextId('landing_step'),
      projectId: landing.projectId,
      landingId: landing.id,
      commit: landing.commit,
      name,
      status: approve ? 'asked' : 'due',
      decisionId,
      exitCode: null,
      lines: [],
      movedAt: work.now,
    }
    await commit(work, { landingSteps: [step], events: [] })
  }
}

const ask = (work: WriteWork, landing: Landing, name: string, briefIds: number[]): Promise<number> =>
  houseAsksOperator(work, {
    projectId: landing.projectId,
    briefId: briefIds.length === 1 ? (briefIds[0] ?? null) : null,
    header: `Run ${name} after ${landing.commit.slice(0, 12)}?`,
    body: `${briefIds.map(briefRef).join(', ') || 'A branch'} landed in ${landing.branch}; \`afterLanding.${name}\` of flower.yaml waits for your word.`,
    options: [answers.run, answers.leave],
    askedBy: askers.queue,
  })

/** Of the submissions that a landing brought. */
export async function briefsOf(work: ReadWork, { mergeIds }: Landing): Promise<number[]> {
  const all = await Promise.all(mergeIds.map(each => getSubmission(work.tx, each)))
  return [...new Set(all.flatMap(each => each.briefId ?? []))]
}

/** Those that are not at their end; one whose question was answered is due, or declined. */
export async function openSteps(work: ReadWork, projectId: number): Promise<LandingStep[]> {
  const open = await openStepsOf(work.tx, projectId)
  return Promise.all(open.map(step => answered(work, step)))
}

async function answered(work: ReadWork, step: LandingStep): Promise<LandingStep> {
  if (step.status !== 'asked' || step.decisionId === null) return step
  const { status, option } = await getDecision(work.tx, step.decisionId)
  if (status === 'open') return step
  return { ...step, status: option === answers.run ? 'due' : 'declined' }
}

type Ended = { stepId: number; status: LandingStep['status']; exitCode: number | null; lines: string[] }

export async function settleStep(work: WriteWork, { stepId, status, exitCode, lines }: Ended): Promise<boolean> {
  const step = await findStep(work.tx, stepId)
  if (!step || step.status === status) return false
  const { name, commit: landed, projectId } = step
  const told =
    status === 'running' ? [] : [newEvent('step_ended', null, { step: name, commit: landed, status, lines }, projectId)]
  await commit(work, { landingSteps: [{ ...step, status, exitCode, lines, movedAt: work.now }], events: told })
  return true
}
