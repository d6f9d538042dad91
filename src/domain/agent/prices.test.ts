import { expect, test } from 'vitest'
import { costOf, PRICES } from './prices.ts'

const usage = { input: 30, cacheRead: 11_000, cacheWrite: 400, output: 50 }
const on = (day: string): Date => new Date(`${day}T12:00:00Z`)

test('a use costs what its model cost on that day', () => {
  // As Claude Code itself counts the same tokens.
  expect(costOf('claude-sonnet-5-5', usage, on('2026-11-28'))).toBeCloseTo(0.00266, 8)
  expect(costOf('claude-sonnet-5-5', usage, on('2026-10-06'))).toBeCloseTo(0.00376, 8)
  expect(costOf('gpt-6.1-sol', { ...usage, cacheWrite: 0 }, on('2026-11-28'))).toBeCloseTo(0.00166, 8)
})

test('a dated name and one with its window are the same model', () => {
  const price = costOf('claude-haiku-4-5', usage, on('2026-11-28'))
  expect(costOf('claude-haiku-4-5-20251001', usage, on('2026-11-28'))).toBe(price)
  expect(costOf('claude-haiku-4-5[1m]', usage, on('2026-11-28'))).toBe(price)
})

test('what is not known has no price', () => {
  expect(costOf('mock-model', usage, on('2026-11-28'))).toBeUndefined()
  expect(costOf('claude-sonnet-5-5-turbo', usage, on('2026-11-28'))).toBeUndefined()
  expect(costOf('claude-opus-5-5', usage, on('2026-09-21'))).toBeUndefined()
  // Nobody says what comes after the offer.
  expect(costOf('gpt-5.6-sol', { ...usage, cacheWrite: 0 }, on('2026-11-21'))).toBeGreaterThan(0)
  expect(costOf('gpt-5.6-sol', { ...usage, cacheWrite: 0 }, on('2026-11-22'))).toBeUndefined()
  // Writes into its cache aren't priced in what we know.
  expect(costOf('gpt-6.2-astra', usage, on('2026-11-28'))).toBeUndefined()
})

test('every row says since when and where it is from', () => {
  for (const { since, from, price } of PRICES) {
    expect(since).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(from).toMatch(/^https:\/\//)
    expect(price.cacheRead).toBeLessThan(price.input)
    expect(price.input).toBeLessThan(price.output)
  }
})
