/** Hands `flower init` this process: its terminal, how it was started. */
import type { Client } from '#client/client.ts'
import type { LocalOptions, Output } from '#surface/cli/door.ts'
import type { Ask } from '../connecting/choose.ts'
import { init } from './init.ts'

type Environment = Readonly<Record<string, string | undefined>>

export async function runInit(env: Environment, options: LocalOptions, client: () => Promise<Client>): Promise<number> {
  const { harness, guard, yes, undo, json, project } = options
  const isAsked = process.stdin.isTTY && process.stderr.isTTY
  return init(
    {
      harness: Array.isArray(harness) ? harness : undefined,
      guard: guard === true,
      yes: yes === true,
      undo: undo === true,
      json: json === true,
      project: typeof project === 'string' ? project : undefined,
    },
    {
      env,
      folder: process.cwd(),
      start: { node: process.execPath, nodeOptions: process.execArgv, script: process.argv[1] ?? '' },
      client,
      ask: isAsked ? await asking() : undefined,
      stdout: outputOf(process.stdout),
      stderr: outputOf(process.stderr),
    },
  )
}

/** On stderr, as the changes go to stdout. Undefined when the person closes the input or breaks off. */
async function asking(): Promise<NonNullable<Ask>> {
  const { createInterface } = await import('node:readline')
  return question =>
    new Promise(resolve => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      terminal.on('SIGINT', () => terminal.close())
      terminal.on('close', () => resolve(undefined))
      terminal.question(question, answer => {
        resolve(answer)
        terminal.close()
      })
    })
}

const outputOf = (stream: NodeJS.WriteStream): Output => ({
  write: text => stream.write(text),
  isTerminal: stream.isTTY,
})
