import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, writeFiles } from '../../../test/landing/scene.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { commitsSince } from '../git/commits.ts'
import { makeCandidate } from './candidate.ts'
import { revertCandidate } from './revert.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const signature = { name: 'flower', email: 'flower@localhost', at: new Date('2026-03-04T05:06:07Z') }
const wording = { author: signature, message: 'Land it', trailers: [{ key: 'Brief', value: '#7' }] }

/** A repository with branches, each made from MAIN's start by writing files and committing them. */
async function repository(name: string, branches: Record<string, Files[]>) {
  const path = await ground.repository(name)
  const gitDir = join(path, '.git')
  const git = (...args: string[]) => ground.git(path, ...args)
  for (const [branch, commits] of Object.entries(branches)) {
    await git('switch', '-q', branch === 'main' ? 'main' : '-c', ...(branch === 'main' ? [] : [branch, 'main']))
    for (const files of commits) await commit(path, files)
    await git('switch', '-q', 'main')
  }
  const id = (name: string) => git('rev-parse', name)
  const candidate = async (style: 'merge' | 'squash' | 'rebase', tip: string, onto = 'main') => {
    const wish = { gitDir, onto: await id(onto), tip: await id(tip), committer: signature }
    return makeCandidate(style === 'rebase' ? { ...wish, style } : { ...wish, ...wording, style })
  }
  return { path, gitDir, git, id, candidate }
}

async function commit(path: string, files: Files, message = 'Change') {
  await writeFiles(path, files)
  await ground.git(path, 'add', '-A')
  await ground.git(path, 'commit', '-q', '--allow-empty', '-m', message)
}

async function made(answer: ReturnType<typeof makeCandidate>) {
  const candidate = await answer
  if (candidate.outcome !== 'made') throw new Error(JSON.stringify(candidate))
  return candidate
}

test('a merge candidate has both histories, the wished words and signatures, and leaves every ref and file alone', async () => {
  const { path, git, id, candidate } = await repository('merge', {
    feature: [{ 'a.txt': 'a\n' }, { 'b.txt': 'b\n' }],
    main: [{ 'c.txt': 'c\n' }],
  })
  const before = [await git('for-each-ref'), await git('status', '--porcelain'), await git('ls-files', '--stage')]
  const { commit, tree, commits } = await made(candidate('merge', 'feature'))
  expect([await git('for-each-ref'), await git('status', '--porcelain'), await git('ls-files', '--stage')]).toEqual(
    before,
  )
  expect(await git('show', '-s', '--format=%T|%P|%an|%ae|%cI|%B', commit)).toBe(
    `${tree}|${await id('main')} ${await id('feature')}|flower|flower@localhost|2026-03-04T05:06:07+00:00|Land it\n\nBrief: #7\n`,
  )
  expect(await git('ls-tree', '--name-only', commit)).toBe('a.txt\nb.txt\nc.txt\nnotes.md')
  const own = [await id('feature~1'), await id('feature')]
  expect(commits).toEqual(own.map(from => ({ from, to: from })))
  expect(await readdir(path)).toEqual(['.git', 'c.txt', 'notes.md'])
})

test('the same wish gives the same commit', async () => {
  const { candidate } = await repository('same', { feature: [{ 'a.txt': 'a\n' }], main: [{ 'c.txt': 'c\n' }] })
  for (const style of ['merge', 'squash', 'rebase'] as const)
    expect(await candidate(style, 'feature')).toEqual(await candidate(style, 'feature'))
})

test('a squash holds everything in one commit, and says that each own commit is that one', async () => {
  const { git, id, candidate } = await repository('squash', {
    feature: [{ 'a.txt': 'a\n' }, { 'a.txt': 'a\nb\n' }],
    main: [{ 'c.txt': 'c\n' }],
  })
  const { commit, commits } = await made(candidate('squash', 'feature'))
  expect(await git('show', '-s', '--format=%P', commit)).toBe(await id('main'))
  expect(await git('show', `${commit}:a.txt`)).toBe('a\nb')
  expect(commits).toEqual([await id('feature~1'), await id('feature')].map(from => ({ from, to: commit })))
})

test('a rebase keeps authors, dates, messages and bytes, drops what is there already, and maps old to new', async () => {
  const { path, git, id, candidate } = await repository('rebase', { feature: [], main: [{ 'c.txt': 'c\n' }] })
  await git('switch', '-q', '-c', 'work', 'main~1')
  await commit(path, { 'a.txt': 'a\n' }, 'Add a\n\nBody\n\nBrief: #3')
  await commit(path, { 'c.txt': 'c\n' }, 'What MAIN has too')
  await writeFile(join(path, 'b.txt'), 'b\n')
  await git('add', '-A')
  await writeFile(join(ground.path, 'latin'), Buffer.from('Zähle\n\n  indented  \n\n\n', 'latin1'))
  const ben = ['--author', 'Ben <ben@example.test>', '--date', '2025-05-06T07:08:09+09:00']
  const verbatim = ['--cleanup=verbatim', '-F', join(ground.path, 'latin')]
  await git('-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-q', ...verbatim, ...ben)
  await git('switch', '-q', 'main')
  const { commit: tip, commits, dropped } = await made(candidate('rebase', 'work'))
  expect(dropped).toEqual([await id('work~1')])
  expect(commits).toEqual([
    { from: await id('work~2'), to: await id(`${tip}~1`) },
    { from: await id('work'), to: tip },
  ])
  expect(await id(`${tip}~2`)).toBe(await id('main'))
  expect(await git('show', '-s', '--format=%an|%aI|%cn|%e|%s', tip)).toBe(
    'Ben|2025-05-06T07:08:09+09:00|flower|ISO-8859-1|Zähle',
  )
  const messages = await Promise.all([tip, 'work'].map(each => git('cat-file', 'commit', each)))
  const bodies = messages.map(text => text.slice(text.indexOf('\n\n')))
  expect(bodies[0]).toBe(bodies[1])
})

test('a branch that stands on MAIN already is rebased to itself', async () => {
  const { id, candidate } = await repository('on top', { feature: [{ 'a.txt': 'a\n' }, { 'b.txt': 'b\n' }] })
  const { commit, commits } = await made(candidate('rebase', 'feature'))
  expect(commit).toBe(await id('feature'))
  expect(commits.every(({ from, to }) => from === to)).toBe(true)
})

test('a rebase of a branch that took MAIN in is flat when nothing is lost by it', async () => {
  const { path, git, id, candidate } = await repository('flat', {
    feature: [{ 'a.txt': 'a\n' }],
    main: [{ 'c.txt': 'c\n' }],
  })
  await git('switch', '-q', 'feature')
  await git('merge', '-q', '--no-edit', 'main')
  await commit(path, { 'b.txt': 'b\n' })
  await git('switch', '-q', 'main')
  const { commit: tip, dropped } = await made(candidate('rebase', 'feature'))
  expect(await git('rev-list', '--count', `main..${tip}`)).toBe('2')
  expect(dropped).toEqual([await id('feature~1')])
  expect(await id(`${tip}^{tree}`)).toBe(await id('feature^{tree}'))
})

test('a rebase is refused where a merge inside the branch holds work of its own', async () => {
  const { path, git, id, candidate } = await repository('evil', {
    feature: [{ 'a.txt': 'a\n' }],
    main: [{ 'c.txt': 'c\n' }],
  })
  await git('switch', '-q', 'feature')
  await git('merge', '-q', '--no-commit', '--no-ff', 'main')
  await commit(path, { 'only-in-the-merge.txt': 'x\n' }, 'Merge with work')
  await git('switch', '-q', 'main')
  expect(await candidate('rebase', 'feature')).toEqual({ outcome: 'merges_inside', merges: [await id('feature')] })
  expect((await candidate('squash', 'feature')).outcome).toBe('made')
})

test('a conflict names its files with both sides, what they come from, and the markers', async () => {
  const { git, candidate } = await repository('conflict', {
    feature: [{ 'notes.md': 'theirs\n', 'gone.txt': 'x\n' }],
    main: [{ 'notes.md': 'ours\n' }],
  })
  const was = [await git('for-each-ref'), await git('status', '--porcelain', '--ignored')]
  const answer = await candidate('merge', 'feature')
  expect([await git('for-each-ref'), await git('status', '--porcelain', '--ignored')]).toEqual(was)
  expect(answer).toMatchObject({ outcome: 'conflict', more: 0 })
  if (answer.outcome !== 'conflict') return
  expect(answer.files).toMatchObject([
    {
      path: 'notes.md',
      kind: 'both_changed',
      base: { is: 'text', text: 'notes\n' },
      ours: { is: 'text', text: 'ours\n' },
      theirs: { is: 'text', text: 'theirs\n' },
      said: ['CONFLICT (content): Merge conflict in notes.md'],
    },
  ])
  const marked = answer.files[0]?.marked
  expect(marked?.is === 'text' && marked.text).toMatch(/^<<<<<<< \w+\nours\n=======\ntheirs\n>>>>>>> \w+\n$/)
})

test('a deleted, a binary, a large and an oddly named file in conflict are told for what they are', async () => {
  const odd = 'söme "odd"\tname\n.txt'
  const files = (word: string) => ({
    binary: `a\0${word}`,
    large: `${'x'.repeat(70_000)}${word}`,
    [odd]: word,
    both: word,
  })
  const { path, git, candidate } = await repository('kinds', {
    main: [{ deleted: 'x\n', ...files('base'), both: 'base' }],
  })
  await git('rm', '-q', 'both')
  await commit(path, {})
  await git('switch', '-q', '-c', 'feature')
  await commit(path, { deleted: null, ...files('theirs') })
  await git('switch', '-q', 'main')
  await commit(path, { deleted: 'ours\n', ...files('ours') })
  const answer = await candidate('squash', 'feature')
  if (answer.outcome !== 'conflict') throw new Error(answer.outcome)
  const kinds = answer.files.map(({ path, kind, ours }) => [path, kind, ours?.is])
  expect(kinds.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['binary', 'binary', 'binary'],
    ['both', 'both_added', 'text'],
    ['deleted', 'they_deleted', 'text'],
    ['large', 'both_changed', 'large'],
    [odd, 'both_changed', 'text'],
  ])
})

test('a rebase says which commit is in conflict', async () => {
  const { id, candidate } = await repository('replayed conflict', {
    feature: [{ 'a.txt': 'a\n' }, { 'notes.md': 'theirs\n' }, { 'b.txt': 'b\n' }],
    main: [{ 'notes.md': 'ours\n' }],
  })
  expect(await candidate('rebase', 'feature')).toMatchObject({ outcome: 'conflict', at: await id('feature~1') })
})

test('a branch without commits of its own has nothing to land, and is not taken for landed', async () => {
  const { gitDir, id, candidate } = await repository('nothing', {
    idle: [],
    main: [{ 'c.txt': 'c\n' }],
    late: [{ 'd.txt': 'd\n' }],
  })
  for (const style of ['merge', 'squash', 'rebase'] as const) {
    expect(await candidate(style, 'idle')).toEqual({ outcome: 'empty', why: 'no_own_commits' })
    expect(await candidate(style, 'main')).toEqual({ outcome: 'empty', why: 'no_own_commits' })
  }
  // It was ahead before the work began, and nothing was added.
  const ids = { onto: await id('main'), tip: await id('late') }
  const wish = { gitDir, ...ids, committer: signature, ...wording, style: 'merge' as const }
  expect(await makeCandidate({ ...wish, start: await id('late') })).toEqual({ outcome: 'empty', why: 'no_own_commits' })
  expect((await makeCandidate({ ...wish, start: await id('main') })).outcome).toBe('made')
})

test('what a squash has brought to MAIN is not landed again', async () => {
  const { git, candidate } = await repository('again', { feature: [{ 'a.txt': 'a\n' }, { 'b.txt': 'b\n' }] })
  const { commit } = await made(candidate('squash', 'feature'))
  await git('update-ref', 'refs/heads/main', commit)
  for (const style of ['merge', 'squash', 'rebase'] as const)
    expect(await candidate(style, 'feature')).toEqual({ outcome: 'empty', why: 'already_there' })
})

test('candidates stack: the second is made on the first, and a conflict between them shows', async () => {
  const { git, id, candidate } = await repository('stack', {
    first: [{ 'a.txt': 'a\n', 'notes.md': 'first\n' }],
    second: [{ 'b.txt': 'b\n' }],
    third: [{ 'notes.md': 'third\n' }],
  })
  const one = await made(candidate('merge', 'first'))
  const two = await made(candidate('squash', 'second', one.commit))
  const log = await git('log', '--first-parent', '--format=%H', two.commit)
  expect(log.split('\n')).toEqual([two.commit, one.commit, await id('main')])
  expect((await candidate('merge', 'third', two.commit)).outcome).toBe('conflict')
})

test('histories that have nothing in common are not merged', async () => {
  const { git, candidate } = await repository('unrelated', {})
  await git('switch', '-q', '--orphan', 'other')
  await git('commit', '-q', '--allow-empty', '-m', 'Other')
  await git('switch', '-q', 'main')
  for (const style of ['merge', 'squash', 'rebase'] as const)
    expect(await candidate(style, 'other')).toMatchObject({ outcome: 'unrelated' })
})

test('links, modes, renames and deletions come through', async () => {
  const { path, git, candidate } = await repository('shapes', {
    feature: [],
    main: [{ 'run.sh': 'run\n', 'old.txt': 'one\ntwo\nthree\n' }],
  })
  await git('switch', '-q', '-c', 'work')
  await chmod(join(path, 'run.sh'), 0o755)
  await symlink('notes.md', join(path, 'link'))
  await git('mv', 'old.txt', 'new.txt')
  await commit(path, {})
  await git('switch', '-q', 'main')
  await commit(path, { 'old.txt': 'one\ntwo\nthree\nfour\n' })
  for (const style of ['merge', 'rebase'] as const) {
    const { commit: tip } = await made(candidate(style, 'work'))
    expect((await git('ls-tree', tip)).split('\n').map(line => line.replace(/ \w+ \w+\t/, ' '))).toEqual([
      '120000 link',
      '100644 new.txt',
      '100644 notes.md',
      '100755 run.sh',
    ])
    expect(await git('show', `${tip}:new.txt`)).toBe('one\ntwo\nthree\nfour')
  }
})

test('the rules for merging that MAIN has are kept to, but no program is started for them', async () => {
  const { path, git, candidate } = await repository('rules', {
    feature: [],
    main: [
      {
        '.gitattributes': 'log merge=union\n',
        'sub/.gitattributes': '*.lock merge=ours-always\n',
        log: 'start\n',
        'sub/a.lock': '0\n',
      },
    ],
  })
  await git('config', 'merge.ours-always.driver', `touch ${join(path, 'started')}; true`)
  await git('switch', '-q', '-c', 'work')
  await commit(path, { log: 'start\ntheirs\n' })
  await commit(path, { 'sub/a.lock': '1\n' })
  await git('switch', '-q', 'main')
  await commit(path, { log: 'start\nours\n' })
  const { commit: tip } = await made(candidate('merge', 'work'))
  expect(await git('show', `${tip}:log`)).toBe('start\nours\ntheirs')
  await commit(path, { 'sub/a.lock': '2\n' })
  for (const style of ['merge', 'rebase'] as const)
    expect(await candidate(style, 'work')).toMatchObject({ outcome: 'conflict', files: [{ path: 'sub/a.lock' }] })
  expect(await readdir(path)).not.toContain('started')
})

test('a replaced object does not smuggle other contents in', async () => {
  const { git, id, candidate } = await repository('replaced', {
    feature: [{ 'a.txt': 'good\n' }],
    evil: [{ 'a.txt': 'evil\n' }],
  })
  const { commit: honest } = await made(candidate('squash', 'feature'))
  await git('replace', await id('feature'), await id('evil'))
  expect((await made(candidate('squash', 'feature'))).commit).toBe(honest)
})

test('what is no object id, and what is not there, is refused', async () => {
  const { gitDir, id } = await repository('refused', {})
  const wish = { gitDir, committer: signature, ...wording, style: 'merge' as const }
  const main = await id('main')
  const nowhere = 'f'.repeat(40)
  for (const [onto, tip] of [
    ['main', main],
    [main, '--all'],
    [main, nowhere],
    [nowhere, main],
  ] as const)
    expect(await makeCandidate({ ...wish, onto, tip })).toMatchObject({ outcome: 'failed' })
})

test('a repository without a checkout, and one with long object ids, are no different', async () => {
  const path = join(ground.path, 'long')
  await mkdir(path)
  await ground.git(path, 'init', '-q', '-b', 'main', '--object-format=sha256')
  await commit(path, { 'a.txt': 'a\n' })
  await ground.git(path, 'switch', '-q', '-c', 'feature')
  await commit(path, { 'b.txt': 'b\n' })
  await ground.git(path, 'switch', '-q', 'main')
  await commit(path, { 'c.txt': 'c\n' })
  await ground.git(ground.path, 'clone', '-q', '--bare', path, 'long-bare')
  const gitDir = join(ground.path, 'long-bare')
  const [onto, tip] = await Promise.all(['main', 'feature'].map(name => ground.git(path, 'rev-parse', name)))
  const wish = { gitDir, onto: onto ?? '', tip: tip ?? '', committer: signature }
  for (const style of ['merge', 'squash'] as const) await made(makeCandidate({ ...wish, ...wording, style }))
  await made(makeCandidate({ ...wish, style: 'rebase' }))
})

test('trailers join those that a message has, once, and are read by git', async () => {
  const { gitDir, id, git } = await repository('trailers', { feature: [{ 'a.txt': 'a\n' }] })
  const wish = { gitDir, onto: await id('main'), tip: await id('feature'), committer: signature, author: signature }
  const trailers = [
    { key: 'Brief', value: '#7' },
    { key: 'Reviewed-by', value: 'Ben\n<ben@example.test>' },
  ]
  const expected = {
    Subject: 'Subject\n\nBrief: #7\nReviewed-by: Ben <ben@example.test>',
    'Fix: it': 'Fix: it\n\nBrief: #7\nReviewed-by: Ben <ben@example.test>',
    'Subject\n\nBody\n\nSigned-off-by: Ada <ada@example.test>\nBrief: #7\n':
      'Subject\n\nBody\n\nSigned-off-by: Ada <ada@example.test>\nBrief: #7\nReviewed-by: Ben <ben@example.test>',
  }
  for (const [message, whole] of Object.entries(expected)) {
    const { commit: made1 } = await made(makeCandidate({ ...wish, style: 'squash', message, trailers }))
    expect(await git('show', '-s', '--format=%B', made1)).toBe(`${whole}\n`)
    const listed = await commitsSince({ gitDir }, { refs: [made1], after: [wish.onto] })
    expect(listed.outcome === 'listed' && listed.commits[0]?.briefIds).toEqual([7])
  }
})

test('a landing of any style is reverted as a whole, while later work stays', async () => {
  const { path, gitDir, git, id, candidate } = await repository('revert', {
    feature: [{ 'a.txt': 'a\n' }, { 'notes.md': 'changed\n' }],
    main: [{ 'c.txt': 'c\n' }],
  })
  const from = await id('main')
  for (const style of ['merge', 'squash', 'rebase'] as const) {
    await git('reset', '-q', '--hard', from)
    const landed = { from, to: (await made(candidate(style, 'feature'))).commit }
    await git('reset', '-q', '--hard', landed.to)
    await commit(path, { 'later.txt': 'later\n' })
    const wish = { gitDir, landed, author: signature, committer: signature, message: 'Revert it', trailers: [] }
    const { commit: reverted } = await made(revertCandidate({ ...wish, onto: await id('main') }))
    expect(await git('show', '-s', '--format=%P', reverted)).toBe(await id('main'))
    expect(await git('diff', '--name-only', from, reverted)).toBe('later.txt')
    expect(await revertCandidate({ ...wish, onto: reverted })).toEqual({ outcome: 'empty', why: 'already_there' })
    await commit(path, { 'notes.md': 'built upon\n' })
    expect(await revertCandidate({ ...wish, onto: await id('main') })).toMatchObject({
      outcome: 'conflict',
      files: [{ path: 'notes.md' }],
    })
  }
})
