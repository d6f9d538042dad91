/** A run as it begins, and what its agent is told before anything else. */
import type { Dispatch } from '../dispatch.ts'
import { briefRef, dispatchRef } from '../ref.ts'
import type { Role } from '../role.ts'
import type { Leg } from '../status.ts'
import type { Run } from './run.ts'

/** An epic is led; everything else follows from the leg. */
export function roleFor(leg: Leg, isEpic: boolean): Role {
  if (leg === 'design') return 'designer'
  if (leg === 'review') return 'reviewer'
  return isEpic ? 'lead' : 'builder'
}

type Beginning = Pick<
  Run,
  'id' | 'token' | 'relieves' | 'actor' | 'role' | 'harness' | 'driver' | 'node' | 'worktreeId' | 'session'
>

export const newRun = (dispatch: Dispatch, beginning: Beginning, now: string): Run => ({
  ...beginning,
  projectId: dispatch.projectId,
  briefId: dispatch.briefId,
  dispatchId: dispatch.id,
  status: 'starting',
  state: 'working',
  model: null,
  contextTokens: null,
  contextWindow: null,
  handoffAskedAt: null,
  wantsSuccessor: false,
  reminded: 0,
  usages: {},
  tokens: 0,
  usd: 0,
  asks: null,
  limitUntil: null,
  stop: null,
  heardTo: 0,
  lastWords: null,
  createdAt: now,
  startedAt: null,
  activeAt: now,
  endedAt: null,
  exitCode: null,
  signal: null,
  reason: null,
})

type Told = { run: Run; dispatch: Dispatch; title: string }

const whoYouAre = ({ run, dispatch, title }: Told): string =>
  `You are ${run.actor}. flower started you for ${dispatchRef(dispatch.id)}, the ${dispatch.leg} leg of ${briefRef(dispatch.briefId)} "${title}".`

const howYouHold = (dispatch: Dispatch, token: number | null): string =>
  `You hold it already: attempt ${dispatch.attempt}, dispatchId ${dispatch.id}, token ${token}. flower keeps your lease alive while you run.`

/** The packet is as it was when it was handed over; `decided` is what was answered since. */
export const firstPrompt = (told: Told, decided: readonly string[]): string =>
  [
    `${whoYouAre(told)} ${howYouHold(told.dispatch, told.run.token)}`,
    ...(decided.length > 0 ? [`Decided since the packet was written:\n${decided.join('\n')}`] : []),
    told.dispatch.packet,
  ].join('\n\n')

/** For a session that is gone on with: it knows the packet. */
export const resumedPrompt = (told: Told, news: string): string =>
  `${howYouHold(told.dispatch, told.run.token)} It is the same ${briefRef(told.dispatch.briefId)} "${told.title}" that you worked on before.\n\n${news}`

export const successorPrompt = (told: Told, relieved: string, handoff: string): string =>
  [
    `${whoYouAre(told)} ${relieved} holds it, and its context is nearly full: you relieve it.`,
    `Read this first. Then call dispatch_claim {dispatchId: ${told.dispatch.id}}: that takes the lease over, with a token of your own, and ${relieved} ends. Go on from what is in the worktree; do nothing again that is done.`,
    handoff,
    told.dispatch.packet,
  ].join('\n\n')

/** What its harness puts into the context again after it was compacted. */
export const reminderFor = ({ run, dispatch, title }: Told): string =>
  `${whoYouAre({ run, dispatch, title })} ${run.token === null ? '' : howYouHold(dispatch, run.token)} recall_brief {briefId: ${dispatch.briefId}} shows its spec, decisions and trace; dispatch_show {dispatchId: ${dispatch.id}} shows your packet.`
