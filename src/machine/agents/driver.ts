// What the host of an agent and the driver of its harness have to know of each other.

import type { AgentSaid } from '#domain/agent/said.ts'
import type { startFed } from '../command.ts'
import type { AgentStart } from './start.ts'

/** What the host is told in its file: all of a start but the environment, which holds a secret and is its own. */
export type HostStart = Omit<AgentStart, 'folder' | 'marker' | 'env'>

export type Launch = {
  words: readonly string[]
  /** On top of the host's own environment. */
  env?: Record<string, string>
  /** Written to its standard input, which is closed then; it stays open when this is left out. */
  input?: string
  /** Gets each whole line of its standard output. Left out: the one who launches reads the stream. */
  hear?: (line: string) => void
}

export type ProgramEnd = { exitCode: number | null; signal: NodeJS.Signals | null }

export type Child = {
  process: ReturnType<typeof startFed>
  /** To its standard input; nothing happens when that is closed. */
  write: (text: string) => void
  /** To the harness itself, also through the seal around it; not to what it started. */
  signal: (signal: NodeJS.Signals) => void
  /** Resolves once it has ended and its last lines were heard. */
  ended: Promise<ProgramEnd>
}

/** What a driver gets from the host. */
export type Host = {
  folder: string
  start: HostStart
  env: NodeJS.ProcessEnv
  say: (said: AgentSaid) => void
  /** Starts a program in the worktree, sealed when the start says so; its outputs go into the log. Throws when it can't be started. */
  launch: (launch: Launch) => Promise<Child>
  /** Writes a file that only we can read into the run's folder; answers its path. */
  write: (name: string, text: string) => string
  /** The end of what its programs have put out, at most so many lines. */
  lastWords: (lines: number) => string
  /** The run is over. */
  leave: (end: ProgramEnd) => void
}

/** How a driver takes orders, each at any time. */
export type Conversation = {
  /** The next message, now or when the turn in work is over; false when this harness can't be told anything. */
  send: (text: string) => boolean
  /** Ends the turn in work, not the program. */
  interrupt: () => void
  /** Ends the program in good order, after the turn in work. */
  finish: () => void
  /** Allows or denies the tool that it has waited for longest; false when it waits for none. */
  answer?: (isAllowed: boolean) => boolean
  /** The host was told to end and what it launched is being ended too. */
  end?: () => void
}

/** Starts the harness and gives it its first message. */
export type Begin = (host: Host) => Promise<Conversation>
