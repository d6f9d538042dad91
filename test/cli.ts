/** A command line on a test house: what was written where, and the exit code. */
import { readFile } from 'node:fs/promises'
import type { Client } from '#client/client.ts'
import { localClient } from '#client/local.ts'
import type { Actor } from '#domain/actor.ts'
import type { Role } from '#domain/role.ts'
import type { CliDoor, LocalCommand } from '#surface/cli/door.ts'
import { runCli } from '#surface/cli/run.ts'
import type { TestHouse } from './house.ts'

export type Said = { code: number; out: string; err: string }
export type CliOptions = {
  stdin?: string | Uint8Array
  env?: Record<string, string>
  terminal?: { columns: number }
  project?: string
  worktree?: number | 'unknown'
  folder?: string
  actor?: Actor
  role?: Role
  localComplaints?: CliDoor['localComplaints']
  confirm?: CliDoor['confirm']
}

/** Runs `flower …` against a house, or against any client. */
export async function flower(house: TestHouse | Client, args: string[], options: CliOptions = {}): Promise<Said> {
  const said = { out: '', err: '' }
  const door = doorOf(house, options, said)
  const code = await runCli(args, door)
  return { code, ...said }
}

export const localRuns: { name: string; options: unknown }[] = []

const local = (name: string, options: LocalCommand['options']): LocalCommand => ({
  summary: `Does ${name}.`,
  options,
  example: name,
  run: async given => {
    localRuns.push({ name, options: given })
    return 0
  },
})

export const localCommands = {
  up: local('up', [
    ['--no-open', 'open nothing'],
    ['--port <number>', 'the port'],
  ]),
  open: local('open', []),
  mcp: local('mcp', []),
  demo: local('demo', []),
}

function doorOf(house: TestHouse | Client, options: CliOptions, said: { out: string; err: string }): CliDoor {
  const client =
    'execute' in house
      ? localClient(house.execute, {
          actor: options.actor ?? { kind: 'operator', ref: 'ada' },
          role: options.role ?? 'operator',
        })
      : house
  const now = 'execute' in house ? Date.parse(house.now()) : Date.parse('2026-03-02T09:00:00.000Z')
  const output = (to: 'out' | 'err') => ({
    write: (text: string) => void (said[to] += text),
    isTerminal: options.terminal !== undefined,
    columns: options.terminal?.columns,
  })
  return {
    client: async () => client,
    commands: localCommands,
    projectOfFolder: async () => options.project,
    worktreeOfFolder: async () => options.worktree,
    localComplaints: options.localComplaints ?? (async () => []),
    version: '1.2.3',
    folder: options.folder ?? '/srv/garden',
    env: options.env ?? {},
    readStdin: async () =>
      typeof options.stdin === 'string' ? new TextEncoder().encode(options.stdin) : (options.stdin ?? new Uint8Array()),
    confirm: options.confirm,
    readFile: path => readFile(path),
    stdout: output('out'),
    stderr: output('err'),
    now: () => now,
  }
}
