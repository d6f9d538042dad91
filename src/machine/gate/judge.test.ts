import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkGround, put } from '../../../test/gates/check-ground.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { findTree } from '../service/find-tree.ts'
import { judge } from './judge.ts'
import { endLeftOver } from './left-over.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

/** Prints what a gate sees of its checkout. */
const look =
  'git rev-parse HEAD "HEAD^{tree}"; git status --porcelain --ignored; git symbolic-ref -q HEAD; find . -name .git -prune -o -print | sort'

describe('a gate', () => {
  test('runs on exactly the commit, and all that it said is kept', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({ 'src/a.ts': 'a\n' })
    const tree = await ground.git(check.main, 'rev-parse', 'HEAD^{tree}')
    await check.commit({ 'src/later.ts': 'later\n' })
    const run = await check.judge(commit, `${look}; echo trouble >&2`)
    expect(run).toMatchObject({ outcome: 'passed', exitCode: 0, tree, commit, gate: 'test', summary: 'It passed.' })
    const seen = ['!! .flower/', '.', './.flower', './.flower/env', './.flower/prepared.json', './notes.md', './src']
    expect(check.said(run)).toEqual([commit, tree, ...seen, './src/a.ts', 'trouble'])
    expect(run.lines.at(-1)).toBe('trouble')
    expect(Date.parse(run.startedAt)).not.toBeNaN()
  })

  test('that is red is told with its exit code and its last words', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    const run = await check.judge(commit, 'printf "10%%\\r99%%\\r\\033[31mred\\033[0m\\0!\\n"; exit 3')
    expect(run).toMatchObject({
      outcome: 'failed',
      exitCode: 3,
      summary: 'It ended with exit code 3.',
      lines: ['red !'],
    })
    const killed = await check.judge(commit, 'kill -KILL $$')
    expect(killed).toMatchObject({ outcome: 'failed', exitCode: null, summary: 'It ended by SIGKILL.' })
    const command = { words: ['no-such-program'] }
    const missing = await check.judge(commit, '', { gate: { ...check.wish(commit, '').gate, command } })
    expect(missing).toMatchObject({ outcome: 'failed', summary: 'There is no program no-such-program.' })
  })

  test('that talks without end keeps a bounded log', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    const run = await check.judge(commit, `yes 'the roses are red' | head -c 3000000; echo; echo the end`)
    expect(run).toMatchObject({ outcome: 'passed' })
    expect(run.lines.at(-1)).toBe('the end')
    const log = join(check.logs, run.log, 'log')
    const sizes = await Promise.all((await readdir(log)).map(async name => (await stat(join(log, name))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000)
  })

  test('has its own environment, and none of the variables by which git would be led elsewhere', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    vi.stubEnv('GIT_DIR', check.gitDir).stubEnv('GIT_INDEX_FILE', join(check.gitDir, 'index')).stubEnv('SECRET', 's')
    try {
      const run = await check.judge(commit, 'git rev-parse --show-toplevel; env', {}, 'worktrees: {env: {COLOUR: red}}')
      const [top, ...variables] = check.said(run)
      expect(top).toBe(check.tree)
      expect(variables).toContain('COLOUR=red')
      expect(variables).toContain(`FLOWER_RUN=${run.log}`)
      expect(variables.filter(each => /^(GIT_DIR|GIT_INDEX_FILE|SECRET)=/.test(each))).toEqual([])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('sees the project’s refs and settings, and starts none of its hooks', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({ '.gitattributes': '*.txt filter=shout\n', 'a.txt': 'rose\n' })
    await ground.git(check.main, 'tag', 'v1')
    await ground.git(check.main, 'config', 'filter.shout.smudge', 'tr a-z A-Z')
    await ground.git(check.main, 'config', 'filter.shout.clean', 'tr A-Z a-z')
    for (const hook of ['post-checkout', 'pre-commit', 'reference-transaction']) {
      await writeFile(join(check.gitDir, 'hooks', hook), `#!/bin/sh\ntouch "${ground.path}/hooked"\n`)
      await chmod(join(check.gitDir, 'hooks', hook), 0o755)
    }
    const run = await check.judge(
      commit,
      'git describe --tags; git rev-parse main; cat a.txt; git checkout -q -- a.txt',
    )
    expect(check.said(run)).toEqual(['v1', commit, 'ROSE'])
    expect(run.outcome).toBe('passed')
    expect(await readdir(ground.path)).not.toContain('hooked')
  })
})

describe('a gate that is over its time', () => {
  test('is ended with all of its processes, those in sessions of their own and those that heed nothing included', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    const stubborn = `trap '' TERM; (setsid sh -c "trap '' TERM; sleep 1000; sleep 1000" &) ; echo begun; sleep 1000; sleep 1000`
    const wish = check.wish(commit, stubborn)
    const asked = judge({ ...wish, gate: { ...wish.gate, timeoutMs: 3_000 } })
    const judgement = await asked
    expect(judgement).toMatchObject({
      outcome: 'judged',
      run: { outcome: 'timed_out', exitCode: null, summary: 'It took longer than 3 s and was ended.' },
    })
    expect(findTree({ marker: wish.marker })).toEqual([])
  })

  test('and one that ended leave nothing running in the background', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    const run = await check.judge(commit, '(setsid sleep 1000 >/dev/null 2>&1 &); (sleep 1000 &); exit 0')
    expect(run.outcome).toBe('passed')
    expect(findTree({ marker: run.log })).toEqual([])
  })

  test('or is not wanted any more has no verdict', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    const stop = new AbortController()
    const go = join(check.folder, 'began')
    const wish = check.wish(commit, `touch '${go}'; sleep 1000`, { signal: stop.signal })
    const asked = judge(wish)
    await expect.poll(() => existsSync(go)).toBe(true)
    stop.abort()
    expect(await asked).toEqual({ outcome: 'cancelled' })
    expect(findTree({ marker: wish.marker })).toEqual([])
  })
})

describe('a gate that changes what it judges', () => {
  const touching = [
    ['edits a file', 'echo more >> notes.md', 'tracked files changed: notes.md'],
    ['deletes a file', 'rm notes.md', 'tracked files changed: notes.md'],
    [
      'hides its edit from git',
      'git update-index --assume-unchanged notes.md; echo x > notes.md',
      'tracked files changed: notes.md',
    ],
    ['makes a file runnable', 'chmod +x notes.md', 'tracked files changed: notes.md'],
    ['commits', 'git -c user.name=a -c user.email=b commit -q --allow-empty -m x', 'HEAD at '],
    ['switches to a branch', 'git checkout -q main', 'HEAD at ref: refs/heads/main'],
    ['moves MAIN’s branch', 'git update-ref refs/heads/main HEAD~1', 'refs moved: refs/heads/main'],
    ['deletes a branch', 'git branch -q -D other', 'refs moved: refs/heads/other'],
    ['makes a tag', 'git tag made', 'refs moved: refs/tags/made'],
    ['breaks its repository', 'rm -r "$(git rev-parse --git-dir)/objects"', 'a checkout that git can'],
    [
      'leaves a merge in conflict',
      'git -c user.name=a -c user.email=b merge -q other',
      'tracked files changed: notes.md',
    ],
  ] as const

  test.each(touching)('is void when it %s, and nobody else’s is changed', async (_, gate, why) => {
    const check = await checkGround(ground)
    await ground.git(check.main, 'checkout', '-q', '-b', 'other')
    await check.commit({ 'notes.md': 'theirs\n' })
    await ground.git(check.main, 'checkout', '-q', 'main')
    const commit = await check.commit({ 'notes.md': 'ours\n' })
    const before = await ground.git(check.main, 'for-each-ref')
    const run = await check.judge(commit, `${gate}; exit 0`)
    expect(run.outcome).toBe('void')
    expect(run.summary).toContain(why)
    expect(await ground.git(check.main, 'for-each-ref')).toBe(before)
    expect(await ground.git(check.main, 'status', '--porcelain')).toBe('')
    const next = await check.judge(commit, look)
    expect(next.outcome).toBe('passed')
    expect(check.said(next)).toContain('./notes.md')
    expect(check.said(next)).not.toContain('UU notes.md')
  })

  test('has changed nothing when somebody else’s branch moves meanwhile', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit({})
    const [began, go] = [join(check.folder, 'began'), join(check.folder, 'go')]
    const asked = check.judge(commit, `touch '${began}'; until [ -e '${go}' ]; do sleep 0.05; done`)
    await expect.poll(() => existsSync(began)).toBe(true)
    await check.commit({ 'meanwhile.md': 'a person was here\n' })
    await ground.git(check.main, 'branch', 'theirs')
    await writeFile(go, '')
    expect(await asked).toMatchObject({ outcome: 'passed' })
  })
})

describe('the checkout of gates', () => {
  const yaml = 'worktrees: {prepare: "sh prepare.sh"}'
  const prepare = 'mkdir -p node_modules && cat package-lock.json > node_modules/of && echo run >> node_modules/runs\n'
  const files = { 'prepare.sh': prepare, '.gitignore': 'node_modules\ndist\n', 'package-lock.json': '{"v":1}' }

  test('is clean for the next gate, whatever the one before left there', async () => {
    const check = await checkGround(ground)
    const first = await check.commit({ 'a.ts': 'a', '.gitignore': 'dist\n' })
    const mess =
      'mkdir -p dist/sub empty locked/in && touch dist/x new.ts locked/in/x && ln -s / out && git init -q nested && chmod -R a-w locked'
    expect(await check.judge(first, mess)).toMatchObject({ outcome: 'passed' })
    const second = await check.commit({ 'a.ts': 'b' })
    const run = await check.judge(second, look)
    const seen = ['!! .flower/', '.', './.flower', './.flower/env', './.flower/prepared.json', './.gitignore']
    expect(check.said(run).slice(2)).toEqual([...seen, './a.ts', './notes.md'])
  })

  test('keeps what preparing brought while its inputs are the same, and nothing that a gate made', async () => {
    const check = await checkGround(ground)
    const first = await check.commit(files)
    const on = (commit: string, gate: string) => check.judge(commit, gate, {}, yaml)
    await on(first, 'mkdir dist && touch dist/x')
    const second = await check.commit({ 'a.ts': 'a' })
    const kept = await on(second, 'cat node_modules/runs; ls')
    expect(check.said(kept)).toEqual(['run', 'a.ts', 'node_modules', 'notes.md', 'package-lock.json', 'prepare.sh'])
    const third = await check.commit({ 'package-lock.json': '{"v":2}' })
    const anew = await on(third, 'cat node_modules/runs node_modules/of')
    expect(check.said(anew)).toEqual(['run', '{"v":2}'])
  })

  test('is red where preparing fails, with its words, and where it changes the commit’s own files', async () => {
    const check = await checkGround(ground)
    const broken = await check.commit({ ...files, 'prepare.sh': 'echo no such package >&2; exit 1\n' })
    const run = await check.judge(broken, 'true', {}, yaml)
    expect(run).toMatchObject({ outcome: 'failed', exitCode: null, lines: ['no such package'] })
    expect(run.summary).toContain('It could not be prepared: worktrees.prepare[0]')
    expect(check.said(run)).toContain('no such package')
    const greedy = await check.commit({ 'prepare.sh': 'echo 3 > package-lock.json\n' })
    const changed = await check.judge(greedy, 'true', {}, yaml)
    expect(changed).toMatchObject({ outcome: 'failed' })
    expect(changed.summary).toContain('tracked files changed: package-lock.json')
  })

  test('runs nothing that nobody has trusted', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit(files)
    const judgement = await judge(check.wish(commit, 'true', { trusted: false }, yaml))
    expect(judgement).toMatchObject({ outcome: 'untrusted', commands: [{ path: 'worktrees.prepare[0]' }] })
  })

  test('leaves the project as it was: no worktree more, no setting, no ref', async () => {
    const check = await checkGround(ground)
    const commit = await check.commit(files)
    const facts = () =>
      Promise.all([
        ground.git(check.main, 'worktree', 'list'),
        ground.git(check.main, 'config', '--local', '--list'),
        ground.git(check.main, 'for-each-ref'),
        readFile(join(check.gitDir, 'info', 'exclude'), 'utf8'),
      ])
    const before = await facts()
    await check.judge(commit, 'git config core.hooksPath evil; git config alias.x "!evil"; true', {}, yaml)
    expect(await facts()).toEqual(before)
    const next = await check.judge(commit, 'git config core.hooksPath; git config alias.x; true')
    expect(check.said(next)).toEqual(['/dev/null'])
  })

  test('has the submodules of the commit', async () => {
    const check = await checkGround(ground)
    const library = await ground.repository(`library ${check.main.at(-1)}`)
    await ground.git(check.main, 'submodule', '--quiet', 'add', library, 'lib')
    const commit = await check.commit({})
    const run = await check.judge(commit, 'cat lib/notes.md; echo x > lib/notes.md; touch lib/new')
    expect(check.said(run)).toEqual(['notes'])
    expect(run).toMatchObject({ outcome: 'void', summary: expect.stringContaining('tracked files changed: lib') })
    const next = await check.judge(commit, 'cat lib/notes.md; ls lib')
    expect(check.said(next)).toEqual(['notes', 'notes.md'])
    expect(next.outcome).toBe('passed')
  })

  test('is made of a repository of the other kind of object ids too', async () => {
    const main = join(ground.path, 'sha256')
    await mkdir(main)
    await ground.git(main, 'init', '-q', '-b', 'main', '--object-format=sha256')
    await put(main, { 'a.ts': 'a' })
    await ground.git(main, 'add', '-A')
    await ground.git(main, 'commit', '-q', '-m', 'Start')
    const commit = await ground.git(main, 'rev-parse', 'HEAD')
    const check = await checkGround(ground)
    const run = await check.judge(commit, 'git rev-parse HEAD', { main, gitDir: join(main, '.git') })
    expect(check.said(run)).toEqual([commit])
    expect(run.outcome).toBe('passed')
  })

  test('of a commit that isn’t there says so, and is no verdict', async () => {
    const check = await checkGround(ground)
    const judgement = await judge(check.wish('0123456789'.repeat(4), 'true'))
    expect(judgement).toMatchObject({ outcome: 'trouble', reason: expect.stringContaining('There is no commit') })
  })

  test('serves those that ask at once one after the other', async () => {
    const check = await checkGround(ground)
    const [first, second] = [await check.commit({ a: '1' }), await check.commit({ a: '2' })]
    const alone = 'mkdir ../lock && cat a && rmdir ../lock'
    const runs = await Promise.all([first, second, first].map(commit => check.judge(commit, alone)))
    expect(runs.map(run => [run.outcome, ...check.said(run)])).toEqual([
      ['passed', '1'],
      ['passed', '2'],
      ['passed', '1'],
    ])
  })
})

const runsOn = (began: string) => `(setsid sleep 1000 &); touch '${began}'; sleep 1000`

test.each([
  ['a gate', (began: string) => [runsOn(began), ''] as const],
  [
    'preparing',
    (began: string) =>
      ['true', JSON.stringify({ worktrees: { prepare: { run: runsOn(began), shell: true } } })] as const,
  ],
])('%s that runs on when flower is killed is found by its marker and ended, and has no verdict', async (_, what) => {
  const check = await checkGround(ground)
  const commit = await check.commit({})
  const began = join(check.folder, 'began')
  const [gate, yaml] = what(began)
  const wish = check.wish(commit, gate, {}, yaml)
  const program = join(import.meta.dirname, '../../../test/gates/judge-and-tell.ts')
  const args = ['--conditions=flower-source', program, JSON.stringify(wish)]
  const flower = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  flower.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    told += chunk
  })
  await expect.poll(() => existsSync(began)).toBe(true)
  flower.kill('SIGKILL')
  await once(flower, 'close')
  expect(findTree({ marker: wish.marker }).length).toBeGreaterThan(1)
  expect(await endLeftOver(check.folder)).toMatchObject({ outcome: 'ended', marker: wish.marker })
  expect(findTree({ marker: wish.marker })).toEqual([])
  expect(told).toBe('')
  expect(await endLeftOver(check.folder)).toEqual({ outcome: 'none' })
  expect(await check.judge(commit, 'true')).toMatchObject({ outcome: 'passed' })
})
