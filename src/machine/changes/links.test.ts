import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { branchScene } from '../../../test/landing/branches.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { makeCandidate } from '../landing/candidate.ts'
import { type FoundLink, type KnownLink, linksIn } from './links.ts'
import { movedRefs } from './moved-refs.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

type Scene = Awaited<ReturnType<typeof branchScene>>

async function look(gitDir: string, known = {}) {
  const answer = await movedRefs({ gitDir, known })
  if (answer.outcome !== 'read') throw new Error(JSON.stringify(answer))
  return answer
}

/** Follows a repository as the house does: what is new since the last look, with the links found so far. */
function follow({ gitDir }: Scene, limit = 100) {
  let states = {}
  const known: KnownLink[] = []
  return async (landed: { from: string; to: string }[] = []): Promise<FoundLink[]> => {
    const moved = await look(gitDir, states)
    const found: FoundLink[] = []
    for (let skip = 0, more = true; more; skip += limit) {
      const page = await linksIn({
        gitDir,
        refs: moved.refs,
        after: moved.after,
        known: [...known, ...found],
        landed,
        limit,
        skip,
      })
      if (page.outcome !== 'read') throw new Error(JSON.stringify(page))
      found.push(...page.links)
      more = page.more
    }
    states = moved.now
    known.push(...found)
    return found
  }
}

const brief = (subject: string, id: number) => `${subject}\n\nBrief: #${id}`

test('only the exact trailer links; text, branch names and near misses do not, and the unclear is shown', async () => {
  const scene = await branchScene(ground, 'exact')
  const { gitDir, git, commit, id } = scene
  const start = await id('main')
  const linked = await commit({ a: '1\n' }, brief('Work', 7))
  const both = await commit({ a: '2\n' }, 'Two\n\nBrief: #7\nBrief: #8')
  const unclear = await commit({ a: '3\n' }, 'Unclear\n\nBrief: 9\nBrief: #010')
  for (const message of ['BR-1', 'BR-10', 'fix #1', 'Brief: #5', 'See #66\n\ncloses #7']) await commit({}, message)
  await git('branch', 'br-1-2')
  await git('branch', 'flower/3-brief')
  const wish = { gitDir, refs: [await id('main')], after: [start], known: [], landed: [], limit: 100, skip: 0 }
  expect(await linksIn(wish)).toEqual({
    outcome: 'read',
    links: [
      { briefId: 7, commit: linked },
      { briefId: 7, commit: both },
      { briefId: 8, commit: both },
    ],
    unclear: [{ commit: unclear, said: ['9', '#010'] }],
    more: false,
  })
  expect(await linksIn({ ...wish, known: [{ briefId: 7, commit: linked }] })).toMatchObject({
    links: [{ commit: both }, { briefId: 8 }],
  })
})

test('commits are found wherever they are made: on branches, detached, on MAIN and pushed from another machine', async () => {
  const scene = await branchScene(ground, 'anywhere')
  const { path, git, commit } = scene
  const next = follow(scene, 2)
  expect(await next()).toEqual([])
  const onMain = await commit({ a: '1\n' }, brief('On MAIN', 1))
  const detached = join(ground.path, 'anywhere-detached')
  await git('worktree', 'add', '-q', '--detach', detached)
  await ground.git(detached, 'commit', '-q', '--allow-empty', '-m', brief('Detached', 2))
  const elsewhere = join(ground.path, 'anywhere-clone')
  await ground.git(ground.path, 'clone', '-q', path, elsewhere)
  await ground.git(elsewhere, 'commit', '-q', '--allow-empty', '-m', brief('Pushed', 3))
  await ground.git(elsewhere, 'push', '-q', 'origin', 'HEAD:refs/heads/from-elsewhere')
  const links = await next()
  expect(links.map(link => link.briefId).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect(links).toContainEqual({ briefId: 1, commit: onMain })
  expect(await next()).toEqual([])
  await git('branch', 'same-commits-again')
  await git('branch', '-D', 'from-elsewhere')
  expect(await next()).toEqual([])
})

test("a landing's own rebase and squash are earlier work again, by its record", async () => {
  for (const style of ['rebase', 'squash', 'merge'] as const) {
    const scene = await branchScene(ground, `landing-${style}`, { shared: 'one\n\n\n\ntwo\n' })
    const { gitDir, git, commit, branch, id } = scene
    const next = follow(scene)
    await branch('work', [])
    await git('switch', '-q', 'work')
    const own = [
      await commit({ shared: 'one\n\n\n\n2\n' }, brief('First', 5)),
      await commit({ b: '1\n' }, brief('Second', 5)),
    ]
    await git('switch', '-q', 'main')
    expect(await next()).toEqual(own.map(commit => ({ briefId: 5, commit })))
    await commit({ shared: '1\n\n\n\ntwo\n' })
    const committer = { name: 'flower', email: 'flower@localhost', at: new Date(0) }
    const wish = { gitDir, onto: await id('main'), tip: await id('work'), committer }
    const wording = { author: committer, message: 'Land it', trailers: [{ key: 'Brief', value: '#5' }] }
    const made = await makeCandidate(style === 'rebase' ? { ...wish, style } : { ...wish, style, ...wording })
    if (made.outcome !== 'made') throw new Error(JSON.stringify(made))
    await git('reset', '-q', '--hard', made.commit)
    const found = await next(made.commits)
    if (style === 'rebase')
      expect(found).toEqual(made.commits.map(({ from, to }) => ({ briefId: 5, commit: to, again: [from] })))
    if (style === 'squash') expect(found).toEqual([{ briefId: 5, commit: made.commit, again: own }])
    if (style === 'merge') expect(found).toEqual([{ briefId: 5, commit: made.commit }])
  }
})

test("somebody's own rebase is the same work, even where the lines around have changed", async () => {
  const scene = await branchScene(ground, 'rebase', { shared: 'a\nb\nc\nd\n' })
  const { git, commit, branch } = scene
  const next = follow(scene)
  await branch('work', [])
  await git('switch', '-q', 'work')
  const one = await commit({ shared: 'a\nb\nc\nD\n' }, brief('One', 5))
  const two = await commit({ extra: 'x\n' }, brief('Two', 5))
  await next()
  await git('switch', '-q', 'main')
  await commit({ shared: 'A\nb\nc\nd\n' })
  await git('rebase', '-q', 'main', 'work')
  const found = await next()
  expect(found.map(link => link.again)).toEqual([[one], [two]])
  await git('commit', '-q', '--amend', '-m', brief('Two, in better words', 5))
  expect((await next()).map(link => link.again)).toEqual([[two]])
})

test("somebody's own squash of a branch is that branch's work; equal changes one after the other are two", async () => {
  const scene = await branchScene(ground, 'squash', { list: '1\n' })
  const { git, commit, branch } = scene
  const next = follow(scene)
  await branch('work', [])
  await git('switch', '-q', 'work')
  const own = [await commit({ list: '1\n2\n' }, brief('Add', 5)), await commit({ more: 'x\n' }, brief('More', 5))]
  await next()
  await git('switch', '-q', 'main')
  await commit({ other: 'x\n' })
  await git('merge', '-q', '--squash', 'work')
  const squashed = await commit({}, brief('All of it', 5))
  expect(await next()).toEqual([{ briefId: 5, commit: squashed, again: own }])
  const twice = [
    await commit({ list: '1\n' }, brief('Back', 6)),
    await commit({ list: '1\n2\n' }, brief('Same second', 6)),
  ]
  twice.push(await commit({ list: '1\n' }, brief('Back', 6)))
  expect(await next()).toEqual(twice.map(commit => ({ briefId: 6, commit })))
})

test('links to commits that are gone do no harm', async () => {
  const scene = await branchScene(ground, 'gone')
  const { gitDir, commit, id } = scene
  const start = await id('main')
  const made = await commit({ a: '1\n' }, brief('Work', 7))
  const known = [{ briefId: 7, commit: 'f'.repeat(40) }]
  const wish = { gitDir, refs: [made], after: [start], known, landed: [], limit: 10, skip: 0 }
  expect(await linksIn(wish)).toMatchObject({ links: [{ briefId: 7, commit: made }] })
})
