/** What the command line needs of the outside world. The app hands it in; tests hand in their own. */
import type { Client } from '#client/client.ts'
import type { Complaint } from '#contract/shapes.ts'

export type Output = {
  write: (text: string) => unknown
  isTerminal: boolean
  /** Cells in a line of the terminal; undefined elsewhere, where nothing is shortened. */
  columns?: number | undefined
}

/** The values of a local command's options, by their names in camelCase; `--no-open` gives `open: false`, `<name...>` a list. */
export type LocalOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** A command that is no operation: it starts, opens or serves something on this machine. Answers the exit code. */
export type LocalCommand = {
  /** One sentence for help. */
  summary: string
  /** Each as commander writes it: `--port <number>`, `--no-open`; with a few words of help. */
  options: readonly (readonly [flags: string, summary: string])[]
  /** What stands behind it besides options, as its help shows that: `<agent>`, `-- <command> …`. Left out, it takes no words. */
  words?: string
  /** What an option takes, where that is a closed list: by `--harness`. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** What follows `flower` in the example of its help: `up --port 0`. */
  example: string
  run: (options: LocalOptions, words: readonly string[]) => Promise<number>
}

/** What a local command throws when something on this machine is in its way. */
export type StartFault = Error & { cure: string; exitCode: number }

export type LocalCommands = { up: LocalCommand; open: LocalCommand; mcp: LocalCommand; demo: LocalCommand } & Record<
  string,
  LocalCommand
>

export type CliDoor = {
  /** Connected when first asked for: to `FLOWER_URL`, to the running server, or to the store itself. */
  client: () => Promise<Client>
  commands: LocalCommands
  /** The slug of the project that the caller's folder belongs to; undefined when it belongs to none. */
  projectOfFolder: () => Promise<string | undefined>
  /** The worktree that the caller's folder is in; `unknown` for a worktree that the house doesn't have, undefined in MAIN and outside. */
  worktreeOfFolder: () => Promise<number | 'unknown' | undefined>
  /** What `flower doctor` finds on this machine without the house: it works when the house does not. */
  localComplaints: () => Promise<Complaint[]>
  version: string
  /** The caller's working folder, absolute. */
  folder: string
  env: Readonly<Record<string, string | undefined>>
  /** Everything on standard input, to its end. */
  readStdin: () => Promise<Uint8Array>
  /** Asks the person at the terminal; left out where there is none. */
  confirm?: ((question: string) => Promise<boolean>) | undefined
  /** Throws what `node:fs` throws. */
  readFile: (path: string) => Promise<Uint8Array>
  stdout: Output
  stderr: Output
  /** Milliseconds since 1970. */
  now: () => number
}
