import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSiteHost, siteHost, siteLabel, siteUrl } from './site-name.ts'

test('a plain name is its own label, and a slash is two hyphens', () => {
  expect(siteLabel('12-water-roses')).toBe('12-water-roses')
  expect(siteLabel('feat/a-b')).toBe('feat--a-b')
  expect(siteHost('garden', 'feat/a-b')).toBe('feat--a-b.garden.localhost')
  expect(siteHost('garden')).toBe('garden.localhost')
})

test('names that look alike have sites apart', () => {
  const names = [
    'feat/a-b',
    'feat-a/b',
    'feat-a-b',
    'feat--a-b',
    'feat/A-b',
    'feat/a_b',
    'feat.a.b',
    'feat/-a-b',
    'féat',
    'feat',
  ]
  expect(new Set(names.map(siteLabel)).size).toBe(names.length)
})

test('any name is one label that a browser takes, and no other name has it', () => {
  const near = fc.stringMatching(/^[aAxXnN./_é-]{1,6}$/)
  const name = fc.oneof(near, fc.string({ minLength: 1 }), fc.stringMatching(/^[a-z0-9/-]{60,90}$/))
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [label, second] = [siteLabel(one), siteLabel(other)]
      expect(label).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
      expect(new URL(`http://${label}.garden.localhost:4748/`).hostname).toBe(`${label}.garden.localhost`)
      expect(label === second).toBe(one === other)
      // A label is never what another name's label is made from.
      if (label !== one) expect(siteLabel(label)).not.toBe(label)
    }),
    { numRuns: 2_000, examples: [['XN', 'xn']] },
  )
})

test('the sites beside the plain one are nobody else’s, of MAIN and of a worktree', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9._/-]{0,12}$/)
  const site = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,6}$/)
  const place = fc.record({ worktree: fc.option(name, { nil: undefined }), site: fc.option(site, { nil: undefined }) })
  fc.assert(
    fc.property(place, place, (one, other) => {
      const [host, second] = [one, other].map(each => siteHost('garden', each.worktree, each.site))
      expect(host === second).toBe(one.worktree === other.worktree && one.site === other.site)
      expect(readSiteHost(`${host}:4748`, 4748)).toBeDefined()
    }),
    {
      numRuns: 2_000,
      examples: [
        [
          { worktree: 'docs', site: undefined },
          { worktree: undefined, site: 'docs' },
        ],
        [
          { worktree: 'a', site: undefined },
          { worktree: 'a', site: 'a' },
        ],
      ],
    },
  )
  expect(siteUrl(4748, 'garden', 'feat/a', '')).toBe('http://feat--a.garden.localhost:4748/')
  expect(siteUrl(4748, 'garden', null, '')).toBe('http://garden.localhost:4748/')
})

test('a host of ours is read back, and nobody else is one', () => {
  expect(readSiteHost('feat--a.garden.localhost:4748', 4748)).toEqual({ project: 'garden', worktree: 'feat--a' })
  expect(readSiteHost('Garden.localhost:4748', 4748)).toEqual({ project: 'garden' })
  for (const foreign of [
    '127.0.0.1:4748',
    'localhost:4748',
    'garden.localhost',
    'garden.localhost:4747',
    'garden.localhost:4748:4748',
    'a.b.garden.localhost:4748',
    'garden.localhost.evil.test:4748',
    'evil.test:4748',
    '.localhost:4748',
    'ga%rden.localhost:4748',
    '',
  ])
    expect(readSiteHost(foreign, 4748)).toBeUndefined()
})
