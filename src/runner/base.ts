/** Where the worktrees of a project begin and what is brought into them: MAIN's own tip or the remote's, as flower.yaml says. */
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { fetchBranch, trackingRef } from '#machine/git/fetch.ts'
import { findRemote, type Remote } from '#machine/git/remote.ts'
import { configurationOf } from './configured.ts'
import { type Item, lineTip, mainTip } from './errand.ts'

export type Base =
  /** `warnings` say how MAIN and its remote differ, where that matters; `main` is MAIN's own tip, where that was looked up. */
  | { outcome: 'found'; commit: string; main?: string | undefined; warnings: string[] }
  | { outcome: 'none'; reason: string }

/** Milliseconds for one fetch. */
const fetchMs = 60_000

export async function baseOf(item: Item): Promise<Base> {
  const { project } = item
  if (item.onto !== project.primaryBranch) return lineBase(item)
  const configured = await configurationOf(item)
  const policy = configured.outcome === 'read' ? configured.configuration.main.base : 'local'
  const [own, remote] = await Promise.all([mainTip(item), findRemote(project.gitDir)])
  if (policy === 'remote') return remoteBase(item, own, remote)
  if (own === undefined) return { outcome: 'none', reason: `There is no commit at \`${project.primaryBranch}\`.` }
  const theirs = remote && (await tipOfRemote(item, remote.name))
  const differs = theirs === undefined ? undefined : await distance(project.gitDir, theirs, own)
  const behind = differs?.lacks
    ? `${project.primaryBranch} lacks ${commits(differs.lacks)} of ${remote?.name}/${project.primaryBranch}, as last fetched${differs.has ? `, and has ${commits(differs.has)} that are not there` : ''}; this begins at MAIN's own tip (main.base: local).`
    : undefined
  return { outcome: 'found', commit: own, main: own, warnings: behind === undefined ? [] : [behind] }
}

/** An epic's own branch is nobody's but this house's: there is no remote to ask. */
async function lineBase(item: Item): Promise<Base> {
  const commit = await lineTip(item)
  if (commit === undefined) return { outcome: 'none', reason: `There is no commit at \`${item.onto}\`.` }
  return { outcome: 'found', commit, warnings: [] }
}

async function remoteBase(item: Item, own: string | undefined, remote: Remote | undefined): Promise<Base> {
  const { gitDir, primaryBranch } = item.project
  if (remote === undefined) {
    const reason =
      'flower.yaml has `main.base: remote`, but the repository has no remote, or several and none is origin.'
    return { outcome: 'none', reason: `${reason} Add one, or set \`main.base: local\`.` }
  }
  const name = `${remote.name}/${primaryBranch}`
  const fetched = await fetchBranch(gitDir, remote.name, primaryBranch, fetchMs)
  const tip = await tipOfRemote(item, remote.name)
  const why = fetched.outcome === 'fetched' ? undefined : fetched.reason
  if (tip === undefined) {
    return {
      outcome: 'none',
      reason: `${name} can't be fetched (${why ?? 'it has no such branch'}). Once it can be: worktree.prepare.`,
    }
  }
  const differs = own === undefined ? undefined : await distance(gitDir, tip, own)
  return {
    outcome: 'found',
    commit: tip,
    main: own,
    warnings: [
      ...(why === undefined ? [] : [`${name} can't be fetched (${why}); this begins where it was last seen.`]),
      ...(differs?.has
        ? [`${primaryBranch} has ${commits(differs.has)} that ${name} lacks; they are not in here (main.base: remote).`]
        : []),
    ],
  }
}

const tipOfRemote = ({ project }: Item, remote: string): Promise<string | undefined> =>
  commitAt(project.gitDir, trackingRef(remote, project.primaryBranch))

/** Commits that count as landed: the tips of what the work lands on and of MAIN, and where its remote was when it was last fetched. */
export async function landings(item: Item): Promise<string[]> {
  const remote = await findRemote(item.project.gitDir)
  const tips = [await lineTip(item), await mainTip(item), remote && (await tipOfRemote(item, remote.name))]
  return [...new Set(tips.filter(each => each !== undefined))]
}

/** Commits of the remote that MAIN lacks, and those that only MAIN has. */
async function distance(
  gitDir: string,
  theirs: string,
  own: string,
): Promise<{ lacks: number; has: number } | undefined> {
  const counted = await git({ gitDir }, ['rev-list', '--left-right', '--count', `${theirs}...${own}`])
  if (counted.outcome !== 'ok') return undefined
  const [lacks = 0, has = 0] = counted.stdout.trim().split('\t').map(Number)
  return { lacks, has }
}

const commits = (count: number): string => (count === 1 ? '1 commit' : `${count} commits`)
