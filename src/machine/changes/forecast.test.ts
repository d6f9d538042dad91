import { afterAll, beforeAll, expect, test } from 'vitest'
import { branchScene } from '../../../test/landing/branches.ts'
import { type Files, writeFiles } from '../../../test/landing/scene.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { type ForecastMemory, forecast, newForecastMemory } from './forecast.ts'
import { meetings } from './meeting.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

async function told(gitDir: string, onto: string, tips: string[], memory: ForecastMemory = newForecastMemory()) {
  const answer = await forecast({ gitDir, onto, tips, memory })
  if (answer.outcome !== 'forecast') throw new Error(JSON.stringify(answer))
  return answer
}

const lines = (...changed: [number, string][]) =>
  `${Array.from({ length: 30 }, (_, at) => changed.find(([line]) => line === at)?.[1] ?? `line ${at}`).join('\n')}\n`

test('branches that conflict, that only touch, and that have nothing to do with each other are told apart', async () => {
  const { gitDir, git, branch, id } = await branchScene(ground, 'pairs', { shared: lines(), other: 'x\n' })
  const first = await branch('first', [{ shared: lines([1, 'first']) }])
  const clashing = await branch('clashing', [{ shared: lines([1, 'clashing']), mine: 'x\n' }])
  const touching = await branch('touching', [{ shared: lines([28, 'touching']) }])
  const apart = await branch('apart', [{ other: 'y\n' }])
  const before = await git('count-objects')
  const answer = await told(gitDir, await id('main'), [first, clashing, touching, apart])
  expect(answer.withMain).toEqual([])
  const files = ['shared']
  expect(answer.pairs).toHaveLength(3)
  expect(answer.pairs).toEqual(
    expect.arrayContaining([
      { one: first, other: clashing, files, conflict: true },
      { one: first, other: touching, files, conflict: false },
      { one: clashing, other: touching, files, conflict: false },
    ]),
  )
  expect(answer.tried).toBe(3)
  expect(await git('count-objects')).toBe(before)
})

test('what is known is not tried again, and what is gone is forgotten', async () => {
  const { gitDir, branch, id } = await branchScene(ground, 'memory', { shared: lines() })
  const tips = [
    await branch('one', [{ shared: lines([1, 'one']) }]),
    await branch('two', [{ shared: lines([1, 'two']) }]),
    await branch('three', [{ shared: lines([9, 'three']) }]),
  ]
  const memory = newForecastMemory()
  const main = await id('main')
  const first = await told(gitDir, main, tips, memory)
  expect(first.tried).toBe(3)
  const again = await told(gitDir, main, tips.toReversed(), memory)
  expect(again).toMatchObject({ tried: 0, withMain: [] })
  expect(again.pairs.filter(pair => pair.conflict)).toHaveLength(1)
  await told(gitDir, main, tips.slice(1), memory)
  expect(memory.merges.size).toBe(1)
  const fresh = await branch('fresh', [{ shared: lines([20, 'fresh']) }])
  expect(await told(gitDir, main, [...tips.slice(1), fresh], memory)).toMatchObject({ tried: 2 })
})

test("a conflict with MAIN is told as MAIN's, and not once more of every pair", async () => {
  const { gitDir, branch, commit, id } = await branchScene(ground, 'mains', { shared: lines(), other: 'x\n' })
  const old = await branch('old', [{ shared: lines([1, 'old']), other: 'old\n' }])
  await commit({ shared: lines([1, 'main']) })
  const young = await branch('young', [{ other: 'young\n' }])
  const younger = await branch('younger', [{ mine: 'x\n' }])
  const answer = await told(gitDir, await id('main'), [old, young, younger])
  expect(answer.withMain).toEqual([{ tip: old, files: ['shared'], conflict: true }])
  expect(answer.pairs).toEqual([{ one: old, other: young, files: ['other'], conflict: true }])
})

test('a branch on top of another, one that is in MAIN, and one of another history meet nothing', async () => {
  const { gitDir, git, branch, commit, id } = await branchScene(ground, 'stacked', { shared: lines() })
  const below = await branch('below', [{ shared: lines([1, 'below']) }])
  const above = await branch('above', [{ shared: lines([1, 'above']) }], 'below')
  const landed = await branch('landed', [{ third: 'x\n' }])
  await git('merge', '-q', '--no-ff', '--no-edit', landed)
  const idle = await id('main')
  await git('switch', '-q', '--orphan', 'strange')
  const strange = await commit({ shared: 'strange\n' })
  await git('switch', '-q', 'main')
  const answer = await told(gitDir, await id('main'), [below, above, landed, idle, strange, below])
  expect(answer).toEqual({ outcome: 'forecast', withMain: [], pairs: [], unrelated: [strange], tried: 0 })
})

test('a branch that took MAIN in counts from there', async () => {
  const { gitDir, git, branch, commit, id } = await branchScene(ground, 'took-in', { shared: lines(), other: 'x\n' })
  await branch('updated', [{ other: 'updated\n' }])
  await commit({ shared: lines([1, 'main']) })
  await git('switch', '-q', 'updated')
  await git('merge', '-q', '--no-edit', 'main')
  const updated = await id('updated')
  await git('switch', '-q', 'main')
  const second = await branch('second', [{ shared: lines([1, 'second']) }])
  expect(await told(gitDir, await id('main'), [updated, second])).toMatchObject({ withMain: [], pairs: [] })
})

test('renamed files, moved folders, and a folder where another has a file are seen to meet', async () => {
  const files: Files = { 'a/one': lines([0, 'one']), 'a/two': lines([0, 'two']), loose: 'x\n' }
  const { gitDir, git, branch, id } = await branchScene(ground, 'moves', files)
  const moving = await branch('moving', [() => git('mv', 'a', 'b')])
  const adding = await branch('adding', [{ 'a/three': 'x\n' }])
  const editing = await branch('editing', [{ 'a/one': lines([0, 'one'], [9, 'edited']) }])
  const file = await branch('file', [{ place: 'x\n' }])
  const folder = await branch('folder', [{ 'place/in': 'x\n' }])
  const answer = await told(gitDir, await id('main'), [moving, adding, editing, file, folder])
  const kinds = new Map(answer.pairs.map(({ one, other, conflict }) => [[one, other].toSorted().join(), conflict]))
  const of = (one: string, other: string) => kinds.get([one, other].toSorted().join())
  expect(of(moving, adding)).toBe(true)
  expect(of(moving, editing)).toBe(false)
  expect(of(file, folder)).toBe(true)
  expect(kinds.size).toBe(3)
})

test("MAIN's rules for merging are kept to, and names are told whole", async () => {
  const odd = 'söme "odd"\tname\n.txt'
  const { gitDir, branch, id } = await branchScene(ground, 'rules', {
    '.gitattributes': 'log merge=union\n',
    log: 'x\n',
    [odd]: 'x\n',
  })
  const one = await branch('one', [{ log: 'x\none\n' }])
  const two = await branch('two', [{ log: 'x\ntwo\n', [odd]: 'two\n' }])
  const three = await branch('three', [{ [odd]: 'three\n' }])
  const { pairs } = await told(gitDir, await id('main'), [one, two, three])
  expect(pairs).toEqual(
    expect.arrayContaining([
      { one, other: two, files: ['log'], conflict: false },
      { one: two, other: three, files: [odd], conflict: true },
    ]),
  )
})

test('no two branches that are ruled out by their paths ever conflict', async () => {
  // Every combination of small changes to a small tree: what is not said to meet must merge.
  const files: Files = {
    'a/x': lines([0, 'x']),
    'a/y': lines([0, 'y']),
    'b/x': lines([0, 'bx']),
    top: lines([0, 'top']),
  }
  const { path, gitDir, git, branch, id } = await branchScene(ground, 'all', files)
  const changes: (Files | (() => Promise<unknown>))[] = [
    { 'a/x': lines([0, 'changed']) },
    { 'a/x': null },
    { 'a/new': 'x\n' },
    { 'b/new': 'x\n' },
    () => git('rm', '-q', 'b/x').then(() => writeFiles(path, { b: 'a file\n' })),
    () => git('rm', '-q', 'top').then(() => writeFiles(path, { 'top/in': 'x\n' })),
    { new: 'x\n' },
    () => git('mv', 'a', 'c'),
    () => git('mv', 'a/x', 'b/moved'),
    () => git('mv', 'top', 'a/top'),
    { 'c/x': 'x\n' },
  ]
  const tips: string[] = []
  for (const [at, change] of changes.entries()) tips.push(await branch(`branch-${at}`, [change]))
  const { pairs } = await told(gitDir, await id('main'), tips)
  const meeting = new Set(pairs.map(({ one, other }) => [one, other].toSorted().join()))
  const others = tips.flatMap((one, at) => tips.slice(at + 1).map(other => [one, other] as const))
  const ruledOut = others.filter(pair => !meeting.has(pair.toSorted().join()))
  expect(ruledOut.length).toBeGreaterThan(5)
  for (const [one, other] of ruledOut) await git('merge-tree', '--write-tree', one, other)
})

test('sets that share nothing do not meet', () => {
  const touch = (path: string, how: 'added' | 'removed' | 'changed' = 'changed') => ({ path, how })
  expect(meetings([[touch('a')], [touch('ab')], [touch('a/b')]])).toEqual([])
  expect(meetings([[touch('a/b', 'added')], [touch('a')]])).toEqual([{ one: 0, other: 1, paths: ['a/b'] }])
  expect(meetings([[touch('a/b', 'removed')], [touch('a/c/d', 'added')], [touch('e', 'added')]])).toHaveLength(1)
  expect(meetings([[touch('a', 'removed')], [touch('b', 'added')], [touch('c/d', 'added')]])).toHaveLength(1)
})
