// Installs and compiles what is stale, and nothing else. Imported by bin/flower.mjs on every start of a checkout,
// so that the answer "all is fresh" must cost a few milliseconds. Needs Node 24.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, npmCi, root, run, say, tool } from './boot.mjs'

const dist = join(root, 'dist')

/** Runs `npm ci` when what is installed is not what package-lock.json says. */
export function ensureInstalled() {
  ensure({ what: 'dependencies', stamp: 'node_modules/.flower-lock', digest: lockDigest, make: install })
}

/** Compiles `src` to `dist` and `web` to `dist/page` when their files changed. */
export function ensureBuilt() {
  ensure({ what: 'src', stamp: 'dist/.stamp-src', digest: sourceDigest, make: compile })
  if (existsSync(join(root, 'web/vite.config.ts')))
    ensure({ what: 'the page', stamp: 'dist/.stamp-page', digest: pageDigest, make: buildPage })
}

function ensure({ what, stamp, digest, make }) {
  const isFresh = () => read(stamp) === digest()
  if (isFresh()) return
  alone(() => {
    if (isFresh()) return
    // Taken before the work: a file saved meanwhile leaves a stale stamp, not a wrong one.
    const made = digest()
    make(what)
    writeFileSync(join(root, stamp), made)
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
  const next = join(root, 'dist', `.next-${process.pid}`)
  try {
    if (run(tool('tsc'), ['-p', 'tsconfig.build.json', '--outDir', next]) !== 0)
      giveUp('src does not compile, see above')
    replaceRooms(next)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

/** Swaps the compiled rooms in, so that a deleted source leaves no output behind, and leaves the page alone. */
function replaceRooms(next) {
  const rooms = readdirSync(next)
  for (const old of readdirSync(dist)) {
    const isKept = old === 'page' || old.startsWith('.')
    if (!isKept) rmSync(join(dist, old), { recursive: true, force: true })
  }
  for (const room of rooms) renameSync(join(next, room), join(dist, room))
}

function buildPage(what) {
  say(`building ${what}`)
  const args = [
    'build',
    '--config',
    'web/vite.config.ts',
    '--outDir',
    join(dist, 'page'),
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  if (run(tool('vite'), args) !== 0) giveUp('the page does not build, see above')
}

function lockDigest() {
  return createHash('sha256').update(read('package-lock.json')).digest('hex')
}

function sourceDigest() {
  return fileDigest(['src', 'tsconfig.json', 'tsconfig.build.json'])
}

function pageDigest() {
  return fileDigest(['web', 'src/domain', 'src/contract', 'src/client', 'package-lock.json'])
}

/** A digest over path, size and time of change: contents would cost too much at every start. */
function fileDigest(paths) {
  const hash = createHash('sha256')
  for (const path of paths) if (existsSync(join(root, path))) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const found = statSync(join(root, path))
  if (!found.isDirectory()) {
    hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(join(root, path)).sort()) {
    const isOutput = name === 'node_modules' || name.endsWith('.test.ts')
    if (!isOutput) addTo(hash, `${path}/${name}`)
  }
}

function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}
