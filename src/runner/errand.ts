/** One errand as the runner has it in hand, and where on this machine everything is. */
import type { Output } from '#contract/catalogue.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { commitAt } from '#machine/git/commits.ts'
import type { Pool } from './pool.ts'
import type { ServiceHost } from './service/host.ts'

export type Item = Output<'worktree.errands'>['items'][number]

export type Machine = {
  /** Below which our own worktrees are made. */
  root: string
  /** Where those are that nobody has asked for yet. */
  pool: string
  /** Where removed ones lie until they are too old to be restored. */
  trash: string
  /** Where services have their records and logs. */
  services: string
  /** Of the sites; null while none are served. */
  sitePort: () => number | null
  /** The person's home, which nobody removes. */
  home: string
  now: () => string
}

export type Errand = Item & {
  machine: Machine
  pool: Pool
  /** What runs in worktrees besides agents. */
  serving: Pick<ServiceHost, 'reserve' | 'end'>
  /** Tells the house in the middle of it, and resolves once that is kept. */
  tell: (finding: Finding) => Promise<Worktree>
  signal: AbortSignal
}

export const mainTip = ({ project }: Pick<Item, 'project'>): Promise<string | undefined> =>
  commitAt(project.gitDir, `refs/heads/${project.primaryBranch}`)

/** What the work lands on: MAIN, or its epic's branch, which begins at MAIN's tip. */
export const lineTip = async (item: Pick<Item, 'project' | 'onto'>): Promise<string | undefined> =>
  (await commitAt(item.project.gitDir, `refs/heads/${item.onto}`)) ?? (await mainTip(item))

/** Milliseconds that one checkout may take, filters for large files included. */
export const checkoutMs = 10 * 60_000
