import { expect, test } from 'vitest'
import type { WorktreeView } from '#contract/shapes.ts'
import { heldPaths } from './held.ts'
import { countOf, inOrder, keyOf, layOut, nodesOf, saysAll } from './tree.ts'
import { bytesInWords, distanceOf, fresher, reasonOf, stateOf } from './words.ts'

const worktree = (id: number, part: Partial<WorktreeView> = {}): WorktreeView => ({
  id,
  briefId: null,
  name: `roses-${id}`,
  path: `/worktrees/${id}`,
  branch: `flower/roses-${id}`,
  base: 'a'.repeat(40),
  isolation: 'isolated',
  follows: null,
  status: 'ready',
  errand: null,
  reason: null,
  adopted: false,
  ports: {},
  fingerprint: 'f',
  warnings: [],
  disk: null,
  rescue: null,
  createdBy: 'operator:ada',
  createdAt: '2026-07-04T12:00:00.000Z',
  movedAt: '2026-07-04T12:00:00.000Z',
  endedAt: null,
  project: 'garden',
  node: 'studio',
  dirty: { modified: 0, untracked: 0, unmerged: 0 },
  ahead: 0,
  behind: 0,
  head: 'a'.repeat(40),
  underWay: [],
  lookedAt: null,
  agents: [],
  claims: [],
  services: [],
  site: null,
  ...part,
})

test('a node has MAIN of its projects, each before its worktrees, newest first', () => {
  const rows = inOrder([
    worktree(1),
    worktree(2, { project: 'meadow', node: 'laptop' }),
    worktree(3),
    worktree(4, { project: 'orchard' }),
  ])
  const nodes = nodesOf(rows, [{ slug: 'orchard' }, { slug: 'garden' }, { slug: 'meadow' }, { slug: 'field' }])
  const drawn = nodes.map(({ name, rows: own, projects }) => [name, ...layOut(own, projects).map(keyOf)])
  expect(drawn).toEqual([
    ['laptop', 'main field', 'main meadow', 'w2'],
    ['studio', 'main garden', 'w3', 'w1', 'main orchard', 'w4'],
  ])
})

test('where there is no worktree yet MAIN stands on this node, and without a project nothing does', () => {
  expect(nodesOf([], [{ slug: 'garden' }])).toEqual([{ name: 'this node', rows: [], projects: [{ slug: 'garden' }] }])
  expect(nodesOf([], [])).toEqual([])
})

test('every word that is looked for has to be there, and a reference means itself alone', () => {
  const one = worktree(12, { briefId: 4, agents: [{ actor: 'agent:builder-1', dispatchId: 1 }] })
  expect(saysAll(one, '')).toBe(true)
  expect(saysAll(one, 'ROSES builder')).toBe(true)
  expect(saysAll(one, 'roses lilies')).toBe(false)
  expect([saysAll(one, 'w12'), saysAll(one, 'w1'), saysAll(one, '#4'), saysAll(one, '#12')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('the parts of the fleet are counted', () => {
  const all = [
    worktree(1, { status: 'failed' }),
    worktree(2, { dirty: { modified: 1, untracked: 0, unmerged: 0 } }),
    worktree(3, { agents: [{ actor: 'agent:builder-1', dispatchId: 1 }] }),
  ]
  expect((['all', 'work', 'failed', 'changed', 'idle'] as const).map(show => countOf(all, show))).toEqual([
    3, 1, 1, 1, 1,
  ])
})

test('a path that two hold stands once, and whoever meets another on it is named', () => {
  const expiresAt = '2026-07-04T13:00:00.000Z'
  const held = heldPaths([
    worktree(1, { claims: [{ path: 'docs/**', holder: 'agent:a', expiresAt }] }),
    worktree(2, {
      claims: [
        { path: 'docs/**', holder: 'agent:b', expiresAt },
        { path: 'src', holder: 'agent:b', expiresAt },
      ],
    }),
    worktree(3, { claims: [{ path: 'src/pump.ts', holder: 'agent:c', expiresAt }] }),
    worktree(4, { project: 'meadow', claims: [{ path: 'src', holder: 'agent:d', expiresAt }] }),
  ])
  expect(held.map(({ path, holders, meets }) => [path, holders.map(each => each.actor), meets])).toEqual([
    ['docs/**', ['agent:a', 'agent:b'], []],
    ['src', ['agent:b'], ['agent:c']],
    ['src/pump.ts', ['agent:c'], ['agent:b']],
    ['src', ['agent:d'], []],
  ])
})

test('a look that is newer than the list is shown, and an older one is not', () => {
  const listed = worktree(1, { lookedAt: '2026-07-04T12:00:00.000Z', status: 'failed' })
  const seen = worktree(1, { lookedAt: '2026-07-04T12:00:05.000Z', ahead: 2 })
  expect(fresher(listed, seen)).toMatchObject({ ahead: 2, status: 'failed' })
  expect(fresher(seen, listed)).toBe(seen)
  expect(fresher(listed, undefined)).toBe(listed)
})

test('what is said of one in few words', () => {
  expect([0, 999, 1_400_000, 42_000_000, 1_234_567_890].map(bytesInWords)).toEqual([
    '0 B',
    '999 B',
    '1.4 MB',
    '42 MB',
    '1.2 GB',
  ])
  expect(distanceOf({ ahead: 6, behind: 1 })).toBe('6 ahead, 1 behind')
  expect(distanceOf({ ahead: 0, behind: 0 })).toBe('at MAIN')
  expect(distanceOf({ ahead: null, behind: null })).toBe('')
  expect(reasonOf('npm ci: ended with 1\nline 1\nline 2\n')).toEqual({
    first: 'npm ci: ended with 1',
    rest: 'line 1\nline 2',
  })
  expect(stateOf(worktree(1, { errand: 'sync' }))?.words).toBe('taking MAIN in')
  expect(stateOf(worktree(1))).toBeUndefined()
})
