// Installs and compiles what is stale, and nothing else. Imported by bin/flower.mjs on every start of a checkout,
// so that the answer "all is fresh" must cost a few milliseconds. Needs Node 24.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, npmCi, root, run, say, tool } from './boot.mjs'

const dist = join(root, 'dist')

/** Runs `npm ci` when what is installed is not what package-lock.json says. */
export function ensureInstalled() {
  ensure({ what: 'dependencies', stamp: 'node_modules/.flower-lock', state: lockedState, make: install })
}

/** Compiles `src` to `dist` and `web` to `dist/page` when their files changed. */
export function ensureBuilt() {
  ensure({ what: 'src', stamp: 'dist/.stamp-src', state: sourceState, make: compile })
  if (existsSync(join(root, 'web/vite.config.ts')))
    ensure({ what: 'the page', stamp: 'dist/.stamp-page', state: pageState, make: buildPage })
}

/** `stamp` holds the state of the inputs that the last `make` saw: as text, since loading a hash costs more than comparing. */
function ensure({ what, stamp, state, make }) {
  const isFresh = () => read(stamp) === state()
  if (isFresh()) return
  alone(() => {
    if (isFresh()) return
    // Taken before the work: a file saved meanwhile leaves a stale stamp, not a wrong one.
    const seen = state()
    make(what)
    writeFileSync(join(root, stamp), seen)
  })
}

/** Holds all other processes that want to build this checkout. The kernel lets go of the lock however we end. */
function alone(work) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const lock = new DatabaseSync(join(root, 'tools/.build-lock'), { timeout: 10 * 60_000 })
  lock.exec('begin exclusive')
  try {
    work()
  } finally {
    lock.close()
  }
}

function install() {
  if (isInstalledAsLocked()) return
  say('installing dependencies')
  if (npmCi('.') !== 0) giveUp('npm ci failed, see above')
}

/** Whether npm's own record of node_modules agrees with the lock file, as after an `npm install` by hand. */
function isInstalledAsLocked() {
  const record = read('node_modules/.package-lock.json')
  if (!record) return false
  const installed = JSON.parse(record).packages
  const locked = Object.entries(JSON.parse(read('package-lock.json')).packages)
  return locked.every(
    ([path, entry]) => path === '' || (installed[path] ? installed[path].version === entry.version : entry.optional),
  )
}

function compile(what) {
  say(`compiling ${what}`)
  const next = join(dist, '.next')
  rmSync(next, { recursive: true, force: true })
  if (run(tool('tsc'), ['-p', 'tsconfig.build.json']) !== 0) giveUp('src does not compile, see above')
  if (run(process.execPath, [join(root, 'scripts/bundle.mjs'), next]) !== 0) giveUp('src does not bundle, see above')
  replaceCompiled(next)
}

/** Swaps what was compiled in, so that a deleted source leaves no output behind, and leaves the page alone. */
function replaceCompiled(next) {
  const made = readdirSync(next)
  for (const old of readdirSync(dist)) {
    const isKept = old === 'page' || old.startsWith('.')
    if (!isKept) rmSync(join(dist, old), { recursive: true })
  }
  for (const name of made) renameSync(join(next, name), join(dist, name))
}

function buildPage(what) {
  say(`building ${what}`)
  const output = ['--outDir', join(dist, 'page'), '--emptyOutDir', '--logLevel', 'warn']
  if (run(tool('vite'), ['build', '--config', 'web/vite.config.ts', ...output]) !== 0)
    giveUp('the page does not build, see above')
}

function lockedState() {
  return read('package-lock.json')
}

function sourceState() {
  return listing(['src', 'tsconfig.json', 'tsconfig.build.json', 'scripts/bundle.mjs', 'package-lock.json'])
}

function pageState() {
  return listing(['web', 'src/domain', 'src/contract', 'src/client', 'package-lock.json'])
}

/** Path, size and time of change of every file: contents would cost too much at every start. */
function listing(paths) {
  return paths
    .filter(path => existsSync(join(root, path)))
    .flatMap(describe)
    .join('\n')
}

/** One line for each file at or below a path. Tests are not compiled and leave the output as it is. */
function describe(path) {
  const found = statSync(`${root}/${path}`)
  if (!found.isDirectory()) return [`${path} ${found.size} ${found.mtimeMs}`]
  const names = readdirSync(`${root}/${path}`).sort()
  return names
    .filter(name => name !== 'node_modules' && !name.endsWith('.test.ts'))
    .flatMap(name => describe(`${path}/${name}`))
}

function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}
