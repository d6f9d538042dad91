import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KilledInput } from '../../../test/landing/killed.ts'
import { type Files, landingScene, writeFiles } from '../../../test/landing/scene.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { run } from '../command.ts'
import { isOpen, readJournal } from './journal.ts'
import { type LandingPoint, type LandingWish, land } from './land.ts'
import { recoverCheckout } from './recover.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

/** More by `FLOWER_KILL_ROUNDS=200`. */
const rounds = Number(process.env.FLOWER_KILL_ROUNDS ?? 9)

const one: Files = { changed: 'one\n', 'gone/a': 'x\n', file: 'x\n', 'folder/in': 'x\n' }
const two: Files = { changed: 'two\n', 'new/b': 'y\n', 'file/in': 'y\n', folder: 'y\n' }
const points: [LandingPoint, number][] = [
  ['locked', 1],
  ['staged', 1],
  ['opened', 1],
  ['placing', 3],
  ['placing', 7],
  ['placed', 1],
  ['landed', 1],
  ['indexed', 1],
  ['unlocked', 1],
  ...[1, 2, 4, 5, 6].map((nth): [LandingPoint, number] => ['placing', nth]),
]

async function killed(wish: LandingWish, at?: KilledInput['at']) {
  const { step: _step, ...plain } = wish
  const file = fileURLToPath(new URL('../../../test/landing/killed.ts', import.meta.url))
  const args = ['--conditions=flower-source', file, JSON.stringify({ wish: plain, at } satisfies KilledInput)]
  return run(process.execPath, args, { cwd: ground.path, env: {}, timeoutMs: 60_000, maxBytes: 1_000_000 })
}

const scene = (name: string) =>
  landingScene(ground, name, one, async path => {
    for (const gone of ['gone', 'file', 'folder']) await rm(join(path, gone), { recursive: true })
    await writeFiles(path, two)
  })

async function holds(path: string, files: Files): Promise<boolean> {
  const texts = await Promise.all(
    Object.keys(files).map(name => readFile(join(path, name), 'utf8').catch(() => undefined)),
  )
  return Object.values(files).every((text, at) => texts[at] === text)
}

test('killed at any point, MAIN is exactly one landed commit afterwards, and nothing lands twice or is lost', async () => {
  const { path, git, wish, from, to, checkout, expectExactly } = await scene('rounds')
  const trees = [await git('rev-parse', `${from}^{tree}`), await git('rev-parse', `${to}^{tree}`)]
  const landings = [from]
  for (let round = 0; round < rounds; round++) {
    const [point, nth] = points[round % points.length] ?? ['locked', 1]
    const tip = landings.at(-1) ?? ''
    const next = await git('commit-tree', '-p', tip, '-m', `Landing ${round}`, trees[landings.length % 2] ?? '')
    const also = [{ ref: `refs/flower/landed/${round}`, to: next }]
    const round1 = { ...wish, landing: `round-${round}`, from: tip, to: next, also }
    expect(await killed(round1, { point, nth })).toMatchObject({ outcome: 'failed', exitCode: undefined })
    const journal = await readJournal(wish.journalFolder)
    const [was, is] = landings.length % 2 === 1 ? [one, two] : [two, one]
    // What a reader of the files finds now is whole, or it is told so.
    if (!(await holds(path, was)) && !(await holds(path, is))) expect(isOpen(journal)).toBe(true)
    const recovered = await recoverCheckout({
      gitDir: wish.gitDir,
      checkout,
      journalFolder: wish.journalFolder,
      patienceMs: 60_000,
    })
    const moved = (await git('rev-parse', 'main')) === next
    expect(moved).toBe(['landed', 'indexed', 'unlocked'].includes(point))
    expect(recovered).toMatchObject({ outcome: moved ? 'completed' : 'undone', landing: `round-${round}`, kept: [] })
    expect(await holds(path, moved ? is : was)).toBe(true)
    await expectExactly(moved ? next : tip)
    expect(isOpen(await readJournal(wish.journalFolder))).toBe(false)
    expect(
      await recoverCheckout({ gitDir: wish.gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 0 }),
    ).toEqual({ outcome: 'nothing' })
    if (moved) landings.push(next)
  }
  expect((await git('rev-list', '--first-parent', 'main')).split('\n').slice(0, landings.length)).toEqual(
    landings.reverse(),
  )
  expect((await git('for-each-ref', 'refs/flower/landed')).split('\n').filter(Boolean)).toHaveLength(
    landings.length - 1,
  )
}, 1_200_000)

test('a landing that is open keeps the next one off until it is recovered', async () => {
  const { wish, to, from, checkout, expectExactly } = await scene('open')
  await killed(wish, { point: 'placing', nth: 3 })
  expect(await land({ ...wish, landing: 'next' })).toEqual({ outcome: 'journal_open', landing: 'one' })
  const recovery = { gitDir: wish.gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 60_000 }
  expect(await recoverCheckout(recovery)).toEqual({ outcome: 'undone', landing: 'one', from, to, kept: [] })
  expect(await land({ ...wish, landing: 'next' })).toMatchObject({ outcome: 'landed' })
  await expectExactly(to)
})

test('a recovery that was cut off itself is done again', async () => {
  const { path, gitDir, wish, from, checkout, expectExactly } = await scene('again')
  await killed(wish, { point: 'placed', nth: 1 })
  // As far as the first one came.
  await rm(join(path, 'file'), { recursive: true })
  await rename(join(gitDir, 'flower-landing/one/old/changed'), join(path, 'changed'))
  await rename(join(gitDir, 'flower-landing/one/old/file'), join(path, 'file'))
  const recovery = { gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 60_000 }
  expect(await recoverCheckout(recovery)).toMatchObject({ outcome: 'undone', kept: [] })
  await expectExactly(from)
  expect(await holds(path, one)).toBe(true)
})

test('files that somebody changed after the kill are theirs; the others are put back', async () => {
  const { path, wish, from, to, checkout, git } = await scene('theirs')
  await killed(wish, { point: 'placed', nth: 1 })
  await writeFiles(path, { changed: 'mine\n', 'new/b': 'mine\n' })
  const recovery = { gitDir: wish.gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 60_000 }
  expect(await recoverCheckout(recovery)).toEqual({
    outcome: 'undone',
    landing: 'one',
    from,
    to,
    kept: ['new/b', 'changed'],
  })
  expect(await git('status', '--porcelain')).toBe(' M changed\n?? new/')
  expect(await readFile(join(path, 'gone/a'), 'utf8')).toBe('x\n')
})

test('without the journal, the lock says as much', async () => {
  const { path, wish, from, checkout, expectExactly } = await scene('no-journal')
  await killed(wish, { point: 'placed', nth: 1 })
  await rm(wish.journalFolder, { recursive: true })
  expect(await land({ ...wish, landing: 'next' })).toEqual({ outcome: 'journal_open', landing: 'one' })
  const recovery = { gitDir: wish.gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 60_000 }
  expect(await recoverCheckout(recovery)).toMatchObject({ outcome: 'undone', landing: 'one' })
  await expectExactly(from)
  expect(await holds(path, one)).toBe(true)
})

test("a lock that somebody else's git took in the place of ours is named and left alone", async () => {
  const { wish, gitDir, from, checkout, expectExactly } = await scene('foreign')
  await killed(wish, { point: 'placed', nth: 1 })
  await rm(join(gitDir, 'index.lock'))
  await writeFile(join(gitDir, 'index.lock'), '')
  const recovery = { gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 0 }
  expect(await recoverCheckout(recovery)).toEqual({
    outcome: 'locked',
    file: join(gitDir, 'index.lock'),
    landing: 'one',
  })
  expect(await readdir(gitDir)).toContain('index.lock')
  await rm(join(gitDir, 'index.lock'))
  expect(await recoverCheckout(recovery)).toMatchObject({ outcome: 'undone' })
  await expectExactly(from)
})

test('what somebody staged after they had taken our lock away is not lost', async () => {
  const { path, wish, gitDir, to, checkout, git } = await scene('staged')
  await killed(wish, { point: 'landed', nth: 1 })
  await rm(join(gitDir, 'index.lock'))
  await writeFiles(path, { 'notes.md': 'mine\n' })
  await git('add', 'notes.md')
  const recovery = { gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 60_000 }
  expect(await recoverCheckout(recovery)).toMatchObject({ outcome: 'completed' })
  expect(await git('rev-parse', 'main')).toBe(to)
  expect(await git('status', '--porcelain')).toBe('M  notes.md')
})

test('a git that outlives us and is about to move the branch is waited for', async () => {
  const { path, wish, gitDir, to, checkout, git, expectExactly } = await scene('outlives')
  const gate = join(ground.path, 'gate')
  await run('mkfifo', [gate], { cwd: ground.path, timeoutMs: 10_000, maxBytes: 1_000 })
  await mkdir(join(gitDir, 'hooks'), { recursive: true })
  const hook = join(gitDir, 'hooks', 'reference-transaction')
  await writeFile(hook, `#!/bin/sh\n[ "$1" = prepared ] || exit 0\nkill -9 "$LANDING_PID"\nread line < ${gate}\n`)
  await chmod(hook, 0o755)
  await killed(wish)
  const recovery = { gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 0 }
  const linux = await stat('/proc/self/environ').then(
    () => true,
    () => false,
  )
  if (linux) expect(await recoverCheckout(recovery)).toMatchObject({ outcome: 'still_running', landing: 'one' })
  await writeFile(gate, 'go\n')
  if (linux) {
    expect(await recoverCheckout({ ...recovery, patienceMs: 60_000 })).toMatchObject({ outcome: 'completed' })
    await expectExactly(to)
    expect(await holds(path, two)).toBe(true)
  }
  expect(await git('rev-parse', 'main')).toBeTruthy()
})

test('locks of refs that a killed git left are taken away when they are of the landing, and only then', async () => {
  const { wish, gitDir, from, to, checkout, expectExactly } = await scene('ref-locks')
  const also = [{ ref: 'refs/flower/landed/1', to }]
  await killed({ ...wish, also }, { point: 'placed', nth: 1 })
  await writeFiles(gitDir, {
    'HEAD.lock': '',
    'refs/heads/main.lock': `${to}\n`,
    'refs/flower/landed/1.lock': `${from}\n`,
  })
  const recovery = { gitDir, checkout, journalFolder: wish.journalFolder, patienceMs: 60_000 }
  expect(await recoverCheckout(recovery)).toMatchObject({ outcome: 'undone' })
  await expectExactly(from)
  expect(await readdir(gitDir)).not.toContain('HEAD.lock')
  expect(await readdir(join(gitDir, 'refs/heads'))).toEqual(['main'])
  expect(await readdir(join(gitDir, 'refs/flower/landed'))).toEqual(['1.lock'])
  expect(await land({ ...wish, landing: 'two' })).toMatchObject({ outcome: 'landed' })
})
