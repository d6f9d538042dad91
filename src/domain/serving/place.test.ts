import { expect, test } from 'vitest'
import { parseConfiguration } from '../configuration/parse.ts'
import { placeKey, serviceKey, servicesOf, sitesOf } from './place.ts'

function configured(text: string) {
  const { configuration, problems } = parseConfiguration(text)
  if (!configuration) throw new Error(JSON.stringify(problems))
  return configuration
}

const shop = configured(`
services:
  mail: { run: mail, port: 1025, onlyMain: true }
  web: { run: web, port: 5173 }
  docs: { run: docs, port: 8000 }
  worker: { run: worker }
sites: { mail: mail, shop: web, docs: docs }
`)

test('the first site that runs in a place is its plain one', () => {
  expect(sitesOf(shop, 'main').map(each => [each.service, each.site])).toEqual([
    ['mail', ''],
    ['web', 'shop'],
    ['docs', 'docs'],
  ])
  expect(servicesOf(shop, 'worktree')).toEqual([
    { name: 'web', site: '', wantedPort: 5173 },
    { name: 'docs', site: 'docs', wantedPort: 8000 },
    { name: 'worker', site: null, wantedPort: null },
  ])
})

test('without sites the only service that listens is one, and of several none', () => {
  const one = 'web: { run: web, port: 5173 }, worker: { run: worker }'
  expect(sitesOf(configured(`services: { ${one} }`), 'worktree')).toEqual([{ site: '', service: 'web' }])
  const two = configured(`services: { ${one}, api: { run: api, port: 8000 } }`)
  expect(sitesOf(two, 'worktree')).toEqual([])
})

test('every place and service has a name of its own on a disk that knows no case', () => {
  const main = { projectId: 3, worktreeId: null }
  const worktree = { projectId: 3, worktreeId: 3 }
  expect([placeKey(main), placeKey(worktree)]).toEqual(['p3', 'w3'])
  const keys = ['web', 'Web', 'wEb', 'w-eb', 'w_eb'].map(each => serviceKey(worktree, each))
  expect(new Set(keys.map(each => each.toLowerCase())).size).toBe(keys.length)
})
