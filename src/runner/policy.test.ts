import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configurationHash } from '#domain/configuration/hash.ts'
import { run } from '#machine/command.ts'
import { type PracticeGround, practiceGround } from '../../test/practice-repository.ts'
import { openRunner, type TestRunner } from '../../test/worktree/runner.ts'

let ground: PracticeGround
let garden: string
let runner: TestRunner
let at = 0
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())
beforeEach(async () => {
  garden = await ground.repository(`garden-${++at}`)
  runner = await openRunner(join(ground.path, `home-${at}`), garden)
  return runner.close
})

const configure = async (text: string): Promise<string> => {
  await writeFile(join(garden, 'flower.yaml'), text)
  return configurationHash(text)
}
const trust = (hash: string) => runner.house.call('project.trust', { hash })
const make = async (name: string) => {
  const made = await runner.house.call('worktree.create', { name })
  await runner.turn()
  return runner.shown(made.worktreeId)
}

describe('a folder for worktrees that flower.yaml names', () => {
  test('is used once an operator trusts it, for removed and restored ones too', async () => {
    const hash = await configure('worktrees: { root: ../beds }\n')
    const no = await runner.house.refused('worktree.create', { name: 'roses' })
    expect(no).toMatchObject({ code: 'worktree.no_place', next: expect.stringContaining(hash) })
    await trust(hash)
    const { id, path, status } = await make('roses')
    expect({ path, status }).toEqual({ path: join(ground.path, 'beds', 'roses'), status: 'ready' })
    await writeFile(join(path, 'mine.md'), 'mine')
    await runner.house.call('worktree.remove', { worktreeId: id, confirm: true })
    await runner.turn()
    expect(existsSync(path)).toBe(false)
    await runner.house.call('worktree.restore', { worktreeId: id })
    await runner.turn()
    expect(await runner.shown(id)).toMatchObject({ status: 'ready', path })
    expect(readFileSync(join(path, 'mine.md'), 'utf8')).toBe('mine')
    // One that flower.yaml does not speak of any more is still ours to take away.
    await rm(join(garden, 'flower.yaml'))
    await runner.house.call('worktree.remove', { worktreeId: id, confirm: true })
    await runner.turn()
    expect(await runner.shown(id)).toMatchObject({ status: 'removed' })
  })

  test.each(['beds', '.git/beds', '.', './../garden-link/beds'])('is refused within MAIN: %s', async root => {
    const link = join(ground.path, 'garden-link')
    await rm(link, { force: true })
    await symlink(garden, link)
    await trust(await configure(`worktrees: { root: ${root} }\n`))
    expect(await runner.house.refused('worktree.create', { name: 'roses' })).toMatchObject({
      code: 'worktree.no_place',
      message: expect.stringContaining('lies in MAIN'),
    })
    expect(await ground.git(garden, 'status', '--porcelain')).toBe('?? flower.yaml')
  })

  test('and the isolation that it names is that of new ones', async () => {
    await configure('worktrees: { isolation: shared }\n')
    expect(await make('roses')).toMatchObject({ isolation: 'shared', status: 'ready' })
  })
})

describe('large files', () => {
  const filter = async (smudge: string): Promise<void> => {
    await ground.git(garden, 'config', 'filter.lfs.clean', 'cat')
    await ground.git(garden, 'config', 'filter.lfs.smudge', smudge)
    await ground.git(garden, 'config', 'filter.lfs.required', 'true')
    await writeFile(join(garden, '.gitattributes'), '*.bin filter=lfs\n')
    await writeFile(join(garden, 'large.bin'), 'pointer\n')
    await ground.git(garden, 'add', '-A')
    await ground.git(garden, 'commit', '-q', '-m', 'Large')
  }

  test('are fetched, or left as pointers when flower.yaml says so, and that is told', async () => {
    await filter('cat >/dev/null; echo whole')
    await ground.git(garden, 'config', 'filter.lfs.clean', 'cat >/dev/null; echo pointer')
    const whole = await make('whole')
    expect(readFileSync(join(whole.path, 'large.bin'), 'utf8')).toBe('whole\n')
    expect(whole.warnings).toEqual([])
    await configure('worktrees: { largeFiles: pointers }\n')
    const pointers = await make('pointers')
    expect(readFileSync(join(pointers.path, 'large.bin'), 'utf8')).toBe('pointer\n')
    expect(pointers.warnings).toEqual([expect.stringContaining('1 large files are only pointers')])
    // What stands ready with pointers is never given to whoever wants them whole.
    await rm(join(garden, 'flower.yaml'))
    expect(readdirSync(runner.machine.pool).sort()).toEqual(['garden', 'garden+pointers'])
    expect(readFileSync(join((await make('whole-again')).path, 'large.bin'), 'utf8')).toBe('whole\n')
  })

  test('that take longer than they may are a failure with the reason, and nothing is left', async () => {
    const fifo = join(ground.path, `never-${at}`)
    await run('mkfifo', [fifo], { cwd: ground.path, timeoutMs: 30_000, maxBytes: 1_000 })
    await filter(`cat ${fifo}`)
    await configure('worktrees: { checkoutTimeout: 1s }\n')
    const stuck = await make('stuck')
    expect(stuck).toMatchObject({ status: 'failed', reason: expect.stringContaining('took longer than 1 s') })
    expect(existsSync(stuck.path)).toBe(false)
    expect(await ground.git(garden, 'worktree', 'list', '--porcelain')).not.toContain('stuck')
  })
})

describe('where worktrees begin', () => {
  let upstream: string
  beforeEach(async () => {
    upstream = join(ground.path, `upstream-${at}`)
    await ground.git(ground.path, 'clone', '-q', '--bare', garden, upstream)
    await ground.git(garden, 'remote', 'add', 'origin', upstream)
    await ground.git(garden, 'fetch', '-q')
  })

  /** A commit that somebody else has pushed. */
  const theyPush = async (): Promise<string> => {
    const other = join(ground.path, `other-${at}`)
    await ground.git(ground.path, 'clone', '-q', upstream, other)
    await ground.git(other, 'commit', '-q', '--allow-empty', '-m', 'Theirs')
    await ground.git(other, 'push', '-q', 'origin', 'main')
    return ground.git(other, 'rev-parse', 'HEAD')
  }

  test('is MAIN’s own tip, and what it lacks of its remote is told', async () => {
    const own = await ground.git(garden, 'rev-parse', 'HEAD')
    expect((await make('level')).warnings).toEqual([])
    await theyPush()
    await ground.git(garden, 'fetch', '-q')
    const { base, warnings } = await make('behind')
    expect(base).toBe(own)
    expect(warnings).toEqual([expect.stringContaining('main lacks 1 commit of origin/main')])
  })

  test('is the remote’s tip, fetched, where flower.yaml says so; a sync brings that in too', async () => {
    await configure('main: { base: remote }\n')
    const first = await make('first')
    const theirs = await theyPush()
    await ground.git(garden, 'commit', '-q', '--allow-empty', '-m', 'Unpushed')
    const second = await make('second')
    expect(second).toMatchObject({ status: 'ready', base: theirs })
    expect(second.warnings).toEqual([expect.stringContaining('main has 1 commit that origin/main lacks')])
    await runner.house.call('worktree.sync', { worktreeId: first.id })
    await runner.turn()
    expect(await runner.shown(first.id)).toMatchObject({ head: theirs })
    // What is on the remote is nowhere lost: it does not keep a worktree.
    await runner.house.call('worktree.remove', { worktreeId: second.id })
    await runner.turn()
    expect(await runner.shown(second.id)).toMatchObject({ status: 'removed' })
  })

  test('is where the remote was last seen when it does not answer, and nowhere when it was never seen', async () => {
    await configure('main: { base: remote }\n')
    const known = await ground.git(garden, 'rev-parse', 'origin/main')
    await rm(upstream, { recursive: true })
    const seen = await make('seen')
    expect(seen).toMatchObject({ status: 'ready', base: known })
    expect(seen.warnings).toEqual([expect.stringContaining("can't be fetched")])
    await ground.git(garden, 'update-ref', '-d', 'refs/remotes/origin/main')
    expect(await make('unseen')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining("can't be fetched"),
    })
    await ground.git(garden, 'remote', 'remove', 'origin')
    expect(await make('alone')).toMatchObject({ status: 'failed', reason: expect.stringContaining('no remote') })
  })
})
