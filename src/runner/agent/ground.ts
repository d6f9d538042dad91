/** What the runner of agents has to know of this machine. */
import type { Output } from '#contract/catalogue.ts'

export type AgentMachine = {
  /** The id of the node whose agents are run here. */
  node: string
  /** Agents at once. */
  most: number
  /** flower's own folder, and in it those of runs and of all worktrees. */
  home: string
  agents: string
  worktrees: string
  /** Where agents reach the house. */
  url: string
  /** How flower is started: absolute, word by word. */
  program: string[]
  sitePort: () => number | null
}

export type RunItem = Output<'agent.errands'>['runs'][number]
export type Begun = Output<'agent.begin'>

/** Bytes of what one agent says that are kept. */
export const maxLogBytes = 8_000_000
/** From SIGTERM to SIGKILL, in milliseconds. */
export const graceMs = 5_000
