import { expect, test } from 'vitest'
import { type Happening, newService, type Order, pauseAfter, type ServiceState, step } from './service.ts'

const rules = { probeEveryMs: 1_000, startWithinMs: 30_000 }
const well: Happening = { kind: 'probed', ok: true, detail: '' }
const unwell: Happening = { kind: 'probed', ok: false, detail: 'nobody listens' }
const crashed: Happening = { kind: 'exited', ending: { exitCode: 1, signal: null, interrupted: false } }
const gone: Happening = { kind: 'ended', ending: null }

/** A service and a clock that only moves when it is told to. */
function stage() {
  let now = 0
  let state: ServiceState = newService(now)
  const told: Order[] = []
  return {
    at: () => now,
    state: () => state,
    orders: () => told.splice(0),
    hear(...happenings: Happening[]) {
      for (const happening of happenings) {
        const next = step(state, happening, now, rules)
        state = next.state
        told.push(...next.orders)
      }
      return state.status
    },
    pass(ms: number) {
      now += ms
    },
  }
}

function healthy() {
  const stand = stage()
  stand.hear({ kind: 'start' }, { kind: 'started' }, well)
  stand.orders()
  return stand
}

/** Hears one whole failure and waits out its pause. */
function failOnce(stand: ReturnType<typeof stage>): void {
  stand.hear(crashed, gone)
  for (const order of stand.orders()) if (order.do === 'wake') stand.pass(order.inMs)
  stand.hear({ kind: 'due' }, { kind: 'started' })
}

test('a service starts, is probed until it is well, and then now and then', () => {
  const stand = stage()
  expect(stand.hear({ kind: 'start' })).toBe('starting')
  expect(stand.orders()).toEqual([{ do: 'start' }])
  expect(stand.hear({ kind: 'started' }, unwell)).toBe('starting')
  expect(stand.state().reason).toBe('nobody listens')
  stand.orders()
  expect(stand.hear(well)).toBe('healthy')
  expect(stand.orders()).toEqual([{ do: 'probe', inMs: 1_000 }])
})

test('a crash ends what is left of the tree before anything is started again', () => {
  const stand = healthy()
  expect(stand.hear(crashed)).toBe('restarting')
  expect(stand.orders()).toEqual([{ do: 'end' }])
  expect(stand.hear({ kind: 'due' })).toBe('restarting')
  stand.hear(gone)
  expect(stand.orders()).toEqual([{ do: 'wake', inMs: 500 }])
  stand.pass(500)
  expect(stand.hear({ kind: 'due' })).toBe('starting')
  expect(stand.orders()).toEqual([{ do: 'start' }])
  expect(stand.state().reason).toBe('ended by itself with code 1')
})

test('pauses double from half a second to a minute', () => {
  expect([1, 2, 3, 7, 8, 9, 40].map(pauseAfter)).toEqual([500, 1_000, 2_000, 32_000, 60_000, 60_000, 60_000])
})

test('five failures within a minute park it, with the last reason', () => {
  const stand = healthy()
  for (const _ of Array.from({ length: 4 })) failOnce(stand)
  expect(stand.hear(crashed, gone)).toBe('parked')
  expect(stand.state().reason).toBe('failed 5 times in a minute, the last time: ended by itself with code 1')
  stand.pass(600_000)
  expect(stand.hear({ kind: 'due' })).toBe('parked')
  expect(stand.hear({ kind: 'start' })).toBe('starting')
  expect(stand.state().failures).toEqual([])
})

test('failures that are far apart never park it, and a minute of health shortens the pause again', () => {
  const stand = healthy()
  for (const _ of Array.from({ length: 12 })) {
    stand.pass(61_000)
    stand.hear(crashed, gone)
    expect(stand.orders()).toEqual([{ do: 'end' }, { do: 'wake', inMs: 500 }])
    stand.pass(500)
    stand.hear({ kind: 'due' }, { kind: 'started' }, well)
    stand.orders()
  }
})

test('one that is slow to fail is paused ever longer instead', () => {
  const stand = healthy()
  const pauses = Array.from({ length: 10 }, () => {
    stand.pass(20_000)
    stand.hear(crashed, gone)
    const wake = stand.orders().find(order => order.do === 'wake')
    stand.pass(wake?.inMs ?? 0)
    stand.hear({ kind: 'due' }, { kind: 'started' })
    return wake?.inMs
  })
  expect(pauses.slice(-3)).toEqual([60_000, 60_000, 60_000])
})

test('missed probes make it unhealthy, and more of them a failure', () => {
  const stand = healthy()
  expect(stand.hear(unwell, unwell)).toBe('healthy')
  expect(stand.hear(unwell)).toBe('unhealthy')
  expect(stand.hear(well)).toBe('healthy')
  expect(stand.hear(unwell, unwell, unwell, unwell, unwell, unwell)).toBe('restarting')
  expect(stand.state().reason).toBe('6 probes missed: nobody listens')
})

test('one that never gets well fails after its time', () => {
  const stand = stage()
  stand.hear({ kind: 'start' }, { kind: 'started' }, unwell)
  stand.pass(30_000)
  expect(stand.hear(unwell)).toBe('restarting')
  expect(stand.state().reason).toBe('not healthy within 30 s: nobody listens')
})

test('it is stopped only once its tree is gone', () => {
  const stand = healthy()
  expect(stand.hear({ kind: 'stop' })).toBe('stopping')
  expect(stand.hear({ kind: 'exited', ending: { exitCode: 0, signal: null, interrupted: false } })).toBe('stopping')
  expect(stand.hear({ kind: 'not_ended', reason: 'process 12 is still there' })).toBe('stopping')
  expect(stand.state().reason).toBe('process 12 is still there')
  stand.orders()
  stand.hear({ kind: 'stop' })
  expect(stand.orders()).toEqual([{ do: 'end' }])
  expect(stand.hear({ kind: 'ended', ending: { exitCode: 0, signal: null, interrupted: true } })).toBe('stopped')
  expect(stand.state()).toMatchObject({ reason: 'stopped by hand', ending: { interrupted: true } })
})

test('a start during a stop waits for its end, and a stop takes that back', () => {
  const stand = healthy()
  stand.hear({ kind: 'restart' })
  expect(stand.orders()).toEqual([{ do: 'end' }])
  expect(stand.hear(gone)).toBe('starting')
  stand.orders()
  stand.hear({ kind: 'restart' }, { kind: 'stop' })
  expect(stand.hear(gone)).toBe('stopped')
})

test('a stop while it waits to be started again is a stop', () => {
  const stand = healthy()
  stand.hear(crashed, gone, { kind: 'stop' }, gone)
  expect(stand.hear({ kind: 'due' })).toBe('stopped')
})

test('a reason that no second try can mend parks it at once', () => {
  const stand = stage()
  stand.hear({ kind: 'start' })
  const missing: Happening = { kind: 'not_started', reason: 'the folder is gone', lasting: true }
  expect(stand.hear(missing)).toBe('parked')
  expect(stand.state().reason).toBe('the folder is gone')
})

test('what cannot be ended is not started beside it', () => {
  const stand = healthy()
  expect(stand.hear(crashed, { kind: 'not_ended', reason: 'process 12 is still there' })).toBe('parked')
})

test('one that is found running is probed at once', () => {
  const stand = stage()
  expect(stand.hear({ kind: 'adopted' })).toBe('starting')
  expect(stand.orders()).toEqual([{ do: 'probe', inMs: 0 }])
  expect(stand.hear(well)).toBe('healthy')
})
