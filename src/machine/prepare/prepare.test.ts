import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valuesOf } from '#domain/configuration/environment.ts'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { type PreparationCall, prepare } from './prepare.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

let count = 0

/** MAIN with the files given (those of `ignore` ignored) and a worktree of it. */
async function scene(files: Record<string, string>, ignore: string[] = []) {
  const name = `My Projéct ${++count}`
  const main = await ground.repository(name)
  await put(main, { '.gitignore': ignore.map(line => `${line}\n`).join('') })
  await ground.git(main, 'add', '-A')
  await ground.git(main, 'commit', '-q', '--allow-empty', '-m', 'Ignore')
  const folder = join(ground.path, `tree ${count}`)
  await ground.git(main, 'worktree', 'add', '-q', '--no-track', '-b', `flower/${count}`, folder)
  await put(main, files)
  return { main, folder }
}

async function put(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const read = (folder: string, path: string) => readFile(join(folder, path), 'utf8')
const there = (folder: string, path: string) =>
  lstat(join(folder, path)).then(
    () => true,
    () => false,
  )

function call(scene: { main: string; folder: string }, yaml: string, change: Partial<PreparationCall> = {}) {
  const { configuration, problems } = parseConfiguration(yaml)
  if (!configuration) throw new Error(JSON.stringify(problems))
  const facts = { project: 'shop', worktree: 'w1', branch: 'flower/1', path: scene.folder }
  const values = valuesOf({ ...facts, ports: { web: 5180 }, database: 'shop_w1' })
  return prepare({
    ...scene,
    configuration,
    trusted: true,
    values,
    isolation: 'isolated',
    marker: randomUUID(),
    journal: () => {},
    ...change,
  })
}

async function ready(...args: Parameters<typeof call>) {
  const result = await call(...args)
  if (result.outcome !== 'ready') throw new Error(JSON.stringify(result))
  return result
}

describe('files of MAIN', () => {
  test('come with their paths, nested ones too, and what MAIN has not is named', async () => {
    const files = {
      '.env.local': 'A=1\n',
      'apps/api/.env': 'B=2\n',
      'apps/web/.env': 'C=3\n',
      'certs/key.pem': 'key',
      'certs/deep/ca.pem': 'ca',
      'apps/node_modules/.env': 'NEVER=1\n',
      'node_modules/pkg/.env': 'NEVER=1\n',
    }
    const place = await scene(files, ['.env*', 'certs/', 'node_modules'])
    await chmod(join(place.main, 'certs/key.pem'), 0o600)
    const { report } = await ready(place, 'worktrees: {copy: [.env.local, "**/.env", certs, .env.test, "*/*.toml"]}')
    expect(report.copied).toEqual([
      '.env.local',
      'apps/api/.env',
      'apps/web/.env',
      'certs/deep/ca.pem',
      'certs/key.pem',
    ])
    expect(report.missing).toEqual(['.env.test', '*/*.toml'])
    expect(await read(place.folder, 'apps/api/.env')).toBe('B=2\n')
    expect((await stat(join(place.folder, 'certs/key.pem'))).mode & 0o777).toBe(0o600)
    expect(await there(place.folder, 'apps/node_modules')).toBe(false)
  })

  test('of another checkout inside MAIN are not taken for its own', async () => {
    const place = await scene({ 'trees/x/.git': 'gitdir: /nowhere', 'trees/x/.env': 'X=1', 'apps/.env': 'A=1' }, [
      '.env',
      'trees',
    ])
    const { report } = await ready(place, 'worktrees: {copy: ["**/.env"]}')
    expect(report.copied).toEqual(['apps/.env'])
  })

  test('that are links stay links, and nothing is read through a link that leads out of MAIN', async () => {
    const place = await scene({ 'real/.env': 'A=1\n' }, ['*.link', '.env', 'out'])
    await symlink('real/.env', join(place.main, 'a.link'))
    await symlink(ground.path, join(place.main, 'out'))
    await writeFile(join(ground.path, 'secret.env'), 'S=1')
    await ready(place, 'worktrees: {copy: [a.link]}')
    expect(await readlink(join(place.folder, 'a.link'))).toBe('real/.env')
    expect(await ready(place, 'worktrees: {copy: [out/secret.env]}')).toMatchObject({
      report: { missing: ['out/secret.env'], copied: [] },
    })
  })

  test('are never written through a link that leads out of the worktree', async () => {
    const place = await scene({ 'conf/.env': 'A=1\n' }, ['.env', 'conf'])
    const outside = join(ground.path, `outside ${count}`)
    await mkdir(outside)
    await symlink(outside, join(place.folder, 'conf'))
    const result = await call(place, 'worktrees: {copy: [conf/.env]}')
    expect(result).toMatchObject({ outcome: 'failed', step: 'copy conf/.env' })
    expect(await readdir(outside)).toEqual([])
    await rm(join(place.folder, 'conf'))
    await rm(join(place.folder, '.flower'), { recursive: true, force: true })
    await symlink(outside, join(place.folder, '.flower'))
    expect(await call(place, 'worktrees: {copy: [conf/.env]}')).toMatchObject({ outcome: 'refused' })
    expect(await readdir(outside)).toEqual([])
  })

  test('complete the variables that the worktree has and overwrite none', async () => {
    const place = await scene({ '.env.local': 'A=main\nB=main\n' }, ['.env*'])
    await put(place.folder, { '.env.local': 'A=mine\n' })
    const { report } = await ready(place, 'worktrees: {copy: [.env.local]}')
    expect(report.completed).toEqual([{ path: '.env.local', keys: ['B'] }])
    expect(await read(place.folder, '.env.local')).toBe('A=mine\n# Added from MAIN by flower\nB=main\n')
  })

  test('follow MAIN as long as nobody changed them in the worktree, and are kept after that', async () => {
    const place = await scene({ 'settings.json': '1', 'other.json': '1' }, ['*.json'])
    const yaml = 'worktrees: {copy: [settings.json, other.json]}'
    await ready(place, yaml)
    await put(place.folder, { 'other.json': 'mine' })
    await put(place.main, { 'settings.json': '2', 'other.json': '2' })
    const { report, changed } = await ready(place, yaml)
    expect([changed, report.copied, report.kept]).toEqual([true, ['settings.json'], ['other.json']])
    expect(await read(place.folder, 'settings.json')).toBe('2')
    expect(await read(place.folder, 'other.json')).toBe('mine')
  })

  test('that git has are left to git', async () => {
    const place = await scene({ 'notes.md': 'changed in MAIN' })
    const { report } = await ready(place, 'worktrees: {copy: [notes.md]}')
    expect(report.withheld).toEqual([{ what: 'notes.md', why: 'git has it: it comes with the branch' }])
    expect(await read(place.folder, 'notes.md')).toBe('notes\n')
  })

  test('stay in MAIN where isolation is code', async () => {
    const place = await scene({ '.env': 'A=1', 'deps/x.js': '1' }, ['.env', 'deps'])
    const { report } = await ready(place, 'worktrees: {copy: [.env], link: [deps]}', { isolation: 'code' })
    expect(report.withheld).toEqual([{ what: '.env', why: 'isolation is code: no secrets' }])
    expect(await there(place.folder, '.env')).toBe(false)
    expect(await read(place.folder, 'deps/x.js')).toBe('1')
  })
})

describe('a secret that the repository does not ignore', () => {
  test('is kept out of a broad add by a local rule, and MAIN stays clean', async () => {
    const place = await scene({ '.env.local': 'S=1', 'a [odd]*name ': 'S=2', 'deps/x.js': '1' })
    const yaml = 'worktrees: {copy: [.env.local, "a [odd]*name "], link: [deps]}'.replace(
      '"a [odd]*name "',
      '"a [odd]?name "',
    )
    await ready(place, yaml)
    await ground.git(place.folder, 'add', '-A')
    expect(await ground.git(place.folder, 'status', '--porcelain')).toBe('')
    expect(await ground.git(place.main, 'status', '--porcelain')).toBe('')
    expect(await there(place.folder, 'a [odd]*name ')).toBe(true)
    expect(await ready(place, yaml)).toMatchObject({ changed: false })
    expect((await read(place.main, '.git/info/exclude')).match(/env\.local/g)).toHaveLength(1)
  })

  test('is not brought when a rule of the repository outranks ours', async () => {
    const place = await scene({ '.env.local': 'S=1' }, ['!.env.local'])
    const yaml = 'worktrees: {copy: [.env.local], prepare: "echo ok"}'
    const { report } = await ready(place, yaml)
    expect(report.withheld).toMatchObject([{ what: '.env.local' }])
    expect(await there(place.folder, '.env.local')).toBe(false)
    expect(await ready(place, yaml)).toMatchObject({ changed: false })
  })
})

describe('commands', () => {
  test('run in the worktree with its own values, whatever the parent has exported', async () => {
    const place = await scene({})
    const yaml = `
worktrees:
  env: {PORT: "{{port.web}}", DATABASE: "{{database}}"}
  prepare:
    - [node, -e, "require('fs').writeFileSync('seen.json', JSON.stringify([process.cwd(), process.env]))"]
    - {run: 'echo "$PORT $FLOWER_WORKTREE {{branch}}" > shell.txt', shell: true}
services: {web: {run: x, port: 5173}}`
    const inherited = { PORT: '3000', DATABASE: 'production', SECRET_TOKEN: 's3cret' }
    Object.assign(process.env, inherited)
    const { report } = await ready(place, yaml).finally(() => {
      for (const name of Object.keys(inherited)) delete process.env[name]
    })
    const [cwd, environment] = JSON.parse(await read(place.folder, 'seen.json'))
    expect(cwd).toBe(place.folder)
    expect(environment).toMatchObject({ PORT: '5180', DATABASE: 'shop_w1', FLOWER_WORKTREE: 'w1' })
    expect(environment).not.toHaveProperty('SECRET_TOKEN')
    expect(await read(place.folder, 'shell.txt')).toBe('5180 w1 flower/1\n')
    expect(report.ran).toEqual(['worktrees.prepare[0]', 'worktrees.prepare[1]'])
    expect(await read(place.folder, '.flower/env')).toContain('PORT=5180\n')
  })

  test('that fail block what follows, and say which it was with its last words', async () => {
    const place = await scene({})
    const yaml = `
worktrees:
  prepare:
    - [node, -e, "for (let i = 0; i < 100; i++) console.log('line', i); console.error('\\\\x1b[31mno disk\\\\x1b[0m'); process.exit(3)"]
    - [node, -e, "require('fs').writeFileSync('never', '')"]`
    const result = await call(place, yaml)
    expect(result).toMatchObject({ outcome: 'failed', step: 'worktrees.prepare[0]' })
    if (result.outcome !== 'failed') return
    expect(result.problem).toContain('ended with exit code 3')
    expect(result.lastLines.at(-1)).toBe('no disk')
    expect(result.lastLines.at(-2)).toBe('line 99')
    expect(result.lastLines.length).toBeLessThanOrEqual(50)
    expect(await there(place.folder, 'never')).toBe(false)
  })

  test('that hang are ended at their time limit', async () => {
    const place = await scene({})
    const yaml = 'worktrees: {prepare: [{run: [node, -e, "setInterval(() => {}, 1000)"], timeout: 1s}]}'
    expect(await call(place, yaml)).toMatchObject({
      outcome: 'failed',
      problem: expect.stringContaining('time limit of 1 s'),
    })
  })

  test('of a configuration that nobody trusted do not run, and are listed', async () => {
    const place = await scene({ '.env': 'A=1' }, ['.env'])
    const result = await call(place, 'worktrees: {copy: [.env], prepare: "touch pwned"}', { trusted: false })
    expect(result).toMatchObject({
      outcome: 'untrusted',
      commands: [{ path: 'worktrees.prepare[0]', text: 'touch pwned' }],
    })
    expect(await there(place.folder, '.env')).toBe(false)
    expect(await there(place.folder, 'pwned')).toBe(false)
  })
})

describe('a second preparation', () => {
  const counting = `[node, -e, "require('fs').appendFileSync('count.txt', 'x')"]`
  const yaml = `worktrees: {copy: [.env], link: [deps], prepare: [${counting}]}`
  const runs = async (folder: string) => (await read(folder, 'count.txt')).length

  test('does nothing until something drifts', async () => {
    const place = await scene({ '.env': 'A=1\n', 'deps/a.js': '1' }, ['.env', 'deps', 'count.txt'])
    expect(await ready(place, yaml)).toMatchObject({ changed: true })
    expect(await ready(place, yaml)).toMatchObject({ changed: false })
    expect(await runs(place.folder)).toBe(1)
    await put(place.main, { '.env': 'A=1\nB=2\n' })
    expect(await ready(place, yaml)).toMatchObject({ changed: true, report: { completed: [{ keys: ['B'] }] } })
    await put(place.folder, { 'package-lock.json': '{}' })
    await ground.git(place.folder, 'add', 'package-lock.json')
    expect(await ready(place, yaml)).toMatchObject({ changed: true })
    await ground.git(place.folder, 'clean', '-fdxq', '-e', 'count.txt')
    expect(await ready(place, yaml)).toMatchObject({ changed: true, report: { copied: ['.env'] } })
    expect(await read(place.folder, 'deps/a.js')).toBe('1')
    expect(await runs(place.folder)).toBe(4)
  })

  test('at the same time waits for the first one, and then finds nothing to do', async () => {
    const place = await scene({ '.env': 'A=1\n', 'deps/a.js': '1' }, ['.env', 'deps', 'count.txt'])
    const results = await Promise.all([ready(place, yaml), ready(place, yaml), ready(place, yaml)])
    expect(results.filter(({ changed }) => changed)).toHaveLength(1)
    expect(await runs(place.folder)).toBe(1)
  })

  test('begins again when the first was broken off anywhere, and clears what lay half done', async () => {
    const place = await scene({ '.env': 'A=1\n', 'deps/a.js': '1' }, ['.env', 'deps', 'count.txt'])
    const steps: string[] = []
    await ready(place, yaml, { journal: ({ step, state }) => void steps.push(`${state} ${step}`) })
    expect(steps).toHaveLength(8)
    for (const point of steps) {
      await ground.git(place.folder, 'clean', '-fdxq')
      const broken = await call(place, yaml, {
        journal: ({ step, state }) => {
          if (`${state} ${step}` === point) throw new Error('power is gone')
        },
      })
      expect(broken).toMatchObject({ outcome: 'failed', problem: 'power is gone' })
      await put(place.folder, { '.flower/partial/half': 'x' })
      expect(await ready(place, yaml)).toMatchObject({ changed: true })
      expect(await read(place.folder, '.env')).toBe('A=1\n')
      expect(await read(place.folder, 'deps/a.js')).toBe('1')
      expect((await readdir(join(place.folder, '.flower'))).sort()).toEqual(['env', 'prepared.json'])
      expect(await ground.git(place.folder, 'status', '--porcelain')).toBe('')
    }
  })
})

describe('what is no worktree of MAIN', () => {
  test('is not prepared: MAIN itself, a folder below a worktree, another repository, a folder that is gone', async () => {
    const place = await scene({ '.env': 'A=1' }, ['.env'])
    const other = await ground.repository(`other ${count}`)
    await mkdir(join(place.folder, 'below'))
    await symlink(place.main, join(ground.path, `alias ${count}`))
    const folders = [
      place.main,
      join(ground.path, `alias ${count}`),
      join(place.folder, 'below'),
      other,
      join(ground.path, 'gone'),
    ]
    for (const folder of folders) {
      expect(await call({ main: place.main, folder }, 'worktrees: {copy: [.env]}')).toMatchObject({
        outcome: 'refused',
      })
    }
    expect(await there(place.main, '.flower')).toBe(false)
    expect(await there(other, '.flower')).toBe(false)
  })
})
