/** Random numbers from a seed, so that a run can be repeated. */
export type Chance = { below: (limit: number) => number }

/** Numbers from 0 to below the limit (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return {
    below: limit => {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
    },
  }
}
