import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { writeJournal } from '#machine/landing/journal.ts'
import { flower } from '../cli.ts'
import { type LiveReader, readLive } from '../live.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { flowerWords, startServer, type TestServer } from '../server.ts'

const wait = 50
const [node, program] = flowerWords

describe('MAIN kept by a real flower', () => {
  let ground: PracticeGround
  let garden: string
  let server: TestServer
  let client: Client
  let live: LiveReader
  beforeAll(async () => {
    ground = await practiceGround()
    garden = await ground.repository('garden')
    await ground.git(garden, 'config', 'user.name', 'Ada')
    await ground.git(garden, 'config', 'user.email', 'ada@example.test')
    await writeFile(join(garden, '.gitignore'), 'dist\n')
    await ground.git(garden, 'add', '-A')
    await ground.git(garden, 'commit', '-qm', 'Ignore what is built')
    server = await startServer({ project: garden })
    client = server.client()
    live = await readLive(server, 0)
  })
  afterAll(async () => {
    live.close()
    await server.remove()
    await ground.remove()
  })

  const status = async () => (await client.call('main.status', { project: 'garden' })).main

  const gitLayer = async () => (await status()).layers.find(each => each.layer === 'git')?.state

  it('what comes into MAIN from outside is noticed, saved, and moved into a worktree with one call', async () => {
    // Watched from its first look on.
    await expect.poll(async () => (await status()).standing?.status).toBe('clean')
    await mkdir(join(garden, 'dist'))
    await writeFile(join(garden, 'dist', 'built.js'), 'ignored')
    await writeFile(join(garden, 'notes.md'), 'scribbled over\n')
    await writeFile(join(garden, 'new bed.md'), 'tulips\n')
    // It may be looked at between the two files, and then again.
    await live.until(event => event.type === 'main_changed' && (event.payload as { changed: number }).changed === 2)
    await expect.poll(async () => (await status()).standing).toMatchObject({ status: 'dirty', changed: 2 })
    await expect.poll(async () => (await status()).waits).toContain('main.rescue')
    const { saved } = await status()
    const last = saved.toSorted((a, b) => b.number - a.number)[0]
    expect(await ground.git(garden, 'rev-parse', '--verify', last?.ref ?? '')).not.toBe('')
    expect(await readFile(last?.patch ?? '', 'utf8')).toContain('+tulips')

    const done = await client.call('main.rescue', { wait })
    expect(done).toMatchObject({ errand: null })
    expect(done.reason).toBe(undefined)
    expect(await ground.git(garden, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(garden, 'dist', 'built.js'), 'utf8')).toBe('ignored')
    await expect.poll(async () => (await status()).standing?.status).toBe('clean')
    const after = await status()
    const moved = after.saved.toSorted((a, b) => b.number - a.number)[0]?.worktreeId
    const { worktree } = await client.call('worktree.show', { worktreeId: moved ?? 0 })
    expect(done.moved).toEqual({
      worktreeId: moved,
      name: worktree.name,
      path: worktree.path,
      ref: after.saved[0]?.ref,
    })
    expect(readFileSync(join(worktree.path, 'notes.md'), 'utf8')).toBe('scribbled over\n')
    expect(readFileSync(join(worktree.path, 'new bed.md'), 'utf8')).toBe('tulips\n')
  })

  it('whoever types it is told where it went to', async () => {
    const since = (await client.call('trace.list', { limit: 1 })).items[0]?.seq ?? 0
    await writeFile(join(garden, 'new bed.md'), 'crocuses\n')
    await live.until(event => event.type === 'main_changed' && event.seq > since)
    const asked = ['main', 'rescue', '--name', 'crocus-bed']
    const { code, out } = await flower(client, asked, { terminal: { columns: 400 } })
    expect(code).toBe(0)
    const { items } = await client.call('worktree.list', {})
    const made = items.find(each => each.name === 'crocus-bed')
    expect(out).toContain('moved into')
    expect(out).toContain(`w${made?.id} crocus-bed at ${made?.path}`)
    expect(readFileSync(join(made?.path ?? '', 'new bed.md'), 'utf8')).toBe('crocuses\n')
  })

  it('a rescue waits for a landing to come to its end', async () => {
    await expect.poll(async () => (await status()).standing?.status).toBe('clean')
    const since = (await client.call('trace.list', { limit: 1 })).items[0]?.seq ?? 0
    await writeFile(join(garden, 'notes.md'), 'scribbled once more\n')
    await live.until(event => event.type === 'main_changed' && event.seq > since)
    const tip = await ground.git(garden, 'rev-parse', 'HEAD')
    const journals = join(server.home, 'landings', 'garden')
    const journal = { landing: 'other', ref: 'refs/heads/main', from: tip, to: tip, moves: [] }
    await writeJournal(journals, { ...journal, point: 'opened' })
    expect(await client.call('main.rescue', { wait: 1, project: 'garden' })).toMatchObject({ errand: 'rescue' })
    expect(readFileSync(join(garden, 'notes.md'), 'utf8')).toBe('scribbled once more\n')
    await writeJournal(journals, { ...journal, point: 'undone' })
    // Whatever happens in the house makes the keeper look again.
    await client.call('project.register', { path: await ground.repository('pond') })
    await expect.poll(async () => (await status()).errand).toBe(null)
    expect(await ground.git(garden, 'status', '--porcelain')).toBe('')
    await client.call('project.remove', { project: 'pond' })
  })

  it('its hooks are put in place on a word, refuse a commit in MAIN, are missed when they are gone, and leave no trace', async () => {
    const config = readFileSync(join(garden, '.git', 'config'))
    await expect.poll(gitLayer).toBe('off')
    // Whoever types it is answered once the hooks are there.
    expect(await flower(client, ['main', 'guard'])).toMatchObject({ code: 0 })
    expect(await gitLayer()).toBe('in_force')
    await expect(ground.git(garden, 'commit', '--allow-empty', '-m', 'By hand')).rejects.toThrow(
      /flower worktree create/,
    )
    await rm(join(garden, '.git', 'flower', 'hooks', 'pre-commit'))
    await live.until(event => event.type === 'main_unguarded')
    await client.call('main.guard', { wait })
    await client.call('main.guard', { install: false, wait })
    expect(readFileSync(join(garden, '.git', 'config'))).toEqual(config)
    await ground.git(garden, 'commit', '--allow-empty', '-m', 'By hand')
  })

  it('what the guard of an agent refused is on the trace of its Brief', async () => {
    const { briefId } = await client.call('brief.capture', { text: 'Rake the leaves', project: 'garden' })
    const made = await client.call('worktree.create', { briefId, wait })
    const question = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: join(garden, 'notes.md'), content: 'mine' },
      cwd: made.path,
    }
    const options = ['--worktree', made.path, '--main', garden, '--branch', 'main']
    const asked = spawnSync(node, [program, 'guard', ...options], {
      input: JSON.stringify(question),
      env: { ...process.env, FLOWER_HOME: server.home, FLOWER_ACTOR: 'agent:builder', FLOWER_BRIEF: String(briefId) },
      encoding: 'utf8',
    })
    expect(asked.stdout).toContain('deny')
    const refused = await live.until(event => event.type === 'guard_refused')
    expect(refused).toMatchObject({ briefId, payload: { actor: 'agent:builder', tool: 'Write' } })
  })
})
