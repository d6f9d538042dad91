/** The walls beside the table of rooms: sizes, names, exports, and who may touch the outside world. */
import type { Breach } from './breach.ts'
import type { SourceFile } from './tree.ts'

type Rule = (file: SourceFile) => string[]

const MOST_LINES = 400
const MOST_FILES = 25
const MOST_SEGMENTS = 4
const MOST_DEPENDENCIES = 25
const EMPTY_WORDS = /^index$|(^|-)(utils?|helpers?|common|managers?|types)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/
const CODE = /\.(ts|tsx|mjs)$/
const SQL = ['kysely', 'pg', 'node:sqlite', 'sqlite']
const PROCESSES = ['child_process', 'execa', 'cluster', 'worker_threads']
const OUTSIDE = ['fs', 'net', 'http', 'https', 'http2', 'tls', 'dgram', 'dns', 'os', 'timers', ...PROCESSES]
const PURE_PACKAGES = ['zod', 'crypto', 'yaml']

const rules: Record<string, Rule> = {
  lines: file => (file.lines > MOST_LINES ? [`${file.lines} lines, ${MOST_LINES} is the wall`] : []),
  depth: ({ path }) => (path.split('/').length > MOST_SEGMENTS ? [`more than ${MOST_SEGMENTS} path segments`] : []),
  names: ({ path }) => (CODE.test(path) ? path.split('/').flatMap(badName) : []),
  're-exports': file => (isIn(file, 'src', 'web', 'test') ? reExports(file) : []),
  'default exports': file => (isIn(file, 'src') && has(file, 'ExportDefaultDeclaration') ? ['export it by name'] : []),
  sql: file =>
    isCodeOf(file, 'src', 'web') && !isIn(file, 'src/store') ? imported(file, SQL, 'only store knows SQL') : [],
  processes: file =>
    isCodeOf(file, 'src') && file.path !== 'src/machine/command.ts'
      ? imported(file, PROCESSES, 'child processes go through src/machine/command.ts')
      : [],
  outside: file =>
    isCodeOf(file, 'src/domain', 'src/contract', 'src/service')
      ? imported(file, OUTSIDE, 'this room has no door to the outside')
      : [],
  flags: file => (isCodeOf(file, 'src') ? changedFlags(file) : []),
  purity: file => (isCodeOf(file, 'src/domain') ? [...impurities(file), ...foreignPackages(file)] : []),
}

/** Every breach that one file shows by itself, and every folder that holds too much. */
export function fileBreaches(files: SourceFile[]): Breach[] {
  const single = Object.entries(rules).flatMap(([rule, check]) =>
    files.flatMap(file => check(file).map(why => ({ rule, path: file.path, why }))),
  )
  return [...single, ...fullFolders(files)]
}

/** What `package.json` and its lock file say of the packages that a user installs. */
export function dependencyBreaches(lock: {
  packages: Record<string, { dev?: boolean; hasInstallScript?: boolean; dependencies?: Record<string, string> }>
}): Breach[] {
  const path = 'package-lock.json'
  const count = Object.keys(lock.packages['']?.dependencies ?? {}).length
  const many = count > MOST_DEPENDENCIES ? [{ rule: 'dependencies', path, why: `${count} runtime dependencies` }] : []
  const scripted = Object.entries(lock.packages).filter(([, entry]) => !entry.dev && entry.hasInstallScript)
  return [...many, ...scripted.map(([name]) => ({ rule: 'dependencies', path, why: `${name} has an install script` }))]
}

function fullFolders(files: SourceFile[]): Breach[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const full = [...counts].filter(([, count]) => count > MOST_FILES)
  return full.map(([path, count]) => ({ rule: 'folders', path, why: `${count} files, ${MOST_FILES} is the wall` }))
}

function badName(segment: string): string[] {
  const stem = segment.replace(CODE, '').replace(/\.(test|d|config)$/, '')
  if (EMPTY_WORDS.test(stem)) return [`"${stem}" says nothing: name it after the thing or the verb`]
  return KEBAB.test(stem) ? [] : [`"${stem}" is not kebab-case`]
}

function reExports(file: SourceFile): string[] {
  const passedOn = file.nodes.filter(node => node.type.startsWith('Export') && node.source)
  return passedOn.map(() => 'export … from: import it from where it is')
}

function imported(file: SourceFile, names: string[], why: string): string[] {
  return file.imports
    .filter(name => names.includes(name) || names.includes(packageOf(name)))
    .map(name => `${name}: ${why}`)
}

function foreignPackages(file: SourceFile): string[] {
  const foreign = file.imports.filter(name => !/^[.#]/.test(name) && !PURE_PACKAGES.includes(packageOf(name)))
  return foreign.map(name => `${name}: domain knows only ${PURE_PACKAGES.join(', ')}`)
}

/** `node:fs/promises` → `fs`, `zod/v4` → `zod`. */
function packageOf(name: string): string {
  return name.replace(/^node:/, '').split('/')[0] ?? name
}

/** Time, chance and waiting in a room that is handed all three. */
function impurities(file: SourceFile): string[] {
  return file.nodes.flatMap(node => {
    if (node.type === 'AwaitExpression' || node['async'] === true) return ['domain does not wait: no async, no await']
    if (node.type === 'NewExpression' && isNamed(node['callee'], 'Date') && isEmpty(node['arguments']))
      return ['new Date(): time is handed in']
    if (node.type !== 'MemberExpression') return []
    const called = `${nameOf(node['object'])}.${nameOf(node['property'])}`
    return ['Date.now', 'Math.random', 'crypto.randomUUID', 'process.env'].includes(called)
      ? [`${called}: it is handed in`]
      : []
  })
}

/** V8 checks some flags in the midst of a collection and ends the process when they changed meanwhile. */
function changedFlags(file: SourceFile): string[] {
  return file.nodes.flatMap(node => {
    if (node.type !== 'CallExpression' || !isNamed(node['callee'], 'setFlagsFromString')) return []
    const [flag] = node['arguments'] as { value?: unknown }[]
    return flag?.value === '--expose-gc' ? [] : ['only --expose-gc may be set while V8 runs']
  })
}

function nameOf(node: unknown): string {
  return typeof node === 'object' && node !== null && 'name' in node ? String(node.name) : ''
}

function isNamed(node: unknown, name: string): boolean {
  return nameOf(node) === name
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}

function isIn(file: SourceFile, ...folders: string[]): boolean {
  return folders.some(folder => file.path.startsWith(`${folder}/`))
}

function isCodeOf(file: SourceFile, ...folders: string[]): boolean {
  return isIn(file, ...folders) && !file.path.includes('.test.')
}

function has(file: SourceFile, type: string): boolean {
  return file.nodes.some(node => node.type === type)
}
