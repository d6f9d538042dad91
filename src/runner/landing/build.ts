/** Stacks submissions on a line without touching any working tree: each on top of those before it. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { inspect } from '#domain/landing/guarded.ts'
import type { Tip } from '#domain/landing/queue-view.ts'
import type { ConflictSide } from '#domain/landing/send-back.ts'
import type { Built } from '#domain/landing/stack.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { makeCandidate } from '#machine/landing/candidate.ts'
import type { MadeCandidate } from '#machine/landing/candidate-answer.ts'
import { type Trailer, withTrailers, writeCommit } from '#machine/landing/commit-object.ts'
import type { ConflictFile, Side } from '#machine/landing/conflict.ts'
import { treeOf } from '#machine/landing/plumbing.ts'
import { committerAt, type Ground } from './ground.ts'
import { configurationIn } from './line.ts'

type Stacking = { ground: Ground; base: Tip; configuration: Configuration }

export async function build(stacking: Stacking, members: readonly Submission[]): Promise<Built[]> {
  const built: Built[] = []
  const stacked: Submission[] = []
  let onto = stacking.base
  for (const submission of members) {
    const one = await stack(stacking, submission, onto, stacked)
    built.push(one)
    if (one.outcome !== 'stacked') continue
    stacked.push(submission)
    onto = one.to
  }
  return built
}

async function stack(
  stacking: Stacking,
  submission: Submission,
  onto: Tip,
  before: readonly Submission[],
): Promise<Built> {
  const { ground, base } = stacking
  const { id: submissionId, tip, style } = submission
  const about = { submissionId, tip }
  const { gitDir } = ground.item.project
  if ((await commitAt(gitDir, tip)) === undefined)
    return { ...about, outcome: 'unusable', problem: `Its commit ${tip} is not in the repository any more.` }
  const committer = committerAt(ground.machine.now())
  const words = { author: committer, message: messageOf([submission]), trailers: trailersOf([submission]) }
  const common = { gitDir, onto: onto.commit, tip, committer }
  const answer = await makeCandidate(style === 'rebase' ? { ...common, style } : { ...common, style, ...words })
  switch (answer.outcome) {
    case 'made':
      return made(stacking, submission, onto, before, answer)
    case 'empty':
      return { ...about, outcome: 'nothing' }
    case 'conflict':
      return {
        ...about,
        outcome: 'conflict',
        with: onto.commit === base.commit ? 'line' : 'stack',
        files: answer.files.map(each => each.path),
        sides: answer.files.map(sideOf),
      }
    case 'unrelated':
      return { ...about, outcome: 'unusable', problem: 'It has no commit in common with its target.' }
    case 'merges_inside':
      return {
        ...about,
        outcome: 'unusable',
        problem: `A rebase would lose what its merges hold: ${answer.merges.join(', ')}. Land it as a merge or squash.`,
      }
    case 'failed':
      throw new Error(`${answer.step}: ${answer.detail}`)
  }
}

async function made(
  { ground, base, configuration }: Stacking,
  submission: Submission,
  onto: Tip,
  before: readonly Submission[],
  candidate: MadeCandidate,
): Promise<Built> {
  const { gitDir } = ground.item.project
  const about = { submissionId: submission.id, tip: submission.tip }
  const inspected = inspect(
    configuration,
    await configurationIn(gitDir, candidate.commit),
    await pathsBetween(gitDir, onto.commit, candidate.commit),
  )
  if (inspected.outcome === 'broken') return { ...about, outcome: 'unusable', problem: inspected.problem }
  const { guarded } = inspected
  const commits = [...new Set(candidate.commits.map(each => each.to))]
  if (submission.style === 'rebase') {
    const between = await tipsOf(gitDir, commits.slice(0, -1))
    return { ...about, outcome: 'stacked', commits, to: tipOf(candidate), between, guarded }
  }
  const to =
    submission.style === 'merge' && before.length > 0
      ? await together(ground, base, [...before, submission], candidate.tree)
      : tipOf(candidate)
  return { ...about, outcome: 'stacked', commits, to, between: [], guarded }
}

const tipOf = ({ commit, tree }: MadeCandidate): Tip => ({ commit, tree })

/** One commit on the line for all of them, so that the line never has a tree that was not judged. */
async function together(ground: Ground, base: Tip, members: readonly Submission[], tree: string): Promise<Tip> {
  const committer = committerAt(ground.machine.now())
  const commit = await writeCommit(ground.item.project.gitDir, {
    tree,
    parents: [base.commit, ...members.map(each => each.tip)],
    author: committer,
    committer,
    message: withTrailers(messageOf(members), trailersOf(members)),
  })
  if (typeof commit !== 'string') throw new Error(`${commit.step}: ${commit.detail}`)
  return { commit, tree }
}

const messageOf = (members: readonly Submission[]): string =>
  `Land ${members.map(each => (each.briefId === null ? each.branch : `${briefRef(each.briefId)} (${each.branch})`)).join(', ')}`

const trailersOf = (members: readonly Submission[]): Trailer[] =>
  [...new Set(members.flatMap(each => each.briefId ?? []))].map(id => ({ key: 'Brief', value: briefRef(id) }))

async function tipsOf(gitDir: string, commits: readonly string[]): Promise<Tip[]> {
  return Promise.all(
    commits.map(async commit => {
      const tree = await treeOf(gitDir, commit)
      if (tree === undefined) throw new Error(`there is no commit ${commit}`)
      return { commit, tree }
    }),
  )
}

async function pathsBetween(gitDir: string, from: string, to: string): Promise<string[]> {
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
