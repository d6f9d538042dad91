import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { branchExists, type CommitRange, commitsSince, resolveRef } from './commits.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const commit = (path: string, message: string) => ground.git(path, 'commit', '-q', '--allow-empty', '-m', message)
const place = (path: string) => ({ gitDir: join(path, '.git') })
async function list(path: string, range?: CommitRange) {
  const answer = await commitsSince(place(path), range)
  if (answer.outcome !== 'listed') throw new Error(JSON.stringify(answer))
  return answer
}

test('a commit comes with its id, parents, author date and subject', async () => {
  const path = await ground.repository('details')
  const parent = await ground.git(path, 'rev-parse', 'HEAD')
  await commit(path, 'Zähle 🌸 $1 $& "quoted"\n\nBody')
  const { commits } = await list(path)
  expect(commits[0]).toEqual({
    id: await ground.git(path, 'rev-parse', 'HEAD'),
    parents: [parent],
    authoredAt: '2026-01-02T03:04:05+01:00',
    subject: 'Zähle 🌸 $1 $& "quoted"',
    briefIds: [],
    unclearBriefs: [],
  })
  expect(commits[1]).toMatchObject({ id: parent, parents: [] })
})

test('only an exact trailer names a Brief; numbers in text, branch names and near misses do not', async () => {
  const path = await ground.repository('trailers')
  const expected: [string, number[]][] = [
    ['Plain\n\nBrief: #12', [12]],
    ['Two\n\nBody #7\n\nBrief: #3\nBrief: #4\nBrief: #3\nSigned-off-by: Ada <ada@example.test>', [3, 4]],
    ['Case of the key\n\nbrief: #5', [5]],
    ['fix #1, closes BR-10, br-1-2, #66', []],
    ['Brief: #5', []],
    ['In the middle\n\nBrief: #8\n\nand more text', []],
    ['No sign\n\nBrief: 9', []],
    ['Several in one\n\nBrief: #9, #10', []],
    ['Leading zero\n\nBrief: #09', []],
    ['Text after\n\nBrief: #9 and so on', []],
    ['Continued\n\nBrief: #9\n  0', []],
    ['Other key\n\nBriefing: #9', []],
  ]
  for (const [message] of expected) await commit(path, message)
  const { commits } = await list(path)
  expect(
    commits
      .slice(0, -1)
      .reverse()
      .map(({ briefIds }) => briefIds),
  ).toEqual(expected.map(([, ids]) => ids))
})

test('a trailer that means a Brief and names none is told as it is', async () => {
  const path = await ground.repository('unclear')
  await commit(path, 'Unclear\n\nBrief: 9\nBrief: #9, #10\nBrief: #4')
  expect((await list(path)).commits[0]).toMatchObject({ briefIds: [4], unclearBriefs: ['9', '#9, #10'] })
})

test('what is already known is left out, and a known id that was pruned does no harm', async () => {
  const path = await ground.repository('since')
  const known = await ground.git(path, 'rev-parse', 'HEAD')
  await commit(path, 'New')
  const after = [known, '0123456789012345678901234567890123456789', '--all', 'main']
  expect((await list(path, { after })).commits.map(({ subject }) => subject)).toEqual(['New'])
})

test('every branch and every worktree counts, stashes do not', async () => {
  const path = await ground.repository('all')
  const worktree = join(ground.path, 'all-feature')
  await ground.git(path, 'worktree', 'add', '-q', '--detach', worktree)
  await commit(worktree, 'Detached work')
  await ground.git(path, 'switch', '-q', '-c', 'feature')
  await commit(path, 'Feature work')
  await writeFile(join(path, 'notes.md'), 'changed\n')
  await ground.git(path, 'stash', '-q')
  const subjects = (await list(path)).commits.map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(['Detached work', 'Feature work', 'Start'])
  expect((await list(path, { refs: ['main'] })).commits.map(({ subject }) => subject)).toEqual(['Start'])
  expect((await list(path, { refs: [] })).commits).toEqual([])
})

test('a long history comes in pages', async () => {
  const path = await ground.repository('pages')
  for (const number of [1, 2, 3]) await commit(path, `Step ${number}`)
  const page = async (skip: number) => {
    const { commits, more } = await list(path, { limit: 2, skip })
    return [...commits.map(({ subject }) => subject), more]
  }
  expect(await page(0)).toEqual(['Step 3', 'Step 2', true])
  expect(await page(2)).toEqual(['Step 1', 'Start', false])
})

test('a repository without a commit lists none', async () => {
  const path = join(ground.path, 'none')
  await ground.git(ground.path, 'init', '-q', path)
  expect((await list(path)).commits).toEqual([])
})

test('an unknown ref is named, not passed over', async () => {
  const path = await ground.repository('unknown')
  expect(await commitsSince(place(path), { refs: ['gone'] })).toEqual({ outcome: 'unknown_ref', ref: 'gone' })
})

test('a folder that is no repository is a failure with the reason', async () => {
  const answer = await commitsSince({ gitDir: ground.path })
  expect(answer).toMatchObject({ outcome: 'git_failed', detail: expect.stringContaining('not a git repository') })
})

test('odd but legal branch names are only data', async () => {
  const path = await ground.repository('odd')
  const head = await ground.git(path, 'rev-parse', 'HEAD')
  const names = ['-x', '--upload-pack=touch', '$(touch${IFS}x)', 'fl\u202eower', 'grün/🌸', '`id`', "it's"]
  for (const name of names) {
    await ground.git(path, 'update-ref', `refs/heads/${name}`, head)
    expect(await resolveRef(place(path), name)).toBe(head)
    expect(await branchExists(place(path), name)).toBe(true)
  }
})

test('what is no name stands for nothing', async () => {
  const path = await ground.repository('no-name')
  await commit(path, 'Second')
  const texts = [
    '',
    '@',
    'main~1',
    'main^',
    'HEAD^',
    '@{1}',
    'main..gone',
    ':/Start',
    'a b',
    'a\0b',
    'a\nb',
    'x.lock',
    'ma*',
  ]
  const short = (await ground.git(path, 'rev-parse', 'HEAD')).slice(0, 10)
  for (const text of [...texts, short, '\ud800', 'gone']) {
    expect(await resolveRef(place(path), text), JSON.stringify(text)).toBeUndefined()
    expect(await branchExists(place(path), text)).toBe(false)
  }
})

test('a branch goes before a tag of the same name, and a tag is followed to its commit', async () => {
  const path = await ground.repository('same-name')
  const first = await ground.git(path, 'rev-parse', 'HEAD')
  await ground.git(path, 'tag', '-a', '-m', 'Tag', 'both')
  await ground.git(path, 'tag', '-a', '-m', 'Tag', 'v1')
  await commit(path, 'Second')
  const second = await ground.git(path, 'rev-parse', 'HEAD')
  await ground.git(path, 'branch', 'both')
  expect(await resolveRef(place(path), 'both')).toBe(second)
  expect(await resolveRef(place(path), 'v1')).toBe(first)
  expect(await resolveRef(place(path), 'refs/tags/both')).toBe(first)
  expect(await resolveRef(place(path), 'HEAD')).toBe(second)
  expect(await resolveRef(place(path), first)).toBe(first)
  expect(await branchExists(place(path), 'v1')).toBe(false)
})
