import { describe, expect, test } from 'vitest'
import type { Event } from '#contract/shapes.ts'
import { joined, passes, sealedUpTo, traceLines } from './trace-lines.ts'

const event = (seq: number, more: Partial<Event> = {}): Event => ({
  seq,
  type: 'note_added',
  at: '2026-03-02T09:00:00.000Z',
  actor: { kind: 'operator', ref: 'ada' },
  payload: {},
  words: '',
  tone: 'words',
  quiet: false,
  prevHash: `h${seq - 1}`,
  briefPrevHash: `h${seq - 1}`,
  hash: `h${seq}`,
  ...more,
})
const quiet = (seq: number) => event(seq, { quiet: true, type: 'link_added' })
const shown = (events: Event[], opened: number[] = []) =>
  traceLines(events, new Set(opened), true).map(line => (line.kind === 'run' ? `run of ${line.count}` : line.event.seq))

describe('the lines of a trace', () => {
  test('three quiet events in a row fold, two do not', () => {
    expect(shown([event(6), quiet(5), quiet(4), quiet(3), event(2)])).toEqual([6, 'run of 3', 2])
    expect(shown([event(4), quiet(3), quiet(2), event(1)])).toEqual([4, 3, 2, 1])
  })
  test('an opened run stays open when news makes it longer', () => {
    expect(shown([quiet(4), quiet(3), quiet(2)], [2])).toEqual([4, 3, 2])
    expect(shown([quiet(5), quiet(4), quiet(3), quiet(2)], [2])).toEqual([5, 4, 3, 2])
  })
  test('only the oldest event of a whole trace is its root', () => {
    const roots = (whole: boolean) =>
      traceLines([event(2), event(1)], new Set(), whole).map(line => line.kind === 'event' && line.root)
    expect(roots(true)).toEqual([false, true])
    expect(roots(false)).toEqual([false, false])
  })
  test('what comes in twice stands there once, newest first', () => {
    expect(joined([event(3), event(1)], [event(4), event(3), event(2)]).map(one => one.seq)).toEqual([4, 3, 2, 1])
  })
  test('a filter holds its types, and an actor only what that actor did', () => {
    expect(passes(event(1), 'words', null)).toBe(true)
    expect(passes(event(1), 'links', null)).toBe(false)
    expect(passes(event(1), 'all', 'agent:builder-1')).toBe(false)
    expect(passes(event(1, { type: 'of a newer house' }), 'all', 'operator:ada')).toBe(true)
  })
})

describe('the seal of an event', () => {
  test('it reaches from what the house walked to what follows on it', () => {
    expect(sealedUpTo([event(3), event(2), event(1)], 'h2')).toBe(3)
  })
  test('it ends before an event that does not follow', () => {
    expect(sealedUpTo([event(4), event(3, { briefPrevHash: 'other' }), event(2)], 'h2')).toBe(2)
  })
  test('without a walk nothing is sealed', () => {
    expect(sealedUpTo([event(1)], null)).toBe(0)
  })
})
