/** Facts of branches, gathered before an operation's transaction begins: what would land, what it changes, the reverse of a landing. */
import type { Input, Output } from '#contract/catalogue.ts'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import type { Changes, FileDiff } from '#domain/landing/changes.ts'
import { type LandingStyle, mergeRef, revertBranch, type Submission } from '#domain/landing/submission.ts'
import { baseOf, changesOf, type ChangedFile as MachineFile } from '#machine/changes/changes.ts'
import { diffOf } from '#machine/changes/diff.ts'
import { walkFirstParents } from '#machine/changes/first-parents.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { revertCandidate } from '#machine/landing/revert.ts'
import { isAncestor } from '#machine/worktree/branch.ts'
import { statusOf } from '#machine/worktree/status.ts'
import { committerAt } from '#runner/landing/ground.ts'
import { configurationIn, tipOf } from '#runner/landing/line.ts'
import type { BranchFacts, Facts, HistoryFacts } from '#service/facts.ts'
import { unifiedText } from './unified-text.ts'

type Where = Output<'merge.where'>

export type BranchesKnown = {
  where: (meant: Input<'merge.where'>) => Promise<Where>
  known: (projectId: number, commit: string) => Promise<Output<'merge.known'>>
  mains: () => Promise<Output<'main.errands'>['items']>
  worktreePath: (worktreeId: number) => Promise<{ path: string; branch: string | null } | undefined>
  now: () => string
}

type Given = Record<string, unknown>

function meantBy({ briefId, worktreeId, mergeId, branch, project }: Given): Input<'merge.where'> {
  return { briefId, worktreeId, mergeId, branch, project } as Input<'merge.where'>
}

const unfit = (because: string, cure: string): BranchFacts => ({ outcome: 'unfit', because, cure })

/** The tip that would land now, when there is something of its own on the branch. */
export async function lookAtBranch(input: Given, known: BranchesKnown): Promise<BranchFacts> {
  const { place, where, landed } = await known.where(meantBy(input))
  const { gitDir } = place
  const { branch, target } = where
  const lost = await lostOf(gitDir, landed)
  const tip = (await commitAt(gitDir, `refs/heads/${branch}`)) ?? (lost && (await revive(gitDir, lost)))
  if (tip === undefined) return unfit('there is no such branch', 'See the branches with git branch --list.')
  if (branch === target) return unfit('it is what everything lands on', 'Name the branch of a Brief or a worktree.')
  const drift = await driftOf(where, place.gitDir, known)
  if (drift) return drift
  const own = await git({ gitDir }, ['rev-list', '--count', '--end-of-options', tip, `^refs/heads/${target}`])
  if (own.outcome === 'ok' && own.stdout.trim() === '0')
    return unfit(`it has no commit that ${target} lacks`, 'Commit on it, then submit it.')
  return { outcome: 'found', tip, style: await styleOf(place), lost: lost?.tip === tip }
}

/** What had landed, when its target holds it no more. */
async function lostOf(gitDir: string, landed: Submission | null): Promise<Submission | undefined> {
  if (!landed?.landedCommit) return undefined
  return (await isAncestor(gitDir, landed.landedCommit, `refs/heads/${landed.target}`)) ? undefined : landed
}

/** The branch of what had landed, and was deleted since, as its work is nowhere else any more. */
async function revive(
  gitDir: string,
  { branch, tip }: Pick<Submission, 'branch' | 'tip'>,
): Promise<string | undefined> {
  const args = ['update-ref', '--no-deref', '--end-of-options', `refs/heads/${branch}`, tip, '0'.repeat(tip.length)]
  return (await git({ gitDir }, args, { writes: true })).outcome === 'ok' ? tip : undefined
}

/** Somebody works on another branch there than the worktree is for: nobody can say what is meant to land. */
async function driftOf(
  { worktreeId, branch }: Where['where'],
  gitDir: string,
  known: BranchesKnown,
): Promise<BranchFacts | undefined> {
  const worktree = worktreeId === null ? undefined : await known.worktreePath(worktreeId)
  if (!worktree) return undefined
  const seen = await statusOf({ gitDir, folder: worktree.path })
  if (seen.outcome !== 'read' || seen.branch === branch) return undefined
  return unfit(
    `its worktree is on ${seen.branch ?? 'no branch'} now`,
    `Switch it back with git switch ${branch}, or submit the other branch by its name.`,
  )
}

async function styleOf(place: Where['place']): Promise<LandingStyle> {
  const main = await tipOf({ project: place }, place.primaryBranch)
  const text = main ? await configurationIn(place.gitDir, main.commit) : ''
  return parseConfiguration(text).configuration?.main.landing ?? 'merge'
}

/** Makes the commit that takes a landing back, on a branch of its own, so that it can be submitted like any other. */
export async function makeReverse(input: Given, known: BranchesKnown): Promise<BranchFacts> {
  const { place, landed } = await known.where(meantBy(input))
  const { gitDir } = place
  if (!landed?.landedCommit)
    return unfit(
      'it has not landed',
      `merge.cancel${landed ? ` {mergeId: ${landed.id}}` : ''} takes it out of the queue.`,
    )
  const onto = await tipOf({ project: place }, landed.target)
  const { landing } = await known.known(place.id, landed.landedCommit)
  if (!onto || !landing)
    return unfit('its landing is not known any more', 'Take it back by hand with git revert, on a branch.')
  const committer = committerAt(known.now())
  const answer = await revertCandidate({
    gitDir,
    onto: onto.commit,
    landed: await spanOf(gitDir, landed, landing.previous),
    author: committer,
    committer,
    message: `Take back ${mergeRef(landed.id)} (${landed.branch})`,
    trailers: [],
  })
  if (answer.outcome === 'empty')
    return unfit('nothing of it is left', `Look at it with merge.show {mergeId: ${landed.id}}.`)
  if (answer.outcome === 'conflict')
    return unfit(
      `later work stands on it: ${answer.files
        .map(each => each.path)
        .slice(0, 5)
        .join(', ')}`,
      'Take it back by hand on a branch of its own, and submit that.',
    )
  if (answer.outcome !== 'made') return unfit('git could not make its reverse', 'Take it back by hand on a branch.')
  const ref = `refs/heads/${revertBranch(landed.id)}`
  const kept = await git({ gitDir }, ['update-ref', '--no-deref', '--end-of-options', ref, answer.commit], {
    writes: true,
  })
  if (kept.outcome !== 'ok') return unfit(`git could not write ${ref}`, 'Look at the branch, and call again.')
  return { outcome: 'found', tip: answer.commit, style: 'squash' }
}

/** What a submission alone brought: its own merge on what was before it, also when it landed together with others. */
async function spanOf(
  gitDir: string,
  { style, commits, landedCommit, tip }: NonNullable<Where['landed']>,
  previous: string,
): Promise<{ from: string; to: string }> {
  const own = commits.at(-1)
  if (style === 'merge' && own !== undefined && own !== landedCommit) {
    const before = await commitAt(gitDir, `${own}^1`)
    if (before !== undefined) return { from: before, to: own }
  }
  return { from: previous, to: landedCommit ?? tip }
}

/** Files that are listed, commits too; lines of one diff. */
const most = { files: 3_000, commits: 200, lines: 5_000 }

export async function lookAtChanges(input: Given, known: BranchesKnown): Promise<NonNullable<Facts['changes']>> {
  const { place, where } = await known.where(meantBy(input))
  const { gitDir } = place
  const tip = await commitAt(gitDir, `refs/heads/${where.branch}`)
  if (tip === undefined) return { reason: `There is no branch ${where.branch} yet.` }
  const onto = await tipOf({ project: place }, where.target)
  const base = onto && (await baseOf(gitDir, onto.commit, tip))
  if (!onto || base === undefined) return { reason: `${where.branch} has nothing in common with ${where.target}.` }
  const found = await changesOf({ gitDir, base, tip, limit: most.files })
  if (found.outcome !== 'read') return { reason: `${found.step}: ${found.detail}` }
  const path = typeof input.path === 'string' ? input.path : undefined
  const file = path === undefined ? undefined : found.files.find(each => each.path === path)
  return {
    base,
    tip,
    ...(await commitsOf(gitDir, tip, onto.commit)),
    files: found.files.map(fileOf),
    changed: found.files.length + found.more,
    ...(file ? { diff: await fileDiff(gitDir, file) } : {}),
  }
}

const statusWords = {
  added: 'added',
  deleted: 'deleted',
  modified: 'modified',
  renamed: 'renamed',
  kind_changed: 'type_changed',
} as const

const fileOf = (file: MachineFile): Changes['files'][number] => ({
  path: file.path,
  ...(file.oldPath === undefined ? {} : { from: file.oldPath }),
  status: statusWords[file.status],
  added: file.added ?? null,
  removed: file.deleted ?? null,
})

async function commitsOf(
  gitDir: string,
  tip: string,
  onto: string,
): Promise<Pick<Changes, 'commits' | 'ahead' | 'behind'>> {
  const format = ['%H', '%s', '%an', '%aI'].join('%x00')
  const args = ['log', '-z', `--max-count=${most.commits}`, `--format=${format}`, '--end-of-options', tip, `^${onto}`]
  const listed = await git({ gitDir }, args)
  const counted = await git({ gitDir }, ['rev-list', '--count', '--left-right', '--end-of-options', `${tip}...${onto}`])
  const fields = listed.outcome === 'ok' ? listed.stdout.split('\0') : []
  const [ahead = 0, behind = 0] = counted.outcome === 'ok' ? counted.stdout.trim().split('\t').map(Number) : []
  const commits: Changes['commits'] = []
  for (let at = 0; at + 3 < fields.length; at += 4)
    commits.push({
      commit: fields[at] ?? '',
      subject: fields[at + 1] ?? '',
      author: fields[at + 2] ?? '',
      at: fields[at + 3] ?? '',
    })
  return { commits, ahead, behind }
}

async function fileDiff(gitDir: string, file: MachineFile): Promise<FileDiff> {
  const { path, before, after } = file
  const diff = await diffOf({
    gitDir,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    context: 4,
    maxLines: most.lines,
  })
  return { path, ...unifiedText(diff) }
}

/** First-parent commits that are read at a time. */
const pageOfHistory = 5_000

/** Of the project that is named, or of the only one; which it is the operation itself refuses when it is unclear. */
export async function lookAtHistory({ project }: Given, known: BranchesKnown): Promise<HistoryFacts> {
  const all = await known.mains()
  const named = project === undefined ? all : all.filter(each => each.project.slug === project)
  const [item] = named
  if (named.length !== 1 || !item) return { outcome: 'unread', because: 'it is unclear which is meant' }
  const { gitDir, primaryBranch } = item.project
  const tip = await commitAt(gitDir, `refs/heads/${primaryBranch}`)
  const { since } = item.main
  if (tip === undefined || since === null) return { outcome: 'unread', because: 'flower has not looked at it yet' }
  const commits: Extract<HistoryFacts, { outcome: 'read' }>['commits'] = []
  for (let from: string | undefined = tip; from !== undefined; ) {
    const page = await walkFirstParents({ gitDir, from, until: since, limit: pageOfHistory })
    if (page.outcome !== 'walked') return { outcome: 'unread', because: `${page.step}: ${page.detail}` }
    commits.push(
      ...page.commits.map(({ id, tree, subject, committedAt }) => ({ commit: id, tree, subject, at: committedAt })),
    )
    from = page.next
  }
  return { outcome: 'read', tip, since, commits }
}
