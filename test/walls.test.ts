import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Breach, nameOf, weigh } from './walls/breach.ts'
import { readRooms, roomBreaches } from './walls/rooms.ts'
import { dependencyBreaches, fileBreaches } from './walls/rules.ts'
import { readTree } from './walls/tree.ts'

const root = join(import.meta.dirname, '..')
const rooms = readRooms(readFileSync(join(root, 'AGENTS.md'), 'utf8'))

/** Breaches that we know of, as "rule path". The list may only shrink: an entry that no longer holds fails. */
const EXCEPTIONS: string[] = []

const temporary = mkdtempSync(join(tmpdir(), 'flower-walls-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

test('the house keeps to its walls', () => {
  const files = readTree(root)
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const breaches = [...roomBreaches(files, rooms), ...fileBreaches(files), ...dependencyBreaches(lock)]
  expect(weigh(breaches, EXCEPTIONS)).toEqual({ unknown: [], stale: [] })
})

test('the table of rooms is read from AGENTS.md', () => {
  expect(rooms.get('domain')).toEqual(['–'])
  expect(rooms.get('surface')).toEqual(['domain', 'contract', 'client', 'service/execute', 'service/watch'])
  expect(rooms.get('web')).toEqual(['domain', 'contract', 'client'])
})

const breaking: [name: string, path: string, text: string, rule: string][] = [
  ['a study with a door to the cellar', 'src/domain/a.ts', "import '#store/rows.ts'", 'rooms'],
  ['a way out of a room beside #', 'src/domain/a.ts', "import '../contract/b.ts'", 'rooms'],
  ['a detour through # to the same room', 'src/store/a.ts', "import '#store/b.ts'", 'rooms'],
  ['a surface that calls an operation itself', 'src/surface/a.ts', "import '#service/brief/create.ts'", 'rooms'],
  ['a type borrowed from a closed room', 'src/client/a.ts', "type Row = import('#store/rows.ts').Row", 'rooms'],
  ['a lazy import of a closed room', 'src/ops/a.ts', "await import('#service/execute.ts')", 'rooms'],
  ['a page that knows the store', 'web/a.tsx', "import '#store/rows.ts'", 'rooms'],
  ['a page that reaches into src', 'web/a.tsx', "import '../src/domain/a.ts'", 'rooms'],
  ['somebody who imports app', 'src/surface/a.ts', "import '#app/flower.ts'", 'rooms'],
  ['a room that nobody decided', 'src/attic/a.ts', '', 'rooms'],
  ['a file of 401 lines', 'src/domain/a.ts', '\n'.repeat(401), 'lines'],
  ['a path of five segments', 'src/service/brief/part/a.ts', '', 'depth'],
  ['a file named for nothing', 'src/machine/git-utils.ts', '', 'names'],
  ['a barrel', 'src/contract/index.ts', '', 'names'],
  ['a folder named for nothing', 'src/machine/helpers/a.ts', '', 'names'],
  ['a name in camel case', 'src/machine/gitLog.ts', '', 'names'],
  ['a re-export', 'src/domain/a.ts', "export { b } from './b.ts'", 're-exports'],
  ['a re-export of everything', 'web/a.ts', "export * from './b.ts'", 're-exports'],
  ['a default export', 'src/domain/a.ts', 'export default 1', 'default exports'],
  ['SQL outside the store', 'src/service/a.ts', "import { sql } from 'kysely'", 'sql'],
  ['a database opened by app', 'src/app/a.ts', "import 'node:sqlite'", 'sql'],
  [
    'a child process beside command.ts',
    'src/machine/git.ts',
    "import { spawn } from 'node:child_process'",
    'processes',
  ],
  ['a workshop that reads the disk', 'src/service/a.ts', "import 'node:fs/promises'", 'outside'],
  ['a study that waits', 'src/domain/a.ts', 'export async function a() {}', 'purity'],
  ['a study with a clock', 'src/domain/a.ts', 'export const a = () => Date.now()', 'purity'],
  ['a study with another clock', 'src/domain/a.ts', 'export const a = () => new Date()', 'purity'],
  ['a study that throws dice', 'src/domain/a.ts', 'export const a = () => Math.random()', 'purity'],
  ['a flag of V8 changed while it runs', 'src/app/a.ts', "setFlagsFromString('--memory-reducer-gc-count=0')", 'flags'],
  ['a study with a library', 'src/domain/a.ts', "import 'hono'", 'purity'],
]

test.each(breaking)('%s is found', (name, path, text, rule) => {
  const found = breachesOf(name, { [path]: text })
  expect(found.map(nameOf)).toEqual([`${rule} ${path}`])
})

test('a folder of 26 files is found', () => {
  const files = Object.fromEntries(Array.from({ length: 26 }, (_, number) => [`src/domain/a${number}.ts`, '']))
  expect(breachesOf('full', files).map(nameOf)).toEqual(['folders src/domain'])
})

test('what the house allows is left in peace', () => {
  const found = breachesOf('peace', {
    'src/domain/a.ts': "import { z } from 'zod'\nexport const at = (time: number) => new Date(time)",
    'src/domain/a.test.ts': "import { freshDatabase } from '../../test/postgres.ts'\nimport 'node:fs'",
    'src/service/brief/create.ts': "import '#store/rows.ts'\nimport '../execute.ts'\n// import 'node:fs'",
    'src/surface/http.ts': "import '#service/execute.ts'\nimport '#client/live.ts'",
    'src/machine/command.ts': "import { spawn } from 'node:child_process'",
    'src/store/rows.ts': "import { sql } from 'kysely'",
    'web/vite.config.ts': 'export default {}',
  })
  expect(found).toEqual([])
})

test('an install script or a crowd among the runtime dependencies is found', () => {
  const dependencies = Object.fromEntries(Array.from({ length: 26 }, (_, number) => [`package-${number}`, '1']))
  const packages = {
    '': { dependencies },
    'node_modules/compiles': { hasInstallScript: true },
    'node_modules/tool': { dev: true, hasInstallScript: true },
  }
  expect(dependencyBreaches({ packages }).map(breach => breach.why)).toEqual([
    '26 runtime dependencies',
    'node_modules/compiles has an install script',
  ])
})

test('an exception excuses one breach, and one that excuses nothing is stale', () => {
  const barrel = { rule: 'names', path: 'src/domain/index.ts', why: 'a barrel' }
  expect(weigh([barrel], ['names src/domain/index.ts'])).toEqual({ unknown: [], stale: [] })
  expect(weigh([barrel], ['names src/store/index.ts'])).toEqual({
    unknown: [barrel],
    stale: ['names src/store/index.ts'],
  })
})

function breachesOf(name: string, files: Record<string, string>): Breach[] {
  const house = join(temporary, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  const tree = readTree(house)
  return [...roomBreaches(tree, rooms), ...fileBreaches(tree)]
}
