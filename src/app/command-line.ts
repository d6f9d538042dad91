/** Hands this machine to the command line. Everything heavy is loaded only by the command that needs it. */
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { Output } from '#surface/cli/door.ts'
import { runCli } from '#surface/cli/run.ts'
import { localCommands } from './commands/local-commands.ts'
import type { Connection } from './connect.ts'
import { version } from './version.ts'

/** Where the system sets no user name (services, containers), the account's own is taken. */
const env = { USER: userInfo().username, ...process.env }

let connection: Promise<Connection> | undefined

async function connectOnce(): Promise<Connection> {
  const [{ callerFrom }, { connect }] = await Promise.all([import('#domain/caller.ts'), import('./connect.ts')])
  return connect({ env: env, identity: callerFrom(env) })
}

const client = async () => (await (connection ??= connectOnce())).client

const outputOf = (stream: NodeJS.WriteStream): Output => ({
  write: text => stream.write(text),
  isTerminal: stream.isTTY,
  columns: stream.isTTY ? stream.columns : undefined,
})

/** On stderr, as data goes to stdout. Anything but a yes is a no. */
async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

// `flower ls | head` closes our output early: that is no fault of anybody.
process.stdout.on('error', (reason: NodeJS.ErrnoException) => {
  if (reason.code !== 'EPIPE') throw reason
  process.exit(0)
})

process.exitCode = await runCli(process.argv.slice(2), {
  client,
  commands: localCommands(env, client),
  projectOfFolder: async () => (await import('./folder-project.ts')).projectOfFolder(process.cwd(), await client()),
  worktreeOfFolder: async () => (await import('./folder-project.ts')).worktreeOfFolder(process.cwd(), await client()),
  localComplaints: async () => (await import('./machine-facts.ts')).complaintsWithoutHouse(env),
  version,
  folder: process.cwd(),
  env: env,
  readStdin: () => buffer(process.stdin),
  confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : undefined,
  readFile,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  now: Date.now,
})

// A store that was opened here is closed in order; a client of a server has nothing to close.
if (connection) await connection.then(each => each.close()).catch(() => undefined)
