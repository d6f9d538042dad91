/** What the keeper of one MAIN stands on. */
import type { Output } from '#contract/catalogue.ts'
import type { GuardWish } from '#machine/guard/hooks.ts'
import type { MainPlace } from '#machine/main/state.ts'

export type MainItem = Output<'main.errands'>['items'][number]

export type MainMachine = {
  /** The id of this node: only projects whose MAIN lies on it are in hand here. */
  node: string
  /** Below which our own worktrees are made. */
  root: string
  /** Patches of what was saved of MAIN, and journals of landings: each project has its own folder there. */
  rescues: string
  journals: string
  /** One-time tokens by which the queue passes the hook. */
  tokens: string
  /** The folders of the runs of agents. */
  agents: string
  /** Where the agents' guard lays down what it refused. */
  refusals: string
  now: () => string
}

export type Guarded = { place: MainPlace; hooks: GuardWish }
