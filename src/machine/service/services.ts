// The services of all worktrees on this machine: carries out what `step` of the domain decides, and says what became of it.

import { newService, type ServiceRules, type ServiceState, wordsOf } from '#domain/serving/service.ts'
import { endTree } from './end-tree.ts'
import type { Health } from './probe.ts'
import { type LogPart, readLog } from './read-log.ts'
import { readopt } from './readopt.ts'
import type { RunRecord } from './run-record.ts'
import { makeSlots } from './slots.ts'
import type { Start } from './start.ts'
import { Tended } from './tended.ts'

export type ServiceSpec = Omit<Start, 'marker'> & {
  /** Of this worktree and service alone. */
  key: string
  health: Health | undefined
  /** From SIGTERM to SIGKILL. */
  graceMs: number
  /** Called right before each start: the one who holds the port lets go of it. */
  beforeStart?: () => Promise<void>
}

/** What is known of a service now. */
export type ServiceView = ServiceState & {
  key: string
  port: number | undefined
  /** The run that lives, or the last one; null before the first. */
  run: RunRecord | null
  /** The last of its log when it is parked, else empty. */
  lastLines: string[]
}

export type ServicesOptions = {
  clock: { now: () => number; later: (inMs: number, action: () => void) => () => void }
  newMarker: () => string
  rules: ServiceRules & { probeWithinMs: number }
  /** Hears of every change; must not throw. */
  onChange: (service: ServiceView) => void
}

export type Adoption = { outcome: 'living' | 'dead' | 'none'; service: ServiceView }

export type Services = {
  /** Answers once the program runs or can't. One that runs already is left as it is, whatever the spec says now. */
  start: (spec: ServiceSpec) => Promise<ServiceView>
  /** Answers once nothing of it is left, or with `stopping` and the reason why something is. */
  stop: (key: string) => Promise<ServiceView | undefined>
  restart: (key: string) => Promise<ServiceView | undefined>
  /**
   * Takes over what an earlier flower started; of a dead one it ends what is left. Starts nothing. `parked` is why it was
   * given up before, which it stays unless it lives.
   */
  adopt: (spec: ServiceSpec, parked?: string) => Promise<Adoption>
  status: (key: string) => ServiceView | undefined
  all: () => ServiceView[]
  /** Undefined for a service that nobody started or adopted. */
  logs: (key: string, from: { lines: number } | { after: number; lines?: undefined }) => LogPart | undefined
  /** Drops a stopped service, for a worktree that is removed; false while anything of it may live. */
  forget: (key: string) => boolean
  /** Looks after them no longer. The services live on, for the next flower to adopt. */
  close: () => void
}

/** Starting takes a core; ending mostly waits. */
const STARTS_AT_ONCE = 4
const ENDS_AT_ONCE = 16

export function makeServices(options: ServicesOptions): Services {
  const tended = new Map<string, Tended>()
  const slots = { start: makeSlots(STARTS_AT_ONCE), end: makeSlots(ENDS_AT_ONCE) }
  const tend = (spec: ServiceSpec, state: ServiceState, run: RunRecord | null): Tended => {
    tended.get(spec.key)?.close()
    const one = new Tended(spec, { state, run }, options, slots)
    tended.set(spec.key, one)
    return one
  }
  const fresh = (): ServiceState => newService(options.clock.now())

  return {
    async start(spec) {
      const there = tended.get(spec.key)
      const one = there && !there.isAtRest() ? there : tend(spec, fresh(), there?.view().run ?? null)
      return one.hearAndSettle({ kind: 'start' })
    },
    stop: async key => tended.get(key)?.hearAndSettle({ kind: 'stop' }),
    restart: async key => tended.get(key)?.hearAndSettle({ kind: 'restart' }),
    async adopt(spec, parked) {
      const found = readopt(spec.folder)
      const rest = parked === undefined ? fresh() : { ...fresh(), status: 'parked' as const, reason: parked }
      if (found.outcome === 'none') return { outcome: 'none', service: tend(spec, rest, null).view() }
      if (found.outcome === 'living') {
        const service = await tend(spec, fresh(), found.run).hearAndSettle({ kind: 'adopted' })
        return { outcome: 'living', service }
      }
      return { outcome: 'dead', service: await adoptDead(spec, found, rest) }
    },
    status: key => tended.get(key)?.view(),
    all: () => [...tended.values()].map(one => one.view()),
    logs(key, from) {
      const folder = tended.get(key)?.spec.folder
      return folder === undefined ? undefined : readLog({ folder, ...from })
    },
    forget(key) {
      const one = tended.get(key)
      if (one && !one.isAtRest()) return false
      one?.close()
      return tended.delete(key)
    },
    close: () => tended.forEach(one => one.close()),
  }

  /** Its program ended while nobody looked; what it left running would be in the way of the next start. */
  async function adoptDead(
    spec: ServiceSpec,
    found: Extract<ReturnType<typeof readopt>, { outcome: 'dead' }>,
    rest: ServiceState,
  ): Promise<ServiceView> {
    const ending = found.ending ? { ...found.ending, interrupted: false } : null
    const how = ending ? wordsOf(ending) : 'it is gone'
    const state = { ...rest, reason: rest.reason || `while flower was away: ${how}`, ending }
    if (found.remains === 0) return tend(spec, state, found.run).view()
    const end = await slots.end(() => endTree(found.run, spec.graceMs))
    const reason = end.outcome === 'stopped' ? state.reason : `still there: processes ${end.pids.join(', ')}`
    const status = end.outcome === 'stopped' ? rest.status : 'stopping'
    return tend(spec, { ...state, status, reason }, found.run).view()
  }
}
