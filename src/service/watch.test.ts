import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '#store/store.ts'
import { databases, openHouse, type TestHouse } from '../../test/house.ts'
import { makeWatch, type Watch } from './watch.ts'

describe.each(databases)('watching on %s', database => {
  let house: TestHouse
  let watch: Watch
  beforeEach(async () => {
    house = await openHouse(database)
    watch = makeWatch(house.store)
  })
  afterEach(async () => {
    watch.close()
    await house.close()
  })

  const head = () =>
    house.store.read(async tx => (await tx.db.selectFrom('chain').select('seq').executeTakeFirstOrThrow()).seq)
  const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, at) => at + first)
  /** Follows, and knows when it has heard a number of events. */
  async function listen(after: number | undefined, on = watch) {
    const heard: number[] = []
    const resets: number[] = []
    let look = (): void => undefined
    await on.follow(after, {
      deliver: events => {
        heard.push(...events.map(each => each.seq))
        look()
      },
      reset: seq => void resets.push(seq),
    })
    const until = (seq: number): Promise<void> =>
      new Promise(resolve => {
        look = () => {
          if ((heard.at(-1) ?? 0) >= seq) resolve()
        }
        look()
      })
    return { heard, resets, until }
  }

  it('readers that come at any moment hear every event once and in order', async () => {
    const readers = [await listen(0)]
    for (let round = 0; round < 20; round++) {
      const writes = Array.from({ length: 5 }, (_, at) => house.call('brief.capture', { text: `Brief ${round} ${at}` }))
      readers.push(await listen(round % 3 === 0 ? 0 : Math.max(0, (await head()) - round)))
      await Promise.all(writes)
    }
    const last = await head()
    for (const reader of readers) {
      await reader.until(last)
      expect(reader.heard).toEqual(upTo(last, reader.heard[0]))
    }
    expect(readers[0]?.heard[0]).toBe(1)
  })

  it('a reader that comes back while others are being told misses nothing', async () => {
    // The store itself, with a gate before one read: the moment that decides is held open.
    let gate: Promise<void> | undefined
    const reached = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    const gated: Store = {
      ...house.store,
      read: async work => {
        const answer = await house.store.read(work)
        if (gate && Array.isArray(answer) && answer.length > 0) {
          const held = gate
          gate = undefined
          reached.resolve()
          await held
        }
        return answer
      },
    }
    const slow = makeWatch(gated)
    await house.call('brief.capture', { text: 'Before' })
    const before = await head()
    const level = await listen(0, slow)
    await level.until(before)
    gate = opened.promise
    await house.call('brief.capture', { text: 'Meanwhile' })
    await reached.promise
    const back = await listen(1, slow)
    opened.resolve()
    const last = await head()
    await Promise.all([level.until(last), back.until(last)])
    expect(back.heard).toEqual(upTo(last, 2))
    expect(level.heard).toEqual(upTo(last))
    slow.close()
  })

  it('a reader that asks for what was never there is told to begin anew', async () => {
    const last = await head()
    const ahead = await listen(last + 1_000)
    expect(ahead.resets).toEqual([last])
    await house.call('brief.capture', { text: 'After' })
    await ahead.until(await head())
    expect(ahead.heard).toEqual(upTo(await head(), last + 1))
  })
})
