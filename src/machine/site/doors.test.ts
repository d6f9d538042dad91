import { expect, test } from 'vitest'
import { admit, ownCookies, withoutCookies } from './doors.ts'

const host = 'feat--a.garden.localhost:4748'
const origin = `http://${host}`
const outcome = (headers: Record<string, string>, method = 'GET') => admit(method, { host, ...headers }, 4748).outcome

test('the site itself, a typed address, a followed link and a program come in', () => {
  expect(admit('GET', { host }, 4748)).toEqual({ outcome: 'in', labels: { project: 'garden', worktree: 'feat--a' } })
  expect(outcome({ origin, 'sec-fetch-site': 'same-origin' }, 'POST')).toBe('in')
  expect(outcome({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe('in')
  for (const relation of ['cross-site', 'same-site'])
    expect(outcome({ 'sec-fetch-site': relation, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(
      'in',
    )
  expect(outcome({ origin: 'null', 'sec-fetch-site': 'same-origin' }, 'POST')).toBe('in')
})

test('another site, a neighbour of the same project included, neither reads nor writes', () => {
  const neighbours = [
    'http://garden.localhost:4748',
    'http://feat--b.garden.localhost:4748',
    'http://evil.test',
    'null',
  ]
  for (const foreign of neighbours) {
    expect(outcome({ origin: foreign })).toBe('foreign_page')
    expect(outcome({ origin: foreign, 'sec-fetch-site': 'same-site' }, 'POST')).toBe('foreign_page')
  }
  expect(outcome({ origin: `http://feat--a.garden.localhost` })).toBe('foreign_page')
  // Pictures, scripts and frames carry no origin.
  for (const dest of ['image', 'script', 'iframe', 'empty'])
    expect(outcome({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': dest })).toBe(
      'foreign_page',
    )
  const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  expect(outcome(frame)).toBe('foreign_page')
  expect(outcome({ ...frame, 'sec-fetch-dest': 'document' }, 'POST')).toBe('foreign_page')
})

test('a host that is no site is none, whatever it is resolved to', () => {
  for (const foreign of ['127.0.0.1:4748', 'localhost:4748', 'evil.test:4748', 'garden.localhost:4747'])
    expect(outcome({ host: foreign })).toBe('foreign_host')
  expect(admit('GET', {}, 4748)).toEqual({ outcome: 'foreign_host' })
})

test('the cookies of flower are never handed on, and no site sets them or any for its neighbours', () => {
  const names = new Set(['flower_page'])
  expect(withoutCookies('a=1; flower_page=secret; b=2', names)).toBe('a=1; b=2')
  expect(withoutCookies('flower_page=secret', names)).toBeUndefined()
  expect(withoutCookies(' flower_page =secret;a=1', names)).toBe('a=1')
  expect(withoutCookies(undefined, names)).toBeUndefined()
  const set = ['id=1; Path=/; Domain=garden.localhost; domain=localhost; HttpOnly', 'flower_page=x; Path=/', 'domain=1']
  expect(ownCookies(set, names)).toEqual(['id=1; Path=/; HttpOnly', 'domain=1'])
})
