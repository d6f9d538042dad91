/** One errand as the runner has it in hand, and where on this machine everything is. */
import type { Output } from '#contract/catalogue.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { commitAt } from '#machine/git/commits.ts'
import type { Pool } from './pool.ts'
import type { ServiceHost } from './service/host.ts'

export type Item = Output<'worktree.errands'>['items'][number]

export type Machine = {
  /** Only errands of this node's worktrees are carried out here. */
  node: { id: string; name: string }
  /** Below which our own worktrees are made, where no flower.yaml says otherwise; a folder for each project. */
  root: string
  /** Where those are that nobody has asked for yet, likewise. */
  pool: string
  /** Where removed ones lie until they are too old to be restored, likewise. */
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

export const mainTip = ({ project }: Item): Promise<string | undefined> =>
  commitAt(project.gitDir, `refs/heads/${project.primaryBranch}`)
