import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { everythingIn, type Person, personOn, put, type Said } from './person.ts'

const run = promisify(execFile)
let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

let count = 0
/** A person with a repository whose name is as they are. */
async function ada(): Promise<{ person: Person; garden: string }> {
  const person = await personOn(ground, `ada ${++count}`)
  return { person, garden: await ground.repository(`Ada's garden ${count} é`) }
}

const both = { harness: ['claude', 'codex'], yes: true }
const claude = { harness: ['claude'], yes: true }
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** A repository and a home that have been lived in. */
async function livedIn(): Promise<{ person: Person; garden: string }> {
  const { person, garden } = await ada()
  await put(
    join(garden, '.mcp.json'),
    '{\r\n\t"mcpServers": {\r\n\t\t"weather": { "command": "weather" }\r\n\t}\r\n}',
    0o640,
  )
  await put(
    join(garden, '.claude/settings.local.json'),
    '{"permissions":{"allow":["Bash(npm test)"]},"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}',
    0o600,
  )
  await put(join(garden, 'CLAUDE.md'), '# Garden\r\n\r\nWater the roses.')
  await put(join(garden, '.git/info/exclude'), '*.tmp')
  await put(
    join(person.home, '.codex/config.toml'),
    '# mine\nmodel = "x" # kept\n\n[mcp_servers.weather]\ncommand = "w"',
    0o600,
  )
  return { person, garden }
}

test('both harnesses are connected beside what is there, a second run changes nothing, and undoing leaves no trace', async () => {
  const { person, garden } = await livedIn()
  const before = await everythingIn(garden, person.home)
  const first = await person.init(garden, both)
  expect([first.code, first.err]).toEqual([0, expect.stringContaining('5 of 5 changes made.')])
  expect(json(join(garden, '.mcp.json')).mcpServers).toMatchObject({
    weather: { command: 'weather' },
    flower: { command: process.execPath },
  })
  expect(json(join(garden, '.claude/settings.local.json'))).toMatchObject({
    permissions: { allow: ['Bash(npm test)'] },
    hooks: { PreToolUse: [{ matcher: 'Bash' }, { matcher: '*' }], SessionStart: [{}] },
    enabledMcpjsonServers: ['flower'],
  })
  expect(await readFile(join(garden, 'CLAUDE.md'), 'utf8')).toMatch(
    /^# Garden\r\n\r\nWater the roses\.\r\n\r\n<!-- flower: begin/,
  )
  expect(parse(await readFile(join(person.home, '.codex/config.toml'), 'utf8'))).toMatchObject({
    mcp_servers: { weather: { command: 'w' }, flower: { env: { FLOWER_HOME: person.flowerHome } } },
  })
  const modes = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8)
  expect([await modes(join(garden, '.mcp.json')), await modes(join(person.home, '.codex/config.toml'))]).toEqual([
    '640',
    '600',
  ])

  const after = await everythingIn(garden, person.home)
  const second = await person.init(garden, both)
  expect([second.code, second.err]).toEqual([0, expect.stringContaining('Nothing to do')])
  expect(await everythingIn(garden, person.home)).toEqual(after)

  const undone = await person.init(garden, { undo: true, yes: true })
  expect([undone.code, undone.err]).toEqual([0, '5 of 5 changes made.\n'])
  expect(await everythingIn(garden, person.home)).toEqual(before)
  expect(existsSync(join(person.flowerHome, 'connections.json'))).toBe(false)
  expect((await person.init(garden, { undo: true, yes: true })).err).toContain('Nothing to put back')
})

test('what flower made goes with its folders, and what holds places of this machine is never seen by git', async () => {
  const { person, garden } = await ada()
  const before = await everythingIn(garden, person.home)
  expect((await person.init(garden, both)).code).toBe(0)
  expect(await ground.git(garden, 'status', '--porcelain')).toBe('?? AGENTS.md')
  await person.init(garden, { undo: true, yes: true })
  expect(await everythingIn(garden, person.home)).toEqual(before)
})

test('the words that a harness gets start flower from any folder', async () => {
  const { person, garden } = await ada()
  await person.init(garden, claude)
  const { command, args } = json(join(garden, '.mcp.json')).mcpServers.flower
  expect(args.at(-1)).toBe('mcp')
  const { stdout } = await run(command, [...args.slice(0, -1), '--version'], { cwd: '/', env: {} })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('where flower is on the PATH its name is enough, for everybody, and is left to be committed', async () => {
  const { person, garden } = await ada()
  const bin = join(person.home, 'bin')
  await mkdir(bin)
  person.start.script = join(import.meta.dirname, '../../bin/flower.mjs')
  await symlink(person.start.script, join(bin, 'flower'))
  person.env['PATH'] = `${bin}:${person.env['PATH']}`
  const { err } = await person.init(garden, claude)
  expect(json(join(garden, '.mcp.json')).mcpServers.flower).toEqual({ command: 'flower', args: ['mcp'] })
  expect(err).toContain(`git -C '${garden.replaceAll("'", `'\\''`)}' add .mcp.json AGENTS.md`)
})

test('nothing is written, made or registered without an answer', async () => {
  const { person, garden } = await livedIn()
  const before = await everythingIn(garden, person.home)
  const plan = await person.init(garden, { harness: ['claude'] })
  expect([plan.code, plan.err]).toEqual([2, expect.stringContaining('next: flower init --harness claude --yes')])
  expect(plan.out).toContain('--- a/.mcp.json\n+++ b/.mcp.json\n@@ ')
  const told = await person.init(garden, { ...both, yes: false, json: true }, ['y', 'y'])
  expect(told.code).toBe(0)
  const { files } = JSON.parse(told.out) as { files: { path: string; outcome: string; diff: string }[] }
  expect(files.map(each => [each.path.replace(person.home, '~'), each.outcome])).toEqual([
    ['../.git/info/exclude'.slice(3), 'change'],
    ['.mcp.json', 'change'],
    ['.claude/settings.local.json', 'change'],
    ['~/.codex/config.toml', 'change'],
    ['~/.codex/hooks.json', 'change'],
    ['CLAUDE.md', 'change'],
  ])
  expect(files[1]?.diff).toContain('+')
  expect(await everythingIn(garden, person.home)).toEqual(before)
  expect(await readdir(person.home)).not.toContain('.flower')
})

test('a person is shown each change before it is made, and each answer counts', async () => {
  const { person, garden } = await ada()
  const asked = async (...answers: string[]): Promise<Said> =>
    person.init(garden, { harness: ['claude', 'codex'] }, answers)
  const none = await asked('n', 'what?', 'no', '')
  expect(none.out).toMatch(/^\+\{\n[^]*\nMake \.mcp\.json\? \[y\/N\/a\/q\] /m)
  expect([none.code, await readdir(garden)]).toEqual([
    0,
    expect.not.arrayContaining(['.mcp.json', '.claude', 'AGENTS.md']),
  ])
  const some = await asked('n', 'y', 'q')
  expect(some.err).toContain('1 of 6 changes made.')
  expect(existsSync(join(garden, '.mcp.json'))).toBe(true)
  expect(existsSync(join(garden, '.claude'))).toBe(false)
  // All, but for what goes beyond this repository: that needs a yes of its own.
  const rest = await asked('a', 'n')
  expect(rest.err).toContain('4 of 5 changes made.')
  expect(await readdir(join(person.home, '.codex'))).toEqual(['config.toml'])
  expect((await asked('y')).err).toContain('1 of 1 change made.')
  expect(json(join(person.home, '.codex/hooks.json')).hooks.PreToolUse).toHaveLength(1)
  expect((await asked()).err).toContain('Nothing to do')
  expect((await person.init(garden, { undo: true }, ['n', 'n', 'n', 'n', 'n', 'n'])).err).toContain(
    '0 of 6 changes made.',
  )
  expect((await person.init(garden, { undo: true }, ['a'])).err).toContain('6 of 6 changes made.')
  expect(await ground.git(garden, 'status', '--porcelain', '--ignored')).toBe('')
})

test('what others changed since stays when ours is taken out', async () => {
  const { person, garden } = await livedIn()
  await person.init(garden, both)
  const servers = join(garden, '.mcp.json')
  await writeFile(servers, (await readFile(servers, 'utf8')).replace('"weather"', '"rain"'))
  await appendFile(join(garden, 'CLAUDE.md'), 'Feed the birds.\r\n')
  await rm(join(garden, '.claude'), { recursive: true })
  await appendFile(join(person.home, '.codex/config.toml'), '[tui]\nnotifications = true\n')
  const undone = await person.init(garden, { undo: true, yes: true })
  expect(undone.code).toBe(0)
  expect(undone.out).toContain('settings.local.json  is gone')
  expect(undone.out).toContain('only what flower put in goes')
  expect(await readFile(servers, 'utf8')).toBe(
    '{\r\n\t"mcpServers": {\r\n\t\t"rain": { "command": "weather" }\r\n\t}\r\n}',
  )
  expect(await readFile(join(garden, 'CLAUDE.md'), 'utf8')).toBe(
    '# Garden\r\n\r\nWater the roses.\r\nFeed the birds.\r\n',
  )
  expect(parse(await readFile(join(person.home, '.codex/config.toml'), 'utf8'))).toEqual({
    model: 'x',
    mcp_servers: { weather: { command: 'w' } },
    tui: { notifications: true },
  })
  expect(existsSync(join(person.flowerHome, 'connections.json'))).toBe(false)
})

test('what cannot be changed with certainty is left alone and named, and the rest goes on', async () => {
  const { person, garden } = await ada()
  const outside = join(person.home, 'servers.json')
  const tries: [make: () => Promise<void>, code: number, says: string][] = [
    [() => put(join(garden, '.mcp.json'), '{\n  // mine\n}\n'), 1, 'line 2: '],
    [
      () => put(join(garden, '.mcp.json'), '{"mcpServers":{"flower":{"command":"celery","args":["flower"]}}}'),
      5,
      'celery flower',
    ],
    [() => put(join(garden, '.mcp.json'), '\xFF\xFE\0'), 1, 'line 1: '],
    [() => put(outside, '{}').then(() => symlink(outside, join(garden, '.mcp.json'))), 8, outside],
    [() => put(join(garden, '.mcp.json/x'), ''), 1, 'is no file'],
  ]
  for (const [make, code, says] of tries) {
    await make()
    const before = await everythingIn(garden)
    const { code: answered, err } = await person.init(garden, claude)
    expect([answered, err]).toEqual([code, expect.stringMatching(/\.mcp\.json is left alone: .*\nnext: /)])
    expect(err).toContain(says)
    expect(existsSync(join(garden, '.claude/settings.local.json'))).toBe(true)
    await person.init(garden, { undo: true, yes: true })
    expect(await everythingIn(garden)).toEqual(before)
    await rm(join(garden, '.mcp.json'), { recursive: true })
  }
  expect(await readFile(outside, 'utf8')).toBe('{}')
})

test('a link within the repository stays one, and a note that two names lead to is written once', async () => {
  const { person, garden } = await ada()
  await put(join(garden, 'config/servers.json'), '{}\n')
  await symlink('config/servers.json', join(garden, '.mcp.json'))
  await put(join(garden, 'AGENTS.md'), '# Garden\n')
  await symlink('AGENTS.md', join(garden, 'CLAUDE.md'))
  const before = await everythingIn(garden)
  const { out } = await person.init(garden, claude)
  expect(out).toContain(`It leads to ${join(garden, 'config/servers.json')}.`)
  expect(json(join(garden, 'config/servers.json'))).toHaveProperty('mcpServers.flower')
  expect((await readFile(join(garden, 'AGENTS.md'), 'utf8')).match(/flower: begin/g)).toHaveLength(1)
  await person.init(garden, { undo: true, yes: true })
  expect(await everythingIn(garden)).toEqual(before)
})

test.each([0, 1])(
  'two repositories share what is the person’s own, and it goes with the last: number %i first',
  async first => {
    const { person, garden } = await ada()
    const both = [garden, await ground.repository(`orchard ${count}`)]
    const [hooks, config] = [join(person.home, '.codex/hooks.json'), join(person.home, '.codex/config.toml')]
    await put(config, 'model = "x"\n')
    const before = await everythingIn(person.home)
    for (const each of both) await person.init(each, { harness: ['codex'] }, ['y', 'y', 'y'])
    expect(json(hooks).hooks.PreToolUse).toHaveLength(2)
    const undone = await person.init(both[first] ?? '', { undo: true, yes: true })
    expect(undone.out).toContain('stays, as other repositories use it')
    expect(json(hooks).hooks.PreToolUse).toHaveLength(1)
    expect(await readFile(config, 'utf8')).toContain('[mcp_servers.flower]')
    expect((await person.init(both[1 - first] ?? '', { undo: true, yes: true })).code).toBe(0)
    expect(await everythingIn(person.home)).toEqual(before)
  },
)

test('a worktree gets files of its own, from which they get into MAIN like everything else', async () => {
  const { person, garden } = await ada()
  const worktree = join(ground.path, `roses ${count}`)
  await ground.git(garden, 'worktree', 'add', '-q', '-b', 'roses', worktree)
  const before = await everythingIn(garden)
  expect((await person.init(worktree, claude)).code).toBe(0)
  expect(JSON.stringify(json(join(worktree, '.claude/settings.local.json')))).toContain(
    `--main '${garden.replaceAll("'", `'\\\\''`)}'`,
  )
  expect(await ground.git(worktree, 'status', '--porcelain')).toBe('?? AGENTS.md')
  await person.init(garden, { undo: true, yes: true })
  expect(await ground.git(worktree, 'status', '--porcelain', '--ignored')).toBe('')
  expect(await everythingIn(garden)).toEqual(before)
})

test('a place that is no checkout, and a harness that nobody knows or has, are told with the next step', async () => {
  const { person, garden } = await ada()
  const told = async (folder: string, options = {}) => {
    const { code, err } = await person.init(folder, { yes: true, ...options })
    return [code, err]
  }
  expect(await told(person.home)).toEqual([3, expect.stringContaining('is in no repository')])
  const bare = join(ground.path, `bare ${count}.git`)
  await ground.git(ground.path, 'clone', '-q', '--bare', garden, bare)
  expect(await told(bare)).toEqual([3, expect.stringContaining('is in no checkout')])
  expect(await told(garden)).toEqual([3, expect.stringContaining('flower init --harness claude')])
  expect(await told(garden, { harness: ['emacs'] })).toEqual([1, expect.stringMatching(/^flower init .* not emacs\./)])
  expect(await told(garden, { project: 'nowhere' })).toEqual([3, expect.stringContaining('nowhere')])
})

test('MAIN’s guard is asked for once, and what stands in its way keeps no file from being put back', async () => {
  const { person, garden } = await ada()
  const before = await everythingIn(garden)
  const guarded = await person.init(garden, { ...claude, guard: true })
  expect([guarded.code, guarded.err]).toEqual([0, expect.stringContaining('waits for a running flower')])
  expect(guarded.err).toContain('next: flower main rescue')
  expect((await person.init(garden, { ...claude, guard: true })).err).toContain('Nothing to do')
  // Nobody has put it in place yet, so it can't be taken away.
  const undone = await person.init(garden, { undo: true, yes: true })
  expect([undone.code, undone.err]).toEqual([6, expect.stringContaining('4 of 5 changes made.')])
  expect(await everythingIn(garden)).toEqual(before)
})

test('a file that somebody changes between the question and the answer is left to them', async () => {
  const { person, garden } = await livedIn()
  const notes = join(garden, 'CLAUDE.md')
  const meanwhile = (): string => {
    writeFileSync(notes, 'Mine.\n')
    return 'y'
  }
  const { code, err } = await person.init(garden, { harness: ['claude'] }, ['n', 'n', 'n', meanwhile])
  expect([code, err]).toEqual([5, expect.stringContaining('CLAUDE.md was changed meanwhile.')])
  expect(await readFile(notes, 'utf8')).toBe('Mine.\n')
})

test('a record that cannot be read stops everything, as nothing could be put back', async () => {
  const { person, garden } = await livedIn()
  await person.init(garden, claude)
  await writeFile(join(person.flowerHome, 'connections.json'), '{"entries": [')
  const before = await everythingIn(garden)
  for (const options of [both, { undo: true, yes: true }])
    expect((await person.init(garden, options)).err).toContain('can’t be read')
  expect(await everythingIn(garden)).toEqual(before)
})
