/** The command `flower`: hands this machine to the command line. Everything heavy is loaded only by the command that needs it. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Output } from '#surface/cli/door.ts'
import { runCli } from '#surface/cli/run.ts'
import type { Connection } from './connect.ts'
import { localCommands } from './local-commands.ts'
import { version } from './version.ts'

let connection: Promise<Connection> | undefined

async function connectOnce(): Promise<Connection> {
  const [{ callerFrom }, { connect }] = await Promise.all([import('#domain/caller.ts'), import('./connect.ts')])
  return connect({ env: process.env, identity: callerFrom(process.env) })
}

const client = async () => (await (connection ??= connectOnce())).client

const outputOf = (stream: NodeJS.WriteStream): Output => ({
  write: text => stream.write(text),
  isTerminal: stream.isTTY === true,
  columns: stream.isTTY ? stream.columns : undefined,
})

process.exitCode = await runCli(process.argv.slice(2), {
  client,
  commands: localCommands(process.env, client),
  projectOfFolder: async () => (await import('./folder-project.ts')).projectOfFolder(process.cwd(), await client()),
  localComplaints: async () => (await import('./machine-facts.ts')).complaintsWithoutHouse(process.env),
  version,
  folder: process.cwd(),
  env: process.env,
  readStdin: () => buffer(process.stdin),
  readFile,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  now: Date.now,
})

// A store that was opened here is closed in order; a client of a server has nothing to close.
if (connection) await connection.then(each => each.close()).catch(() => undefined)
