import { createHash } from 'node:crypto'
import { appendFile, chmod, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLines } from '../../../test/guard/lines.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { type Deed, deed, perform } from '../../../test/worktree/states.ts'
import { run } from '../command.ts'
import { asText, onDisk, readTree } from '../rescue/read-tree.ts'
import { nextRescueRef } from '../rescue/rescue-ref.ts'
import { bringLate } from './late.ts'
import { type MainRescueWish, rescueMain, worktreeOfRescue } from './rescue.ts'
import { mainState } from './state.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
  await writeFile(join(await ground.repository('library'), 'lib.ts'), 'lib')
})
afterAll(() => ground.remove())

async function put(folder: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** MAIN with a rival branch, ignored files and a folder of tools. */
async function mainOf(name: string): Promise<MainRescueWish> {
  const mainPath = await ground.repository(name)
  await put(mainPath, { '.gitignore': '*.log\n.env\ntools/\n', 'deep/er/x': 'x\n', 'run.sh': '#!/bin/sh\n' })
  await ground.git(mainPath, 'add', '-A')
  await ground.git(mainPath, 'commit', '-q', '-m', 'Files')
  await ground.git(mainPath, 'switch', '-q', '-c', 'rival')
  await put(mainPath, { 'notes.md': 'rival notes\n' })
  await ground.git(mainPath, 'commit', '-q', '-a', '-m', 'Rival')
  await ground.git(mainPath, 'switch', '-q', 'main')
  await put(mainPath, { '.env': 'SECRET=1', 'tools/much': 'much', 'served.log': 'line\n' })
  const gitDir = join(mainPath, '.git')
  const commit = await ground.git(mainPath, 'rev-parse', 'main')
  const ref = await nextRescueRef(gitDir, 'main')
  return { gitDir, mainPath, branch: 'main', commit, ref, patchFolder: join(ground.path, `patches ${name}`) }
}

/** Files, links and modes, apart from or only what git ignores. */
async function contentOf(folder: string, which: 'own' | 'ignored'): Promise<Record<string, string>> {
  const listed = await ground.git(folder, 'ls-files', '-z', '--others', '--ignored', '--exclude-standard')
  const ignored = new Set(listed.split('\0').filter(Boolean))
  const seen: Record<string, string> = {}
  for (const entry of await readTree(folder, path => path === '.git')) {
    const name = asText(entry.path)
    if (entry.kind === 'folder' || ignored.has(name) !== (which === 'ignored')) continue
    const bytes = entry.kind === 'file' ? await readFile(onDisk(folder, entry.path)) : (entry.target ?? '')
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    seen[JSON.stringify(name)] = `${entry.kind} ${entry.mode.toString(8)} ${hash}`
  }
  return seen
}

const indexOf = (folder: string) => ground.git(folder, 'ls-files', '-s', '-v', '-z')

test('what was done in MAIN is saved and moved to a worktree, and MAIN is as its commit has it', async () => {
  const wish = await mainOf('My Projéct é')
  const { mainPath, gitDir, commit } = wish
  expect(await rescueMain(wish)).toEqual({ outcome: 'clean' })
  await put(mainPath, { 'notes.md': 'mine\r\n', 'new/one': 'untracked\n', 'new/two.log': 'ignored', staged: 'staged' })
  await ground.git(mainPath, 'add', 'staged')
  await put(mainPath, { staged: 'staged and changed again' })
  await rm(join(mainPath, 'deep'), { recursive: true })
  await symlink('/etc', join(mainPath, 'deep'))
  await chmod(join(mainPath, 'run.sh'), 0o755)
  const [content, index, ignored] = [
    await contentOf(mainPath, 'own'),
    await indexOf(mainPath),
    await contentOf(mainPath, 'ignored'),
  ]
  const rescued = await rescueMain(wish)
  expect(rescued).toMatchObject({ outcome: 'rescued', ref: 'refs/flower/rescue/main/1', late: [], left: [] })
  expect(await mainState(wish, { commit })).toEqual({ outcome: 'clean', head: commit })
  expect(await readFile(join(mainPath, 'deep/er/x'), 'utf8')).toBe('x\n')
  expect(await contentOf(mainPath, 'ignored')).toEqual(ignored)
  expect((await readdir(gitDir)).filter(name => name.startsWith('flower-rescued'))).toEqual([])
  const folder = join(ground.path, 'rescued é')
  const moved = { gitDir, ref: wish.ref, folder, branch: 'flower/rescue-main-1' }
  expect(await worktreeOfRescue(moved)).toEqual({ outcome: 'made', path: folder, head: commit })
  expect(await worktreeOfRescue(moved)).toMatchObject({ outcome: 'made' })
  expect(await contentOf(folder, 'own')).toEqual(content)
  expect(await indexOf(folder)).toBe(index)
  expect(await contentOf(folder, 'ignored')).toEqual({})
  expect(await ground.git(folder, 'symbolic-ref', 'HEAD')).toBe('refs/heads/flower/rescue-main-1')
  // The patch says the same to a person.
  const plain = join(ground.path, 'plain')
  await ground.git(mainPath, 'worktree', 'add', '-q', '--detach', plain, commit)
  await ground.git(plain, 'apply', '--binary', '--index', rescued.outcome === 'rescued' ? rescued.patch : '')
  expect(await contentOf(plain, 'own')).toEqual(content)
})

test('another branch, a merge under way, hidden files and settings astray are all put back, and no commit is lost', async () => {
  const wish = await mainOf('astray')
  const { mainPath, gitDir, commit } = wish
  await put(mainPath, { 'notes.md': 'mine\n' })
  await ground.git(mainPath, 'commit', '-q', '-a', '-m', 'By hand')
  const byHand = await ground.git(mainPath, 'rev-parse', 'HEAD')
  await ground.git(mainPath, 'merge', '-q', 'rival').catch(() => {})
  await ground.git(mainPath, 'update-index', '--assume-unchanged', 'run.sh')
  await put(mainPath, { 'run.sh': 'hidden\n' })
  await ground.git(mainPath, 'config', 'core.bare', 'true')
  await writeFile(join(gitDir, 'commondir'), '/tmp\n')
  expect(await rescueMain(wish)).toMatchObject({ outcome: 'rescued', late: [], left: [] })
  expect(await mainState(wish, { commit })).toEqual({ outcome: 'clean', head: commit })
  await ground.git(mainPath, 'reflog', 'expire', '--expire=now', '--all')
  await ground.git(mainPath, 'gc', '-q', '--prune=now')
  const folder = join(ground.path, 'astray rescued')
  expect(await worktreeOfRescue({ gitDir, ref: wish.ref, folder, branch: 'flower/rescue-1' })).toMatchObject({
    outcome: 'made',
    head: byHand,
  })
  expect(await readFile(join(folder, 'run.sh'), 'utf8')).toBe('hidden\n')
  expect(await ground.git(folder, 'status', '--porcelain')).toContain('UU notes.md')
  await ground.git(folder, 'add', '-A')
  await ground.git(folder, 'commit', '-q', '--no-edit')
  expect(await ground.git(folder, 'rev-parse', 'HEAD^1', 'HEAD^2')).toBe(
    `${byHand}\n${await ground.git(mainPath, 'rev-parse', 'rival')}`,
  )
})

test("a branch that became a name for another, or is gone, is MAIN's again", async () => {
  const wish = await mainOf('renamed')
  await ground.git(wish.mainPath, 'symbolic-ref', 'refs/heads/main', 'refs/heads/rival')
  expect(await rescueMain(wish)).toMatchObject({ outcome: 'rescued', left: [] })
  expect(await ground.git(wish.mainPath, 'rev-parse', 'rival')).not.toBe(wish.commit)
  await ground.git(wish.mainPath, 'branch', '-m', 'main', 'other')
  const again = { ...wish, ref: await nextRescueRef(wish.gitDir, 'main') }
  expect(again.ref).toBe('refs/flower/rescue/main/2')
  expect(await rescueMain(again)).toMatchObject({ outcome: 'rescued', left: [] })
  expect(await mainState(wish, { commit: wish.commit })).toMatchObject({ outcome: 'clean' })
})

test('files that only a changed .gitignore had hidden stay, and are told of', async () => {
  const wish = await mainOf('hidden')
  await put(wish.mainPath, { '.gitignore': '*\n', plan: 'not to be seen' })
  expect(await rescueMain(wish)).toMatchObject({ outcome: 'rescued', left: [{ kind: 'dirty', paths: ['plan'] }] })
  const again = { ...wish, ref: await nextRescueRef(wish.gitDir, 'main') }
  expect(await rescueMain(again)).toMatchObject({ outcome: 'rescued', left: [] })
  expect(await ground.git(wish.mainPath, 'cat-file', 'blob', `${again.ref}:files/plan`)).toBe('not to be seen')
})

test('a submodule with changes of its own is refused, with nothing touched', async () => {
  const wish = await mainOf('modules')
  const { mainPath } = wish
  await ground.git(mainPath, 'submodule', 'add', '-q', join(ground.path, 'library'), 'sub')
  await ground.git(mainPath, 'commit', '-q', '-m', 'Sub')
  const commit = await ground.git(mainPath, 'rev-parse', 'HEAD')
  await put(mainPath, { 'notes.md': 'mine\n' })
  expect(await rescueMain({ ...wish, commit })).toMatchObject({ outcome: 'rescued', left: [] })
  expect(await readdir(join(mainPath, 'sub'))).toContain('notes.md')
  await put(mainPath, { 'notes.md': 'mine\n', 'sub/notes.md': 'theirs\n' })
  const refused = await rescueMain({ ...wish, commit, ref: await nextRescueRef(wish.gitDir, 'main') })
  expect(refused).toMatchObject({ outcome: 'not_saved', reason: expect.stringContaining('"sub"') })
  expect(await readFile(join(mainPath, 'notes.md'), 'utf8')).toBe('mine\n')
})

test.each(['kept', 'patched', 'head_put_back', 'files_put_back'])(
  'killed at %s, a rescue that is asked for again loses nothing',
  async point => {
    const wish = await mainOf(`killed at ${point}`)
    const { mainPath, gitDir, commit, ref } = wish
    await put(mainPath, { 'notes.md': 'mine\n', 'new/one': 'untracked' })
    await ground.git(mainPath, 'add', 'notes.md')
    await put(mainPath, { 'run.sh': 'unstaged' })
    const [content, index] = [await contentOf(mainPath, 'own'), await indexOf(mainPath)]
    const script = join(import.meta.dirname, '../../../test/guard/cut-rescue.ts')
    const args = ['--conditions=flower-source', script, point, JSON.stringify(wish)]
    const options = { cwd: ground.path, timeoutMs: 60_000, maxBytes: 100_000 }
    expect(await run(process.execPath, args, options)).toMatchObject({ outcome: 'failed', exitCode: undefined })
    expect(await rescueMain(wish)).toMatchObject({ outcome: 'rescued', ref, late: [], left: [] })
    expect(await rescueMain(wish)).toMatchObject({ outcome: 'rescued', ref, late: [], left: [] })
    expect(await mainState(wish, { commit })).toMatchObject({ outcome: 'clean' })
    const folder = join(ground.path, `rescued at ${point}`)
    expect(await worktreeOfRescue({ gitDir, ref, folder, branch: 'flower/rescue' })).toMatchObject({ outcome: 'made' })
    expect(await contentOf(folder, 'own')).toEqual(content)
    expect(await indexOf(folder)).toBe(index)
  },
)

test('what somebody writes after the saving is moved aside and told of, not overwritten', async () => {
  const wish = await mainOf('late')
  const { mainPath } = wish
  await put(mainPath, { 'notes.md': 'mine\n' })
  const step = async (point: string) => {
    if (point === 'patched') await appendFile(join(mainPath, 'notes.md'), 'and more\n')
    if (point === 'patched') await put(mainPath, { 'new/late': 'late' })
  }
  const rescued = await rescueMain({ ...wish, step })
  expect(rescued).toMatchObject({ outcome: 'rescued', late: ['new/late', 'notes.md'], left: [] })
  const aside = rescued.outcome === 'rescued' ? rescued.aside : ''
  expect(await readFile(join(aside, '1/notes.md'), 'utf8')).toBe('mine\nand more\n')
  expect(await readFile(join(aside, '1/new/late'), 'utf8')).toBe('late')
  const { gitDir, ref } = wish
  const folder = join(ground.path, 'rescued late')
  expect(await worktreeOfRescue({ gitDir, ref, folder, branch: 'flower/rescue' })).toMatchObject({ outcome: 'made' })
  // A name that is taken is nobody's to take away.
  await writeFile(join(folder, 'notes.md.late-1'), 'taken')
  expect(await bringLate({ gitDir, ref, folder })).toEqual(['new/late', 'notes.md.late-2'])
  expect(await readFile(join(folder, 'new/late'), 'utf8')).toBe('late')
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('mine\n')
  expect(await readFile(join(folder, 'notes.md.late-1'), 'utf8')).toBe('taken')
  expect(await readFile(join(folder, 'notes.md.late-2'), 'utf8')).toBe('mine\nand more\n')
  expect(await readdir(gitDir)).not.toContain('flower-rescued-1')
  expect(await bringLate({ gitDir, ref, folder })).toEqual([])
})

test('what is late comes into the worktree where a file stands in for its folder, or a folder for it, and links stay links', async () => {
  const wish = await mainOf('late in the way')
  const { mainPath, gitDir, ref } = wish
  await put(mainPath, { plan: 'a file', 'bed/one': 'one' })
  const step = async (point: string) => {
    if (point !== 'patched') return
    await rm(join(mainPath, 'plan'))
    await rm(join(mainPath, 'bed'), { recursive: true })
    await put(mainPath, { 'plan/part': 'late', bed: 'late too' })
    await symlink('/nowhere', join(mainPath, 'lead'))
  }
  expect(await rescueMain({ ...wish, step })).toMatchObject({ outcome: 'rescued', left: [] })
  const folder = join(ground.path, 'rescued in the way')
  await worktreeOfRescue({ gitDir, ref, folder, branch: 'flower/rescue' })
  expect(await bringLate({ gitDir, ref, folder })).toEqual(['bed.late-1', 'lead', 'plan.late-1/part'])
  expect(await readFile(join(folder, 'plan'), 'utf8')).toBe('a file')
  expect(await readFile(join(folder, 'bed.late-1'), 'utf8')).toBe('late too')
  expect(await readlink(join(folder, 'lead'))).toBe('/nowhere')
})

/** The numbers of the lines that are in none of these files. */
async function linesMissing(count: number, files: string[]): Promise<number[]> {
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const there = new Set(texts.join('\n').split('\n'))
  return Array.from({ length: count }, (_, at) => at + 1).filter(number => !there.has(`line ${number}`))
}

test('whoever goes on writing while MAIN is rescued loses not one line', async () => {
  const wish = await mainOf('written on')
  const { mainPath, gitDir } = wish
  const written = join(mainPath, 'run.sh')
  for (let round = 0; round < 3; round += 1) {
    const again = { ...wish, ref: await nextRescueRef(gitDir, 'main') }
    const writer = await writeLines(written)
    const rescued = await rescueMain(again)
    await writer.more(3)
    const count = await writer.end()
    expect(rescued).toMatchObject({ outcome: 'rescued' })
    const kept = join(ground.path, `kept ${round}`)
    await writeFile(kept, await ground.git(mainPath, 'cat-file', 'blob', `${again.ref}:files/run.sh`))
    const aside = rescued.outcome === 'rescued' ? rescued.aside : ''
    const runs = await readdir(aside).catch(() => [])
    const moved = runs.map(run => join(aside, run, 'run.sh'))
    expect(await linesMissing(count, [written, kept, ...moved])).toEqual([])
  }
})

let counted = 0

async function rescueAfter(deeds: Deed[]) {
  counted += 1
  const wish = await mainOf(`state-${counted}`)
  const { mainPath, gitDir, commit, ref } = wish
  for (const each of deeds) await perform(ground, mainPath, each)
  const [content, index, ignored] = [
    await contentOf(mainPath, 'own'),
    await indexOf(mainPath),
    await contentOf(mainPath, 'ignored'),
  ]
  const rescued = await rescueMain(wish)
  if (rescued.outcome === 'not_saved') {
    expect(rescued.reason).toContain('submodule')
    expect(await contentOf(mainPath, 'own')).toEqual(content)
    return
  }
  if (rescued.outcome === 'clean') return
  expect(rescued).toMatchObject({ outcome: 'rescued', late: [], left: [] })
  expect(await mainState(wish, { commit })).toMatchObject({ outcome: 'clean' })
  expect(await contentOf(mainPath, 'ignored')).toEqual(ignored)
  const folder = join(ground.path, `rescued-${counted}`)
  const made = await worktreeOfRescue({ gitDir, ref, folder, branch: 'flower/rescue' })
  expect(made).toMatchObject({ outcome: 'made' })
  expect(await contentOf(folder, 'own')).toEqual(content)
  expect(await indexOf(folder)).toBe(index)
}

/** Files that no commit has lie outside of what is checked out. */
const outsideOfSparse: Deed[] = [
  { do: 'git', args: ['switch', '-q', '--orphan', 'unborn'] },
  { do: 'git', args: ['sparse-checkout', 'set', 'deep'] },
]

/** A file is marked to be skipped that a sparse checkout has all the same: git drops the mark wherever it is sparse. */
const skippedAndThere: Deed[] = [
  { do: 'git', args: ['sparse-checkout', 'set', 'deep'] },
  { do: 'write', path: 'new', text: 'new\n', mode: 0o644 },
  { do: 'git', args: ['update-index', '--skip-worktree', '.gitignore'] },
]

/** `FLOWER_STATES=5000 npx vitest run src/machine/main/rescue` tries more than a test run has the time for. */
const runs = Number(process.env.FLOWER_STATES ?? 12)

test('whatever is done in MAIN, rescuing it loses nothing and leaves MAIN clean', {
  timeout: runs * 15_000,
}, async () => {
  const endOnFailure = process.env.FLOWER_STATES === undefined
  const states = fc.array(deed, { maxLength: 14 })
  const examples: [Deed[]][] = [[outsideOfSparse], [skippedAndThere]]
  await fc.assert(fc.asyncProperty(states, rescueAfter), { examples, numRuns: runs, endOnFailure })
})
