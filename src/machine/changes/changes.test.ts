import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { branchScene } from '../../../test/landing/branches.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { baseOf, type ChangedFile, changesOf } from './changes.ts'
import { diffOf } from './diff.ts'
import { walkFirstParents } from './first-parents.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const numbered = (count: number, at?: number, text?: string) =>
  `${Array.from({ length: count }, (_, line) => (line === at ? text : `line ${line}`)).join('\n')}\n`

async function changed(name: string) {
  const odd = 'söme "odd"\tname\n.txt'
  const files = {
    gone: 'x\ny\n',
    'old name': numbered(30),
    kind: 'x\n',
    'run.sh': 'x\n',
    [odd]: 'x\n',
    bin: 'a\0b',
    text: numbered(30),
  }
  const scene = await branchScene(ground, name, files)
  const { path, git, branch, makeRunnable, commit } = scene
  const tip = await branch('work', [
    { gone: null, [odd]: 'y\n', bin: 'a\0cc', text: numbered(30, 14, 'changed'), fresh: 'one\ntwo' },
    async () => {
      await git('mv', 'old name', 'new name')
      await makeRunnable('run.sh')
      await git('rm', '-q', 'kind')
      await symlink('text', join(path, 'kind'))
      await mkdir(join(path, 'sub'))
      await git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
    },
  ])
  await commit({ 'of-main': 'x\n' })
  const base = await baseOf(scene.gitDir, await scene.id('main'), tip)
  const answer = await changesOf({ gitDir: scene.gitDir, base: base ?? '', tip, limit: 100 })
  if (answer.outcome !== 'read') throw new Error(JSON.stringify(answer))
  const file = (name: string) => answer.files.find(each => each.path === name) ?? ({} as ChangedFile)
  return { ...scene, answer, file, odd, base: base ?? '', tip }
}

test('files come with what happened to them, their lines, modes and kinds, and without what MAIN did', async () => {
  const { answer, odd, base, tip, gitDir } = await changed('changes')
  const told = answer.files.map(({ path, status, added, deleted, oldPath }) => [path, status, added, deleted, oldPath])
  expect(told).toEqual([
    ['bin', 'modified', undefined, undefined, undefined],
    ['fresh', 'added', 2, 0, undefined],
    ['gone', 'deleted', 0, 2, undefined],
    ['kind', 'kind_changed', 1, 1, undefined],
    ['new name', 'renamed', 0, 0, 'old name'],
    ['run.sh', 'modified', 0, 0, undefined],
    ['sub', 'added', undefined, undefined, undefined],
    [odd, 'modified', 1, 1, undefined],
    ['text', 'modified', 1, 1, undefined],
  ])
  expect(answer).toMatchObject({ more: 0, added: 5, deleted: 5 })
  expect(answer.files.find(file => file.path === 'run.sh')).toMatchObject({
    before: { mode: '100644' },
    after: { mode: '100755' },
  })
  expect(answer.files.find(file => file.path === 'new name')).toMatchObject({ similarity: 100 })
  const few = await changesOf({ gitDir, base, tip, limit: 2 })
  expect(few).toMatchObject({ files: [{ path: 'bin' }, { path: 'fresh' }], more: 7, added: 5 })
  expect(await changesOf({ gitDir, base: 'main', tip, limit: 2 })).toMatchObject({ outcome: 'failed' })
})

test('a difference is told in hunks of numbered lines', async () => {
  const { gitDir, file } = await changed('hunks')
  const { before, after } = file('text')
  const answer = await diffOf({ gitDir, before, after, context: 1, maxLines: 100 })
  expect(answer).toEqual({
    outcome: 'text',
    cut: false,
    hunks: [
      {
        heading: expect.any(String),
        lines: [
          { kind: 'same', text: 'line 13', before: 14, after: 14 },
          { kind: 'removed', text: 'line 14', before: 15 },
          { kind: 'added', text: 'changed', after: 15 },
          { kind: 'same', text: 'line 15', before: 16, after: 16 },
        ],
      },
    ],
  })
  expect(await diffOf({ gitDir, before, after, context: 1, maxLines: 2 })).toMatchObject({
    cut: true,
    hunks: [{ lines: { length: 2 } }],
  })
})

test('new, deleted, binary, large, renamed and submodule files are each told for what they are', async () => {
  const { gitDir, git, path, file } = await changed('kinds')
  const diff = (of: Pick<ChangedFile, 'before' | 'after'>) => diffOf({ gitDir, ...of, context: 3, maxLines: 100 })
  expect(await diff(file('fresh'))).toEqual({
    outcome: 'text',
    cut: false,
    hunks: [
      {
        heading: '',
        lines: [
          { kind: 'added', text: 'one', after: 1 },
          { kind: 'added', text: 'two', after: 2, noLineEnd: true },
        ],
      },
    ],
  })
  expect(await diff(file('gone'))).toMatchObject({
    hunks: [{ lines: [{ kind: 'removed', before: 1 }, { before: 2 }] }],
  })
  expect(await diff(file('bin'))).toEqual({ outcome: 'binary', before: 3, after: 4 })
  expect(await diff(file('new name'))).toEqual({ outcome: 'text', hunks: [], cut: false })
  expect(await diff(file('sub'))).toEqual({ outcome: 'submodule', before: undefined, after: '1'.repeat(40) })
  await writeFile(join(path, 'large'), 'x'.repeat(2 * 1024 * 1024 + 1))
  await writeFile(join(path, 'wide'), `${'w'.repeat(5_000)}\n`)
  const version = async (name: string) => ({ mode: '100644', id: await git('hash-object', '-w', name) })
  expect(await diff({ after: await version('large') })).toMatchObject({ outcome: 'large' })
  expect(await diff({ after: await version('wide') })).toMatchObject({
    hunks: [{ lines: [{ cut: true, text: 'w'.repeat(2_000) }] }],
  })
  expect(await diff({ after: { mode: '100644', id: 'f'.repeat(40) } })).toEqual({
    outcome: 'not_there',
    id: 'f'.repeat(40),
  })
  expect(await diff({ after: { mode: '100644', id: '--help' } })).toMatchObject({ outcome: 'failed' })
})

test("MAIN's own line is walked in pages, and stops where it is told to", async () => {
  const { gitDir, git, branch, commit, id } = await branchScene(ground, 'line')
  const start = await id('main')
  for (const name of ['one', 'two', 'three']) {
    await branch(name, [{ [name]: 'x\n' }, { [name]: 'y\n' }])
    await git('merge', '-q', '--no-ff', '-m', `Land ${name}`, name)
  }
  await commit({ last: 'x\n' }, 'Zähle')
  const from = await id('main')
  const first = await walkFirstParents({ gitDir, from, limit: 2 })
  expect(first).toMatchObject({
    outcome: 'walked',
    commits: [{ id: from, subject: 'Zähle' }, { subject: 'Land three' }],
  })
  if (first.outcome !== 'walked') return
  expect(first.commits[0]?.tree).toBe(await id('main^{tree}'))
  expect(first.commits[1]?.parents).toHaveLength(2)
  const rest = await walkFirstParents({ gitDir, from: first.next ?? '', limit: 10, until: start })
  expect(rest.outcome === 'walked' && rest.commits.map(each => each.subject)).toEqual(['Land two', 'Land one'])
  expect(rest).toMatchObject({ next: undefined })
  expect(await walkFirstParents({ gitDir, from: 'main', limit: 1 })).toMatchObject({ outcome: 'failed' })
})
