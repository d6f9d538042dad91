/** Moves a line to what was judged, with MAIN's checkout; and after a kill, completes or undoes what had begun. */
import { join } from 'node:path'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { pushStep } from '#domain/landing/landing.ts'
import type { Act } from '#domain/landing/plan.ts'
import { shortCommit } from '#domain/words/short-commit.ts'
import { git } from '#machine/git/command.ts'
import { layDownToken, takeBackToken } from '#machine/guard/landing-token.ts'
import { type LandingAnswer, land as landCommit } from '#machine/landing/land.ts'
import { recoverCheckout } from '#machine/landing/recover.ts'
import { settleCheckout } from '#machine/landing/settle.ts'
import type { Checkout } from '#machine/landing/standing.ts'
import { lookInTurn } from '#machine/main/look-in-turn.ts'
import { isAncestor } from '#machine/worktree/branch.ts'
import { type Ground, type QueueItem, tell } from './ground.ts'
import { wordsOfDirty } from './in-the-way.ts'
import { tipOf } from './line.ts'

type Land = Extract<Act, { do: 'land' }>

/** Milliseconds to wait for a person's git that has MAIN's index. */
const patienceMs = 10_000

/** Why nothing has moved; `taken`: places in MAIN's checkout that something lies in which git does not know, when it is only that. */
export type NotLanded = { why: string; taken: string[] }

/** Answers why not, when it has not landed. No look at MAIN is half before it and half after. */
export const land = (
  ground: Ground,
  target: string,
  act: Land,
  configuration: Configuration,
): Promise<NotLanded | undefined> =>
  lookInTurn(ground.item.project.gitDir, () => landNow(ground, target, act, configuration))

async function landNow(
  ground: Ground,
  target: string,
  act: Land,
  configuration: Configuration,
): Promise<NotLanded | undefined> {
  const { base, to, landings, proofs } = act
  const begun = await tell(ground, { what: 'landing', journal: { branch: target, base, to, landings, proofs } })
  if (!begun) return { why: 'it was taken back', taken: [] }
  const { checkoutTimeout } = configuration.worktrees
  await ground.machine.step?.('begun')
  const answer = await move(ground, target, act, checkoutTimeout)
  if (answer.outcome === 'landed') {
    await ground.machine.step?.('moved')
    await tell(ground, { what: 'landed', steps: stepsOf(ground.item, target, configuration) })
    await ground.machine.step?.('told')
    const checkout = await checkoutOf(ground.item)
    if (checkout) await settleCheckout({ checkout, submodules: answer.submodules, timeoutMs: checkoutTimeout })
    return undefined
  }
  // The journal on the disk is open: only a recovery tells what came of it.
  if (answer.outcome === 'journal_open' || answer.outcome === 'unfinished') {
    const open = await recover(ground, configuration)
    return open === undefined ? undefined : { why: open, taken: [] }
  }
  const { gitDir, path } = ground.item.project
  const why = answer.outcome === 'dirty' ? await wordsOfDirty(gitDir, path, answer.files) : whyNot(answer)
  await tell(ground, { what: 'undone', reason: why })
  const isTaken = answer.outcome === 'dirty' && answer.files.every(each => each.why !== 'modified')
  return { why, taken: isTaken ? answer.files.map(each => each.path) : [] }
}

async function move(ground: Ground, target: string, { base, to }: Land, timeoutMs: number): Promise<LandingAnswer> {
  const { item, machine } = ground
  const { gitDir, slug } = item.project
  const token = machine.newMarker()
  const tokens = join(machine.tokens, slug)
  const ref = `refs/heads/${target}`
  await layDownToken(tokens, token, { ref, from: base, to: to.commit })
  try {
    const checkout = await checkoutOf(item)
    return await landCommit({
      gitDir,
      landing: to.commit,
      branch: target,
      from: base,
      to: to.commit,
      reason: `flower: landed ${shortCommit(to.commit)}`,
      hookEnv: { FLOWER_LANDING_TOKEN: token },
      ...(checkout ? { checkout } : {}),
      journalFolder: journalFolder(ground),
      timeoutMs,
      patienceMs,
      ...(machine.step ? { step: machine.step } : {}),
    })
  } finally {
    await takeBackToken(tokens, token)
  }
}

/** Where an outside reader sees whether MAIN is being moved. */
export const journalFolder = ({ machine, item }: Pick<Ground, 'machine' | 'item'>): string =>
  join(machine.journals, item.project.slug)

/** MAIN's checkout; undefined for a bare repository. */
export async function checkoutOf({ project }: Pick<QueueItem, 'project'>): Promise<Checkout | undefined> {
  if (project.path === project.gitDir) return undefined
  const own = await git({ folder: project.path }, ['rev-parse', '--path-format=absolute', '--absolute-git-dir'])
  return own.outcome === 'ok' ? { path: project.path, ownGitDir: own.stdout.replace(/\r?\n$/, '') } : undefined
}

/**
 * The branch alone says which way a landing went that was cut off. Answers why not, when it has not landed or can't be
 * told yet.
 */
export async function recover(ground: Ground, configuration: Configuration | undefined): Promise<string | undefined> {
  const { item } = ground
  const { gitDir } = item.project
  const checkout = await checkoutOf(item)
  if (checkout) {
    const answer = await recoverCheckout({ gitDir, checkout, journalFolder: journalFolder(ground), patienceMs })
    if (answer.outcome === 'still_running') return `programs of a landing still run: ${answer.pids.join(', ')}`
    if (answer.outcome === 'locked') return `somebody holds ${answer.file}; remove it once its git is gone`
  }
  const { journal } = item
  if (!journal) return undefined
  const tip = await tipOf(item, journal.branch)
  const isIn = tip !== undefined && (await isAncestor(gitDir, journal.to.commit, tip.commit))
  if (isIn) {
    await tell(ground, { what: 'landed', steps: configuration ? stepsOf(item, journal.branch, configuration) : [] })
    return undefined
  }
  await tell(ground, { what: 'undone', reason: 'it was cut off before the branch moved' })
  return 'it was cut off before the branch moved'
}

/** What follows a landing in MAIN; an integration branch is served nowhere. */
function stepsOf({ project }: QueueItem, target: string, configuration: Configuration) {
  if (target !== project.primaryBranch) return []
  const steps = Object.entries(configuration.afterLanding).map(([name, step]) => ({
    name,
    approve: step.approve === 'operator',
  }))
  return configuration.main.push === 'never' ? steps : [...steps, { name: pushStep, approve: false }]
}

type Refused = Exclude<LandingAnswer, { outcome: 'landed' | 'journal_open' | 'unfinished' | 'dirty' }>

function whyNot(answer: Refused): string {
  switch (answer.outcome) {
    case 'not_ahead':
      return 'it does not hold what the branch has now'
    case 'checked_out_elsewhere':
      return `the branch is checked out at ${answer.path}; switch that worktree to a branch of its own`
    case 'under_way':
      return `git is in the middle of something at ${answer.path} (${answer.sign}); finish it there`
    case 'moved':
      return `${answer.ref} is at ${answer.now ? shortCommit(answer.now) : 'nothing'} now`
    case 'refused_by_hook':
      return `a hook of the repository refused it:\n${answer.output}`
    case 'locked':
      return `somebody holds ${answer.file}; remove it once its git is gone`
    case 'failed':
      return `${answer.step}: ${answer.detail}`
  }
}
