/** The life of a service: what each happening makes of its state, and what is to be done then. Time is handed in, in ms. */

export const serviceStatuses = [
  'stopped', 'starting', 'healthy', 'unhealthy', 'restarting', 'parked', 'stopping',
] as const // biome-ignore format: a list of words
export type ServiceStatus = (typeof serviceStatuses)[number]

/** How a program ended. `interrupted`: we ended it, which is never a success, whatever code it left with. */
export type Ending = { exitCode: number | null; signal: string | null; interrupted: boolean }

export type ServiceState = {
  status: ServiceStatus
  /** Why it is so, in words; empty when there is nothing to say. */
  reason: string
  /** Since when it has this status. */
  since: number
  /** When it failed, of the last minute. */
  failures: number[]
  /** Failures without a minute of health between them; decides the pause before the next start. */
  streak: number
  /** Probes missed in a row. */
  missed: number
  /** When it is started again; null unless it waits for that. */
  retryAt: number | null
  /** It starts again once it has stopped. */
  again: boolean
  ending: Ending | null
}

export type ServiceRules = {
  /** From one probe to the next. */
  probeEveryMs: number
  /** A service that was not once healthy by then has failed. */
  startWithinMs: number
}

export type Happening =
  | { kind: 'start' | 'stop' | 'restart' }
  /** It was found living after flower itself was started anew. */
  | { kind: 'adopted' }
  | { kind: 'started' }
  /** `lasting`: trying again would change nothing, as with a missing folder. */
  | { kind: 'not_started'; reason: string; lasting: boolean }
  | { kind: 'probed'; ok: boolean; detail: string }
  | { kind: 'exited'; ending: Ending }
  /** Its whole tree is gone. */
  | { kind: 'ended'; ending: Ending | null }
  | { kind: 'not_ended'; reason: string }
  /** The time that `wake` named has come. */
  | { kind: 'due' }

export type Order = { do: 'start' } | { do: 'end' } | { do: 'probe'; inMs: number } | { do: 'wake'; inMs: number }

export type Step = { state: ServiceState; orders: Order[] }

const MINUTE = 60_000
const FIRST_PAUSE = 500
const MISSED_UNTIL_UNHEALTHY = 3
const MISSED_UNTIL_FAILED = 6
const FAILURES_UNTIL_PARKED = 5
/** Soon, as somebody waits for it. */
const PROBE_WHILE_STARTING = 250

export function newService(now: number): ServiceState {
  return {
    status: 'stopped',
    reason: '',
    since: now,
    failures: [],
    streak: 0,
    missed: 0,
    retryAt: null,
    again: false,
    ending: null,
  }
}

/** 0.5 s after the first failure, twice that after each further one, never more than a minute. */
export const pauseAfter = (streak: number): number => Math.min(FIRST_PAUSE * 2 ** Math.max(0, streak - 1), MINUTE)

/** Its program runs, as far as we know. */
export const isUp = (status: ServiceStatus): boolean =>
  status === 'starting' || status === 'healthy' || status === 'unhealthy'

export function step(state: ServiceState, happening: Happening, now: number, rules: ServiceRules): Step {
  switch (happening.kind) {
    case 'start':
      return start(state, now)
    case 'stop':
      return stop(state, now)
    case 'restart':
      if (!isUp(state.status)) return start(state, now)
      return { state: { ...stop(state, now).state, again: true }, orders: [{ do: 'end' }] }
    case 'adopted':
      if (state.status !== 'stopped') return stay(state)
      return { state: enter(state, 'starting', 'found running', now), orders: [{ do: 'probe', inMs: 0 }] }
    case 'started':
      return state.status === 'starting'
        ? { state, orders: [{ do: 'probe', inMs: PROBE_WHILE_STARTING }] }
        : stay(state)
    case 'not_started':
      if (state.status !== 'starting') return stay(state)
      if (happening.lasting) return { state: enter(state, 'parked', happening.reason, now), orders: [] }
      return fail(state, happening.reason, null, now)
    case 'probed':
      return probed(state, happening, now, rules)
    case 'exited':
      return isUp(state.status) ? fail(state, wordsOf(happening.ending), happening.ending, now) : stay(state)
    case 'ended':
      return ended(state, happening.ending, now)
    case 'not_ended':
      return notEnded(state, happening.reason, now)
    case 'due':
      if (state.status !== 'restarting' || state.retryAt === null) return stay(state)
      return { state: enter(state, 'starting', state.reason, now), orders: [{ do: 'start' }] }
    default:
      return happening satisfies never
  }
}

/** How it ended, as a person says it. */
export function wordsOf(ending: Ending): string {
  if (ending.interrupted) return `interrupted${ending.signal ? ` by ${ending.signal}` : ''}`
  if (ending.signal) return `ended by ${ending.signal}`
  return ending.exitCode === null ? 'ended, and nobody saw how' : `ended by itself with code ${ending.exitCode}`
}

const stay = (state: ServiceState): Step => ({ state, orders: [] })

function enter(state: ServiceState, status: ServiceStatus, reason: string, now: number): ServiceState {
  return { ...state, status, reason, since: now, missed: 0, retryAt: null, again: false }
}

function start(state: ServiceState, now: number): Step {
  if (isUp(state.status)) return stay(state)
  // A tree that is being ended must be gone before the next one starts, or both would want the same port.
  if (state.status === 'stopping') return stay({ ...state, again: true })
  if (state.status === 'restarting' && state.retryAt === null) return stay(state)
  const fresh = { ...state, failures: [], streak: 0, ending: null }
  return { state: enter(fresh, 'starting', '', now), orders: [{ do: 'start' }] }
}

function stop(state: ServiceState, now: number): Step {
  if (state.status === 'stopped') return stay(state)
  if (state.status === 'stopping' && state.reason === '') return stay({ ...state, again: false })
  return { state: enter(state, 'stopping', '', now), orders: [{ do: 'end' }] }
}

function probed(state: ServiceState, probe: { ok: boolean; detail: string }, now: number, rules: ServiceRules): Step {
  if (!isUp(state.status)) return stay(state)
  const next = (inMs: number): Order[] => [{ do: 'probe', inMs }]
  if (probe.ok) {
    const well = state.status === 'healthy' ? { ...state, missed: 0 } : enter(state, 'healthy', '', now)
    return { state: well, orders: next(rules.probeEveryMs) }
  }
  if (state.status === 'starting') {
    if (now - state.since < rules.startWithinMs)
      return {
        state: { ...state, reason: probe.detail },
        orders: next(Math.min(PROBE_WHILE_STARTING, rules.probeEveryMs)),
      }
    return fail(state, `not healthy within ${rules.startWithinMs / 1000} s: ${probe.detail}`, null, now)
  }
  const missed = state.missed + 1
  if (missed >= MISSED_UNTIL_FAILED) return fail(state, `${missed} probes missed: ${probe.detail}`, null, now)
  const worse =
    state.status === 'healthy' && missed >= MISSED_UNTIL_UNHEALTHY
      ? { ...enter(state, 'unhealthy', probe.detail, now), missed }
      : { ...state, missed }
  return { state: worse, orders: next(rules.probeEveryMs) }
}

/** What is left of it is ended first, in every case. */
function fail(state: ServiceState, reason: string, ending: Ending | null, now: number): Step {
  const wasWell = state.status === 'healthy' && now - state.since >= MINUTE
  const failures = [...state.failures.filter(at => now - at < MINUTE), now]
  const failed = { ...state, failures, streak: wasWell ? 1 : state.streak + 1, ending }
  return { state: enter(failed, 'restarting', reason, now), orders: [{ do: 'end' }] }
}

function ended(state: ServiceState, ending: Ending | null, now: number): Step {
  const known = { ...state, ending: state.ending ?? ending }
  if (state.status === 'stopping') {
    if (state.again) return start({ ...known, status: 'stopped' }, now)
    return { state: enter(known, 'stopped', 'stopped by hand', now), orders: [] }
  }
  if (state.status !== 'restarting' || state.retryAt !== null) return stay(state)
  if (state.failures.length >= FAILURES_UNTIL_PARKED) {
    const reason = `failed ${state.failures.length} times in a minute, the last time: ${state.reason}`
    return { state: enter(known, 'parked', reason, now), orders: [] }
  }
  const inMs = pauseAfter(state.streak)
  return { state: { ...known, retryAt: now + inMs }, orders: [{ do: 'wake', inMs }] }
}

/** Never said to be stopped while it isn't. */
function notEnded(state: ServiceState, reason: string, now: number): Step {
  if (state.status === 'stopping') return stay({ ...state, reason })
  if (state.status === 'restarting') return { state: enter(state, 'parked', reason, now), orders: [] }
  return stay(state)
}
