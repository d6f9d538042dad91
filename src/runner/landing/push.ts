/**
 * Brings MAIN to its remote after a landing, never by force. Where somebody was there before, what they pushed enters the queue
 * like a branch: it is judged, lands, and the next push takes all along.
 */
import { Refusal } from '#domain/refusal.ts'
import type { CommandResult } from '#machine/command.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { wordsOf } from '#machine/worktree/in-turn.ts'
import { type Ending, failed } from './ending.ts'
import type { Ground } from './ground.ts'

const networkMs = 120_000

/** The branch that stands for what others pushed; nobody's own branch is called so. */
export const upstreamBranch = 'flower/upstream'

type Remote = { name: string; branch: string }

export async function push(ground: Ground): Promise<Ending> {
  const { gitDir, primaryBranch } = ground.item.project
  const remote = await remoteOf(ground)
  const moves = `refs/heads/${primaryBranch}:refs/heads/${remote.branch}`
  const args = ['push', '--porcelain', '--end-of-options', remote.name, moves]
  const pushed = await git({ gitDir }, args, { writes: true, hooks: true, timeoutMs: networkMs })
  if (pushed.outcome === 'ok') return { status: 'done', exitCode: 0, lines: [] }
  const said = `It was not pushed to ${remote.name}: ${wordsOf(pushed)}`
  return failed(hasMovedOn(pushed) ? `${said}\n${await bringIn(ground, remote)}` : said)
}

/** As git is set up to; else the branch of the same name at origin. */
async function remoteOf({ item }: Ground): Promise<Remote> {
  const { gitDir, primaryBranch } = item.project
  const setting = async (key: string): Promise<string | undefined> => {
    const read = await git({ gitDir }, ['config', '--get', '--end-of-options', `branch.${primaryBranch}.${key}`])
    return read.outcome === 'ok' ? read.stdout.trim() : undefined
  }
  const merge = await setting('merge')
  return {
    name: (await setting('remote')) ?? 'origin',
    branch: merge?.startsWith('refs/heads/') ? merge.slice('refs/heads/'.length) : primaryBranch,
  }
}

/** Not so when a hook there, or the right to push, stands in the way. */
const hasMovedOn = (pushed: CommandResult): boolean => 'stdout' in pushed && /^!\t.*\t\[rejected\]/m.test(pushed.stdout)

/** Answers what was done about it, in a sentence. */
async function bringIn({ item, client }: Ground, { name, branch }: Remote): Promise<string> {
  const { gitDir, slug } = item.project
  const kept = `refs/remotes/${name}/${branch}`
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--end-of-options',
    name,
    `+refs/heads/${branch}:${kept}`,
  ]
  const fetched = await git({ gitDir }, args, { writes: true, timeoutMs: networkMs })
  const tip = await commitAt(gitDir, kept)
  if (fetched.outcome !== 'ok' || tip === undefined)
    return `What is there now could not be fetched: ${wordsOf(fetched)}`
  const ref = `refs/heads/${upstreamBranch}`
  if ((await commitAt(gitDir, ref)) === tip) return `${upstreamBranch} has it; merge.queue tells how it goes.`
  const moved = await git({ gitDir }, ['update-ref', '--no-deref', '--end-of-options', ref, tip], { writes: true })
  if (moved.outcome !== 'ok') return `git could not write ${ref}: ${wordsOf(moved)}`
  try {
    const asked = { project: slug, branch: upstreamBranch, style: 'merge', priority: 0 } as const
    const { mergeId } = await client.call('merge.submit', asked)
    return `What others pushed is in the queue as m${mergeId}; the push after its landing takes all along.`
  } catch (reason) {
    if (reason instanceof Refusal) return reason.message
    throw reason
  }
}
