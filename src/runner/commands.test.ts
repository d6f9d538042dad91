import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configurationHash } from '#domain/configuration/hash.ts'
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

const make = async (input: Record<string, unknown>) => {
  const made = await runner.house.call('worktree.create', input)
  await runner.turn()
  return made
}
const remove = async (worktreeId: number, confirm = true) => {
  await runner.house.call('worktree.remove', { worktreeId, confirm })
  await runner.turn()
  return runner.shown(worktreeId)
}
const configure = async (text: string): Promise<void> => {
  await writeFile(join(garden, 'flower.yaml'), text)
  await runner.house.call('project.trust', { hash: configurationHash(text) })
}

describe('commands of flower.yaml', () => {
  test('for taking down run before a removal, and one that fails keeps the worktree until somebody says so', async () => {
    const log = join(ground.path, `taken-down-${at}`)
    await configure(
      `worktrees:\n  prepare: [node -e "0"]\n  teardown: [{ run: 'echo {{worktree}} >> ${log}; exit 3', shell: true }]\n`,
    )
    const { worktreeId, path } = await make({ name: 'roses' })
    const kept = await remove(worktreeId, false)
    expect(kept).toMatchObject({ status: 'ready', reason: expect.stringContaining('confirm: true') })
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(log, 'utf8')).toBe('roses\n')
    expect(await remove(worktreeId)).toMatchObject({ status: 'removed' })
    expect(readFileSync(log, 'utf8')).toBe('roses\nroses\n')
  })

  test('that somebody ends in the middle have not succeeded', async () => {
    await configure('worktrees: { prepare: [{ run: "kill -TERM $$", shell: true }] }\n')
    const { worktreeId } = await make({ name: 'roses' })
    expect(await runner.shown(worktreeId)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('worktrees.prepare[0]'),
    })
  })

  test('read a branch as a word, whatever a shell would make of it', async () => {
    const branch = 'x$(touch>pwned)`touch>pwned`;touch>pwned|&\'"'
    await configure('worktrees: { prepare: [{ run: "echo {{branch}} > said", shell: true }] }\n')
    const { worktreeId, path } = await make({ branch })
    expect((await runner.shown(worktreeId)).reason).toContain('holds signs that a shell acts on')
    await configure(
      'worktrees:\n  env: { BRANCH: "{{branch}}" }\n  prepare: [{ run: \'echo "$BRANCH" > said\', shell: true }, [node, -e, "0", "{{branch}}"]]\n',
    )
    await runner.house.call('worktree.prepare', { worktreeId })
    await runner.turn()
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready', reason: null })
    expect(readFileSync(join(path, 'said'), 'utf8')).toBe(`${branch}\n`)
    await runner.house.call('worktree.sync', { worktreeId })
    await runner.turn()
    await remove(worktreeId)
    await runner.house.call('worktree.restore', { worktreeId })
    await runner.turn()
    expect(await runner.shown(worktreeId)).toMatchObject({ status: 'ready', branch })
    for (const folder of [garden, path, ground.path, process.cwd()]) expect(readdirSync(folder)).not.toContain('pwned')
    await ground.git(path, 'switch', '-q', '--detach')
    for (const { cure } of await runner.mismatches()) expect(cure).not.toContain(` ${branch}`)
  })

  test('bring no secret into a commit, though the repository ignores it nowhere', async () => {
    await writeFile(join(garden, '.env.local'), 'TOKEN=secret\n')
    await configure('worktrees: { copy: [.env.local] }\n')
    const { path } = await make({ name: 'roses' })
    expect(readFileSync(join(path, '.env.local'), 'utf8')).toContain('secret')
    await ground.git(path, 'add', '-A')
    expect(await ground.git(path, 'diff', '--cached', '--name-only')).toBe('')
    const code = await make({ name: 'code', isolation: 'code' })
    expect(existsSync(join(code.path, '.env.local'))).toBe(false)
  })
})
