import { describe, expect, it } from 'vitest'
import { keptFor, later, leaseMs, usageLimitEnds } from '#domain/dispatch.ts'

const now = '2026-03-02T09:00:00.000Z'
const meant = { meantFor: 'agent:builder', movedAt: now, waitsUntil: null }

describe('a dispatch that goes on from earlier work', () => {
  it('is kept for the agent that did it as long as a lease lasts, then for nobody', () => {
    const until = later(now, leaseMs)
    expect(keptFor(meant, now)).toEqual({ agent: 'agent:builder', until })
    expect(keptFor(meant, later(now, leaseMs - 1))).not.toBe(null)
    expect(keptFor(meant, until)).toBe(null)
  })

  it('is kept from the time on at which it can be claimed', () => {
    const waitsUntil = later(now, 10 * leaseMs)
    expect(keptFor({ ...meant, waitsUntil }, waitsUntil)).toEqual({
      agent: 'agent:builder',
      until: later(waitsUntil, leaseMs),
    })
  })

  it('is kept for nobody when it is meant for nobody', () => {
    expect(keptFor({ ...meant, meantFor: null }, now)).toBe(null)
  })
})

describe('a usage limit', () => {
  it('waits until the time that was named, in whatever precision', () => {
    expect(usageLimitEnds(now, '2026-03-02T12:00:00Z')).toBe('2026-03-02T12:00:00.000Z')
  })

  it('waits eight days at the most, so that a slip of a year does not leave the work to nobody', () => {
    expect(usageLimitEnds(now, '2026-03-09T09:00:00Z')).toBe('2026-03-09T09:00:00.000Z')
    expect(usageLimitEnds(now, '9999-12-31T23:59:59Z')).toBe('2026-03-10T09:00:00.000Z')
  })

  it('waits an hour when no time was named', () => {
    expect(usageLimitEnds(now, undefined)).toBe('2026-03-02T10:00:00.000Z')
  })

  it('waits a minute at the least, so that a time long passed does not make the queue spin', () => {
    expect(usageLimitEnds(now, '2020-01-01T00:00:00Z')).toBe('2026-03-02T09:01:00.000Z')
  })
})
