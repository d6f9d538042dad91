import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { type LiveReader, readLive } from '../live.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'

const wait = 50

describe('worktrees of a real flower', () => {
  let ground: PracticeGround
  let garden: string
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    ground = await practiceGround()
    garden = await ground.repository('garden')
    await ground.git(garden, 'config', 'user.name', 'Ada')
    await ground.git(garden, 'config', 'user.email', 'ada@example.test')
    server = await startServer({ project: garden })
    client = server.client()
  })
  afterAll(async () => {
    await server.remove()
    await ground.remove()
  })

  /** MAIN to the last byte that git knows of. */
  const mainAsItIs = async (): Promise<string> =>
    [
      await ground.git(garden, 'status', '--porcelain=v2', '--branch', '--ignored', '-z'),
      await ground.git(garden, 'rev-parse', 'HEAD'),
      await ground.git(garden, 'stash', 'list'),
      readFileSync(join(garden, 'notes.md'), 'utf8'),
    ].join('\n')

  const refused = async (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (reason: { code: string; message: string; data: unknown }) => reason,
    )

  const contentOf = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(each => each.isFile() && each.name !== '.git' && !each.parentPath.includes(join('beds', 'main')))
        .map(each => [join(each.parentPath, each.name), readFileSync(join(each.parentPath, each.name), 'base64')]),
    )

  it('a Brief gets a prepared one, which is its own, goes only with a word, and comes back byte for byte', async () => {
    const before = await mainAsItIs()
    const { briefId } = await client.call('brief.capture', { text: 'Water the roses', project: 'garden' })
    const made = await client.call('worktree.create', { briefId, wait })
    expect(made).toMatchObject({
      status: 'ready',
      name: `${briefId}-water-the-roses`,
      branch: `flower/${briefId}-water-the-roses`,
    })
    expect(made.path).toBe(join(server.home, 'worktrees', 'garden', made.name))
    expect(await ground.git(made.path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${made.branch}`)
    expect(await ground.git(made.path, 'status', '--porcelain')).toBe('')
    // Whoever asks again is given the same.
    expect(await client.call('worktree.create', { briefId })).toMatchObject({
      worktreeId: made.worktreeId,
      path: made.path,
    })

    await mkdir(join(made.path, 'beds'))
    await writeFile(join(made.path, 'beds', 'rosé.md'), 'new')
    await writeFile(join(made.path, 'notes.md'), 'changed\r\n')
    await symlink(garden, join(made.path, 'beds', 'main'))
    const { worktree } = await client.call('worktree.show', { worktreeId: made.worktreeId })
    expect(worktree).toMatchObject({ dirty: { modified: 1, untracked: 2, unmerged: 0 }, ahead: 0, behind: 0 })
    const no = await refused(client.call('worktree.remove', { worktreeId: made.worktreeId, wait }))
    expect(no).toMatchObject({
      code: 'worktree.dirty',
      data: { modified: 1, untracked: 2, counts: '1 modified, 2 untracked' },
    })
    const content = contentOf(made.path)
    const gone = await client.call('worktree.remove', { worktreeId: made.worktreeId, confirm: true, wait })
    expect(gone).toMatchObject({ status: 'removed' })
    expect(existsSync(made.path)).toBe(false)
    expect(await ground.git(garden, 'worktree', 'list', '--porcelain')).not.toContain(made.name)
    const back = await client.call('worktree.restore', { worktreeId: made.worktreeId, wait })
    expect(back).toMatchObject({ status: 'ready', path: made.path })
    expect(contentOf(made.path)).toEqual(content)
    expect(await mainAsItIs()).toBe(before)
    const types = (await client.call('trace.list', { briefId })).items.map(each => each.type)
    for (const type of [
      'worktree_created',
      'worktree_prepared',
      'work_snapshotted',
      'worktree_removed',
      'worktree_restored',
    ])
      expect(types).toContain(type)
    const recall = await client.call('recall.brief', { briefId })
    expect(recall.worktrees).toMatchObject([{ id: made.worktreeId, status: 'ready', dirty: { modified: 1 } }])
  })

  it('ten are made at once, each on its own branch', async () => {
    const before = await mainAsItIs()
    const names = Array.from({ length: 10 }, (_, at) => `lane/${at}`)
    const made = await Promise.all(names.map(name => client.call('worktree.create', { name, wait })))
    expect(made.map(each => each.status)).toEqual(names.map(() => 'ready'))
    expect(new Set(made.map(each => each.path)).size).toBe(10)
    for (const each of made) expect(await ground.git(each.path, 'branch', '--show-current')).toBe(`flower/${each.name}`)
    expect(await mainAsItIs()).toBe(before)
  })

  it('one that follows MAIN moves on with it, and MAIN is brought into others or the conflict is named', async () => {
    const follower = await client.call('worktree.create', { name: 'standing', follows: 'main', wait })
    expect(follower).toMatchObject({ status: 'ready', branch: null })
    const [clean, clash] = [
      await client.call('worktree.create', { name: 'clean', wait }),
      await client.call('worktree.create', { name: 'clash', wait }),
    ]
    await writeFile(join(clash.path, 'notes.md'), 'theirs\n')
    await ground.git(clash.path, 'commit', '-qam', 'Theirs')
    await writeFile(join(garden, 'notes.md'), 'MAIN went on\n')
    await ground.git(garden, 'commit', '-qam', 'Go on')
    const tip = await ground.git(garden, 'rev-parse', 'HEAD')
    await client.call('worktree.sync', { worktreeId: follower.worktreeId, wait })
    await client.call('worktree.sync', { worktreeId: clean.worktreeId, wait })
    expect(await ground.git(follower.path, 'rev-parse', 'HEAD')).toBe(tip)
    expect(await ground.git(clean.path, 'rev-parse', 'HEAD')).toBe(tip)
    const left = await client.call('worktree.sync', { worktreeId: clash.worktreeId, wait })
    expect(left).toMatchObject({ status: 'ready', reason: expect.stringContaining('notes.md') })
    expect(await ground.git(clash.path, 'status', '--porcelain')).toBe('')
  })

  it('one that was made by hand is adopted as it is', async () => {
    const path = join(ground.path, 'by hand')
    await ground.git(garden, 'worktree', 'add', '-q', '--no-track', '-b', 'Feature-1', path, 'main')
    await writeFile(join(path, 'draft.md'), 'mine')
    const adopted = await client.call('worktree.adopt', { path, wait })
    expect(adopted).toMatchObject({ status: 'ready', path, branch: 'Feature-1', name: 'feature-1' })
    expect(readFileSync(join(path, 'draft.md'), 'utf8')).toBe('mine')
    expect(await refused(client.call('worktree.adopt', { path: garden }))).toMatchObject({ code: 'worktree.unfit' })
  })

  it('a folder that somebody deleted is told, and the Brief gets a new one on its branch', async () => {
    const { briefId } = await client.call('brief.capture', { text: 'Cut the hedge', project: 'garden' })
    const made = await client.call('worktree.create', { briefId, wait })
    await ground.git(made.path, 'commit', '-q', '--allow-empty', '-m', 'Work')
    const tip = await ground.git(made.path, 'rev-parse', 'HEAD')
    await rm(made.path, { recursive: true })
    expect(await client.call('worktree.prepare', { worktreeId: made.worktreeId, wait })).toMatchObject({
      status: 'gone',
    })
    const again = await client.call('worktree.create', { briefId, wait })
    expect(again).toMatchObject({ status: 'ready', branch: made.branch })
    expect(await ground.git(again.path, 'rev-parse', 'HEAD')).toBe(tip)
  })

  it('commands of flower.yaml wait for trust, and a failing one is shown with its last lines', async () => {
    await writeFile(
      join(garden, 'flower.yaml'),
      'worktrees:\n  prepare: [node --eval "console.log(40 + 2); process.exit(3)"]\n',
    )
    const made = await client.call('worktree.create', { name: 'trust', wait })
    expect(made).toMatchObject({ status: 'failed', reason: expect.stringContaining('project.trust') })
    const { configuration } = (await client.call('project.show', { project: 'garden' })).project
    expect(configuration).toMatchObject({ trusted: false, problems: [], commands: [{ path: 'worktrees.prepare[0]' }] })
    const { hash } = configuration
    expect(made.reason).toContain(hash)
    await client.call('project.trust', { hash, project: 'garden' })
    const tried = await client.call('worktree.prepare', { worktreeId: made.worktreeId, wait })
    expect(tried).toMatchObject({ status: 'failed', reason: expect.stringContaining('42') })
    await rm(join(garden, 'flower.yaml'))
    expect(await client.call('worktree.prepare', { worktreeId: made.worktreeId, wait })).toMatchObject({
      status: 'ready',
    })
  })
})

describe('flower is killed in the middle', () => {
  let ground: PracticeGround
  let garden: string
  let server: TestServer
  beforeAll(async () => {
    ground = await practiceGround()
    garden = await ground.repository('garden')
    await mkdir(join(garden, 'many'))
    for (let at = 0; at < 2_000; at++) await writeFile(join(garden, 'many', `${at}.txt`), `${at}\n`)
    await ground.git(garden, 'add', '-A')
    await ground.git(garden, 'commit', '-q', '-m', 'Many files')
    server = await startServer({ project: garden })
  })
  afterAll(async () => {
    await server.remove()
    await ground.remove()
  })

  const killWhen = async (live: LiveReader, worktreeId: number, type: string): Promise<void> => {
    await live.until(
      event => event.type === type && (event.payload as { worktreeId: number }).worktreeId === worktreeId,
    )
    live.close()
    await server.kill()
    server = await server.again()
  }

  it.each(['worktree_requested', 'worktree_created', 'worktree_prepared'])(
    'a creation that was killed at %s is whole after the restart, and removing it too',
    async type => {
      const live = await readLive(server, 0)
      const made = await server.client().call('worktree.create', { name: type.replaceAll('_', '-'), project: 'garden' })
      await killWhen(live, made.worktreeId, type)
      const client = server.client()
      const whole = await client.call('worktree.prepare', { worktreeId: made.worktreeId, wait })
      expect(whole).toMatchObject({ status: 'ready' })
      expect(await ground.git(made.path, 'status', '--porcelain')).toBe('')
      await writeFile(join(made.path, 'many', '7.txt'), 'mine')
      const again = await readLive(server, 0)
      await client.call('worktree.remove', { worktreeId: made.worktreeId, confirm: true })
      await again.until(
        event => event.type === 'worktree_requested' && (event.payload as { errand: string }).errand === 'remove',
      )
      again.close()
      await server.kill()
      server = await server.again()
      const live2 = await readLive(server, 0)
      await live2.until(
        event =>
          event.type === 'worktree_removed' && (event.payload as { worktreeId: number }).worktreeId === made.worktreeId,
      )
      live2.close()
      expect(existsSync(made.path)).toBe(false)
      await server.client().call('worktree.restore', { worktreeId: made.worktreeId, wait })
      expect(readFileSync(join(made.path, 'many', '7.txt'), 'utf8')).toBe('mine')
      expect(await ground.git(garden, 'status', '--porcelain')).toBe('')
    },
  )

  it('locks that its git left are gone soon after the restart, and what was asked for is done', async () => {
    const live = await readLive(server, 0)
    const made = await server.client().call('worktree.create', { name: 'locked', project: 'garden' })
    await live.until(
      event =>
        event.type === 'worktree_requested' && (event.payload as { worktreeId: number }).worktreeId === made.worktreeId,
    )
    live.close()
    await server.kill()
    // Only half of what it was at may have been done: as if its git had been killed with it.
    const locks = ['refs/heads/flower/locked.lock', 'packed-refs.lock'].map(each => join(garden, '.git', each))
    await mkdir(join(garden, '.git', 'refs', 'heads', 'flower'), { recursive: true })
    for (const each of locks) await writeFile(each, '')
    const then = new Date(Date.now() - 60_000)
    for (const each of locks) await utimes(each, then, then)
    server = await server.again()
    const whole = await server.client().call('worktree.prepare', { worktreeId: made.worktreeId, wait })
    expect(whole).toMatchObject({ status: 'ready' })
    // Unless it was done before the kill, and nothing was under way any more.
    const { worktree } = await server.client().call('worktree.show', { worktreeId: made.worktreeId })
    const types = (await server.client().call('trace.list', { limit: 200 })).items
    const resumed = types.some(
      each => each.type === 'worktree_resumed' && (each.payload as { worktreeId: number }).worktreeId === worktree.id,
    )
    if (resumed) expect(locks.filter(each => existsSync(each))).toEqual([])
    for (const each of locks) await rm(each, { force: true })
  })
})
