/** Stacks submissions on a line without touching any working tree: each on top of those before it. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { inspect } from '#domain/landing/guarded.ts'
import type { Tip } from '#domain/landing/queue-view.ts'
import type { ConflictSide } from '#domain/landing/send-back.ts'
import { type Built, builtUpon } from '#domain/landing/stack.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { makeCandidate } from '#machine/landing/candidate.ts'
import type { MadeCandidate } from '#machine/landing/candidate-answer.ts'
import { writeCommit } from '#machine/landing/commit-object.ts'
import type { ConflictFile, Side } from '#machine/landing/conflict.ts'
import { treeOf } from '#machine/landing/plumbing.ts'
import { committerAt, type Ground } from './ground.ts'
import { configurationIn } from './line.ts'
import { wordingOf } from './wording.ts'

/** `line`: what the base itself says; MAIN's where that can't be read. */
type Stacking = { ground: Ground; base: Tip; configuration: Configuration; line: Configuration }

/** What came of each, in their order; it ends where what follows is judged otherwise. */
export async function build(
  { ground, base, configuration }: Omit<Stacking, 'line'>,
  members: readonly Submission[],
): Promise<Built[]> {
  const said = parseConfiguration(await configurationIn(ground.item.project.gitDir, base.commit)).configuration
  const stacking = { ground, base, configuration, line: said ?? configuration }
  const built: Built[] = []
  let onto = base
  for (const submission of members) {
    const one = await stack(stacking, submission, onto)
    built.push(one.built)
    const next = builtUpon(one.built, submission)
    if (next === 'none') return built
    if (next === 'with it' && one.top) onto = one.top
  }
  return built
}

/** `top`: the commit that the next is stacked on. */
type Stacked = { built: Built; top?: Tip }

async function stack(stacking: Stacking, submission: Submission, onto: Tip): Promise<Stacked> {
  const { ground } = stacking
  const { id: submissionId, tip, style } = submission
  const about = { submissionId, tip }
  const { gitDir } = ground.item.project
  if ((await commitAt(gitDir, tip)) === undefined)
    return left({ ...about, outcome: 'unusable', problem: `Its commit ${tip} is not in the repository any more.` })
  const committer = committerAt(ground.machine.now())
  const common = { gitDir, onto: onto.commit, tip, committer }
  const words = await wordingOf({ gitDir, submission, onto: onto.commit, committer })
  const answer = await makeCandidate(style === 'rebase' ? { ...common, style } : { ...common, style, ...words })
  switch (answer.outcome) {
    case 'made':
      return made(stacking, submission, onto, answer)
    case 'empty':
      return left({ ...about, outcome: 'nothing', with: await likewise(stacking, submission, onto, 'empty') })
    case 'conflict':
      return left({
        ...about,
        outcome: 'conflict',
        with: await likewise(stacking, submission, onto, 'conflict'),
        files: answer.files.map(each => each.path),
        sides: answer.files.map(sideOf),
      })
    case 'unrelated':
      return left({ ...about, outcome: 'unusable', problem: 'It has no commit in common with its target.' })
    case 'merges_inside':
      return left({
        ...about,
        outcome: 'unusable',
        problem: `A rebase would lose what its merges hold: ${answer.merges.join(', ')}. Land it as a merge or squash.`,
      })
    case 'failed':
      throw new Error(`${answer.step}: ${answer.detail}`)
  }
}

/** Whether it is so with the line itself, and not only with one that is stacked before it and may still be taken back. */
async function likewise(
  { ground, base }: Stacking,
  { tip }: Submission,
  onto: Tip,
  outcome: 'conflict' | 'empty',
): Promise<'line' | 'stack'> {
  if (onto.commit === base.commit) return 'line'
  const committer = committerAt(ground.machine.now())
  const words = { author: committer, message: 'Try', trailers: [] }
  const alone = await makeCandidate({
    gitDir: ground.item.project.gitDir,
    onto: base.commit,
    tip,
    committer,
    style: 'merge',
    ...words,
  })
  return alone.outcome === outcome ? 'line' : 'stack'
}

const left = (built: Built): Stacked => ({ built })

async function made(
  { ground, base, configuration, line }: Stacking,
  submission: Submission,
  onto: Tip,
  candidate: MadeCandidate,
): Promise<Stacked> {
  const { gitDir } = ground.item.project
  const about = { submissionId: submission.id, tip: submission.tip }
  const inspected = inspect(
    { main: configuration, line },
    await configurationIn(gitDir, candidate.commit),
    await pathsBetween(gitDir, onto.commit, candidate.commit),
  )
  if (inspected.outcome === 'broken') return left({ ...about, outcome: 'unusable', problem: inspected.problem })
  const { guarded } = inspected
  const top: Tip = { commit: candidate.commit, tree: candidate.tree }
  if (submission.style === 'rebase') {
    const commits = [...new Set(candidate.commits.map(each => each.to))]
    const between = await tipsOf(gitDir, commits.slice(0, -1))
    return { built: { ...about, outcome: 'stacked', commits, to: top, between, guarded }, top }
  }
  const to = onto.commit === base.commit ? top : await joining(ground, base, top)
  return { built: { ...about, outcome: 'stacked', commits: [top.commit], to, between: [], guarded }, top }
}

/**
 * The one commit by which the line comes to hold a whole stack, so that it never has a tree that was not judged. It carries
 * no trailer: each branch's own merge commit, behind it, does.
 */
async function joining(ground: Ground, base: Tip, top: Tip): Promise<Tip> {
  const committer = committerAt(ground.machine.now())
  const commit = await writeCommit(ground.item.project.gitDir, {
    tree: top.tree,
    parents: [base.commit, top.commit],
    author: committer,
    committer,
    message: 'Land several branches that were judged together\n',
  })
  if (typeof commit !== 'string') throw new Error(`${commit.step}: ${commit.detail}`)
  return { commit, tree: top.tree }
}

async function tipsOf(gitDir: string, commits: readonly string[]): Promise<Tip[]> {
  return Promise.all(
    commits.map(async commit => {
      const tree = await treeOf(gitDir, commit)
      if (tree === undefined) throw new Error(`there is no commit ${commit}`)
      return { commit, tree }
    }),
  )
}

export async function pathsBetween(gitDir: string, from: string, to: string): Promise<string[]> {
  const read = await git({ gitDir }, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  if (read.outcome !== 'ok') throw new Error(`git can't compare ${from} with ${to}`)
  return read.stdout.split('\0').filter(each => each !== '')
}

function sideOf({ path, ours, theirs }: ConflictFile): ConflictSide {
  return { path, line: textOf(ours), branch: textOf(theirs) }
}

function textOf(side: Side | undefined): string | null {
  if (!side) return null
  if (side.is === 'text') return side.text
  return side.is === 'submodule' ? `(the submodule's commit ${side.id})` : `(${side.is}, ${side.bytes} bytes)`
}
