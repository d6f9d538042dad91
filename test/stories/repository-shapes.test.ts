import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'

const wait = 50

describe('a repository of any shape', () => {
  let ground: PracticeGround
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    ground = await practiceGround()
    // The home is reached through a link, as many a home is.
    await mkdir(join(ground.path, 'disk', 'home'), { recursive: true, mode: 0o700 })
    await symlink(join(ground.path, 'disk'), join(ground.path, 'link'))
    server = await startServer({ home: join(ground.path, 'link', 'home') })
    client = server.client()
  })
  afterAll(async () => {
    await server.remove()
    await ground.remove()
  })

  const register = async (path: string, name: string) => client.call('project.register', { path, name })
  const make = async (project: string, name = 'roses') => client.call('worktree.create', { project, name, wait })
  const contentOf = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(each => each.isFile() && each.name !== '.git' && !each.parentPath.includes('.flower'))
        .map(each => [join(each.parentPath, each.name), readFileSync(join(each.parentPath, each.name), 'base64')]),
    )

  /** Made and proven, then changed, removed and brought back as it was; MAIN is what it was before. */
  async function goesRound(main: string, project: string, expected: { branch?: string } = {}): Promise<string> {
    const before = await ground.git(
      main,
      'status',
      '--porcelain=v2',
      '--branch',
      '--ignored',
      '--ignore-submodules=none',
    )
    const made = await make(project)
    expect(made).toMatchObject({ status: 'ready', branch: 'flower/roses' })
    const { path, worktreeId } = made
    expect(await ground.git(path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/flower/roses')
    expect(await ground.git(path, 'rev-parse', 'HEAD')).toBe(
      await ground.git(main, 'rev-parse', expected.branch ?? 'main'),
    )
    expect(await ground.git(path, 'status', '--porcelain', '--ignore-submodules=none')).toBe('')
    await writeFile(join(path, 'draft é.md'), 'mine')
    const content = contentOf(path)
    const gone = await client.call('worktree.remove', { worktreeId, confirm: true, wait })
    expect(gone).toMatchObject({ status: 'removed' })
    expect(existsSync(path)).toBe(false)
    const back = await client.call('worktree.restore', { worktreeId, wait })
    expect(back).toMatchObject({ status: 'ready', path })
    expect(contentOf(path)).toEqual(content)
    expect(await ground.git(path, 'status', '--porcelain', '--ignore-submodules=none')).toMatch(/^\?\? .*draft/)
    expect(
      await ground.git(main, 'status', '--porcelain=v2', '--branch', '--ignored', '--ignore-submodules=none'),
    ).toBe(before)
    return path
  }

  it('in a folder with spaces, accents and quotes', async () => {
    const main = await ground.repository("My Projéct é's $(touch pwned)")
    expect((await register(main, 'odd')).path).toBe(main)
    await goesRound(main, 'odd')
    expect(existsSync(join(ground.path, 'pwned'))).toBe(false)
  })

  it('with submodules in submodules', async () => {
    const main = await ground.repository('shell')
    const [inner, innermost] = [await ground.repository('inner'), await ground.repository('innermost')]
    await ground.git(inner, 'submodule', '--quiet', 'add', innermost, 'core')
    await ground.git(inner, 'commit', '-q', '-m', 'Core')
    await ground.git(main, 'submodule', '--quiet', 'add', inner, 'tools/inner')
    await ground.git(main, 'commit', '-q', '-m', 'Tools')
    await ground.git(main, 'submodule', '--quiet', 'update', '--init', '--recursive')
    await register(main, 'submodules')
    const path = await goesRound(main, 'submodules')
    expect(readFileSync(join(path, 'tools/inner/core/notes.md'), 'utf8')).toBe('notes\n')
  })

  it('with large files behind a filter, three at once, and a filter that hangs is a failure with its reason', async () => {
    const main = await ground.repository('large')
    await ground.git(main, 'config', 'filter.lfs.clean', 'cat >/dev/null; echo pointer')
    await ground.git(main, 'config', 'filter.lfs.smudge', 'cat >/dev/null; echo whole')
    await ground.git(main, 'config', 'filter.lfs.required', 'true')
    await writeFile(join(main, '.gitattributes'), '*.bin filter=lfs\n')
    await writeFile(join(main, 'large.bin'), 'whole\n')
    await ground.git(main, 'add', '-A')
    await ground.git(main, 'commit', '-q', '-m', 'Large')
    await register(main, 'large')
    const path = await goesRound(main, 'large')
    expect(readFileSync(join(path, 'large.bin'), 'utf8')).toBe('whole\n')
    const three = await Promise.all(['a', 'b', 'c'].map(name => make('large', name)))
    expect(three.map(each => each.status)).toEqual(['ready', 'ready', 'ready'])
    await ground.git(main, 'config', 'filter.lfs.smudge', 'cat >/dev/null; sleep 600')
    // New in MAIN: one that stands ready already has to be filtered too.
    await writeFile(join(main, 'second.bin'), 'whole\n')
    await ground.git(main, 'add', '-A')
    await ground.git(main, 'commit', '-q', '-m', 'Another')
    await writeFile(join(main, 'flower.yaml'), 'worktrees: { checkoutTimeout: 2s }\n')
    expect(await make('large', 'hangs')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('took longer than 2 s'),
    })
    await writeFile(join(main, 'flower.yaml'), 'worktrees: { checkoutTimeout: 2m, largeFiles: pointers }\n')
    const pointers = await make('large', 'pointers')
    expect(pointers).toMatchObject({ status: 'ready' })
    expect(readFileSync(join(pointers.path, 'large.bin'), 'utf8')).toBe('pointer\n')
  })

  it('with a sparse checkout', async () => {
    const main = await ground.repository('sparse')
    for (const bed of ['north', 'south']) {
      await mkdir(join(main, bed))
      await writeFile(join(main, bed, 'plan.md'), bed)
    }
    await ground.git(main, 'add', '-A')
    await ground.git(main, 'commit', '-q', '-m', 'Beds')
    await ground.git(main, 'sparse-checkout', 'set', 'north')
    await register(main, 'sparse')
    const path = await goesRound(main, 'sparse')
    expect(existsSync(join(path, 'north/plan.md'))).toBe(true)
    expect(existsSync(join(main, 'south'))).toBe(false)
  })

  it('bare, with its worktrees beside it, where flower.yaml of MAIN’s branch says that more are to be', async () => {
    const source = await ground.repository('source')
    const text = 'worktrees:\n  root: ..\n  env: { BED: "{{worktree}}" }\n'
    await writeFile(join(source, 'flower.yaml'), text)
    await ground.git(source, 'add', '-A')
    await ground.git(source, 'commit', '-q', '-m', 'Say where')
    const layout = join(ground.path, 'layout')
    const bare = join(layout, '.bare')
    await ground.git(ground.path, 'clone', '-q', '--bare', source, bare)
    const [main, other] = [join(layout, 'main'), join(layout, 'other')]
    await ground.git(bare, 'worktree', 'add', '-q', main, 'main')
    await ground.git(bare, 'worktree', 'add', '-q', '-b', 'other', other)
    const settings = readFileSync(join(bare, 'config'), 'utf8')
    const registered = await register(other, 'layout')
    expect(registered).toMatchObject({ path: bare, primaryBranch: 'main' })
    const { configuration } = (await client.call('project.show', { project: 'layout' })).project
    expect(configuration).toMatchObject({ hash: configurationHash(text), trusted: false, problems: [] })
    await client.call('project.trust', { project: 'layout', hash: configuration.hash })
    const path = await goesRound(main, 'layout')
    expect(path).toBe(join(layout, 'roses'))
    expect(readFileSync(join(path, '.flower', 'env'), 'utf8')).toContain('BED=roses')
    expect(readFileSync(join(bare, 'config'), 'utf8')).toBe(settings)
    expect(readdirSync(bare)).not.toContain('.gitignore')
    const adopted = await client.call('worktree.adopt', { path: other, wait })
    expect(adopted).toMatchObject({ status: 'ready', path: other, branch: 'other' })
    const no = await client.call('worktree.adopt', { path: main }).catch((reason: unknown) => reason)
    expect(no).toMatchObject({ code: 'worktree.unfit', message: expect.stringContaining("MAIN's own branch") })
    const found = (await client.call('system.doctor', {})).complaints.filter(each => each.what.includes(layout))
    expect(found).toEqual([])
  })

  it.each([false, true])('whose primary branch is called trunk, with a remote: %s', async remote => {
    const name = remote ? 'trunk-remote' : 'trunk-alone'
    let main = await ground.repository(name, 'trunk')
    if (remote) {
      await ground.git(ground.path, 'clone', '-q', main, `${main}-clone`)
      main = `${main}-clone`
    }
    expect(await register(main, name)).toMatchObject({ primaryBranch: 'trunk' })
    await goesRound(main, name, { branch: 'trunk' })
    const no = await client
      .call('worktree.create', { project: name, branch: 'Trunk' })
      .catch((reason: unknown) => reason)
    expect(no).toMatchObject({ code: 'input.invalid' })
  })

  it('registered through a link, whose MAIN is never taken for a worktree', async () => {
    const main = await ground.repository('real')
    const link = join(ground.path, 'seen-as')
    await symlink(main, link)
    expect(await register(link, 'linked')).toMatchObject({ path: main })
    expect(await register(main, 'again')).toMatchObject({ project: 'linked' })
    const path = await goesRound(main, 'linked')
    expect(path.startsWith(join(ground.path, 'disk', 'home', 'worktrees'))).toBe(true)
    const no = await client.call('worktree.adopt', { path: link }).catch((reason: unknown) => reason)
    expect(no).toMatchObject({ code: 'worktree.unfit', message: expect.stringContaining('it is MAIN itself') })
    // Reached by whichever way, one is known as the one that it is.
    const again = join(ground.path, 'link', 'home', 'worktrees', 'linked', 'roses')
    expect(await client.call('worktree.adopt', { path: again, wait })).toMatchObject({ path })
  })

  it('whose branches some disks would take for one, which is refused before anything is made', async () => {
    const main = await ground.repository('folded')
    await register(main, 'folded')
    await ground.git(main, 'branch', 'docs')
    const lower = await client.call('worktree.create', { project: 'folded', branch: 'docs', wait })
    expect(lower).toMatchObject({ status: 'ready', branch: 'docs' })
    for (const branch of ['DOCS', 'DOCS/x', 'docs/x']) {
      const clash = await client.call('worktree.create', { project: 'folded', branch, wait })
      expect(clash).toMatchObject({ status: 'failed', reason: expect.stringContaining('would be one on some disks') })
      await client.call('worktree.remove', { worktreeId: clash.worktreeId, wait })
    }
    const folders = ['feat/a-b', 'feat-a/b'].map(name => make('folded', name))
    const [one, two] = await Promise.all(folders)
    expect([one?.status, two?.status]).toEqual(['ready', 'ready'])
    expect(one?.path).not.toBe(two?.path)
  })

  it('without a commit is told to make one, and is not known before that', async () => {
    const empty = join(ground.path, 'empty')
    await mkdir(empty)
    await ground.git(empty, 'init', '-q', '-b', 'master')
    const no = await register(empty, 'empty').catch((reason: unknown) => reason)
    expect(no).toMatchObject({ code: 'project.unready', message: expect.stringContaining('no commit') })
    await ground.git(empty, 'commit', '-q', '--allow-empty', '-m', 'Start')
    expect(await register(empty, 'empty')).toMatchObject({ primaryBranch: 'master' })
  })

  it('with a branch that only its remote has, which is gone on with', async () => {
    const upstream = await ground.repository('upstream')
    await ground.git(upstream, 'switch', '-q', '-c', 'theirs')
    await ground.git(upstream, 'commit', '-q', '--allow-empty', '-m', 'Theirs')
    const tip = await ground.git(upstream, 'rev-parse', 'HEAD')
    await ground.git(upstream, 'switch', '-q', 'main')
    const main = join(ground.path, 'downstream')
    await ground.git(ground.path, 'clone', '-q', upstream, main)
    await register(main, 'downstream')
    const made = await client.call('worktree.create', { project: 'downstream', branch: 'theirs', wait })
    expect(made).toMatchObject({ status: 'ready', branch: 'theirs' })
    expect(await ground.git(made.path, 'rev-parse', '--show-toplevel')).toBe(made.path)
    expect(await ground.git(made.path, 'rev-parse', 'HEAD')).toBe(tip)
  })

  it('with paths beyond what some systems take, which go and come back whole', async () => {
    const main = await ground.repository('deep')
    await register(main, 'deep')
    const { path, worktreeId } = await make('deep')
    const below = join(path, ...Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(40, 'x')))
    await mkdir(below, { recursive: true })
    await writeFile(join(below, 'leaf.md'), 'leaf')
    expect(await client.call('worktree.remove', { worktreeId, confirm: true, wait })).toMatchObject({
      status: 'removed',
    })
    expect(await ground.git(main, 'worktree', 'list', '--porcelain')).not.toContain('roses')
    await client.call('worktree.restore', { worktreeId, wait })
    expect(readFileSync(join(below, 'leaf.md'), 'utf8')).toBe('leaf')
  })

  const elsewhere = '/dev/shm'
  const isElsewhere = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync('/tmp').dev
  it.skipIf(!isElsewhere)('with worktrees on another disk, which are removed and stand ready there', async () => {
    const main = await ground.repository('apart')
    const root = await mkdtemp(join(elsewhere, 'flower-'))
    const text = `worktrees: { root: ${root} }\n`
    await writeFile(join(main, 'flower.yaml'), text)
    await register(main, 'apart')
    await client.call('project.trust', { project: 'apart', hash: configurationHash(text) })
    try {
      expect(await goesRound(main, 'apart')).toBe(join(root, 'roses'))
      const second = await make('apart', 'tulips')
      expect(await ground.git(second.path, 'rev-parse', '--show-toplevel')).toBe(join(root, 'tulips'))
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })

  it('is what a flower works in that a hook of another one’s git has started', async () => {
    const [main, outer] = [await ground.repository('inner-hook'), await ground.repository('outer-hook')]
    await writeFile(join(outer, 'staged.md'), 'staged')
    await ground.git(outer, 'add', '-A')
    const before = await ground.git(outer, 'status', '--porcelain=v2', '--branch')
    const env = {
      GIT_DIR: join(outer, '.git'),
      GIT_WORK_TREE: outer,
      GIT_INDEX_FILE: join(outer, '.git', 'index'),
      GIT_PREFIX: '',
    }
    const started = await startServer({ project: main, env })
    try {
      const made = await started.client().call('worktree.create', { name: 'roses', wait })
      expect(made).toMatchObject({ status: 'ready', project: 'inner-hook' })
      expect(await ground.git(made.path, 'rev-parse', '--path-format=absolute', '--git-common-dir')).toBe(
        join(main, '.git'),
      )
      expect(await ground.git(outer, 'status', '--porcelain=v2', '--branch')).toBe(before)
      expect(await ground.git(outer, 'branch', '--list')).toBe('* main')
    } finally {
      await started.remove()
    }
  })
})
