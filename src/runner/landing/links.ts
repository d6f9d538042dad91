/** Ties new commits to the Briefs that their trailers name, wherever they were made: in a worktree, in MAIN, on another machine. */
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import { git } from '#machine/git/command.ts'
import { commitsSince } from '#machine/git/commits.ts'

type MainItem = Output<'main.errands'>['items'][number]

const eachTime = 500

/** Looks through what no ref had before. Of a project that is new here, everything is old: its numbers are another house's. */
export async function linkNew(client: Client, { main, project }: MainItem): Promise<void> {
  const tips = await tipsOf(project.gitDir)
  if (tips === undefined || sameSet(tips, main.seen)) return
  if (main.seen.length > 0) {
    const found = await newCommits(project.gitDir, main.seen)
    for (let at = 0; at < found.length; at += eachTime)
      await client.call('brief.linkCommits', { projectId: project.id, commits: found.slice(at, at + eachTime) })
  }
  await client.call('main.settle', { projectId: project.id, finding: { what: 'seen', tips } })
}

/** Of every branch here and on remotes as last fetched. Undefined when git can't say. */
async function tipsOf(gitDir: string): Promise<string[] | undefined> {
  const read = await git({ gitDir }, ['for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/remotes'])
  if (read.outcome !== 'ok') return undefined
  return [...new Set(read.stdout.split('\n').filter(each => each !== ''))].sort()
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

type Found = { commit: string; change: string | null; briefIds: number[]; subject: string; author: string }

/** Oldest first, so that a change that was rebased ends at its newest commit. */
async function newCommits(gitDir: string, seen: readonly string[]): Promise<Found[]> {
  const found: Found[] = []
  for (let skip = 0; ; skip += eachTime) {
    const listed = await commitsSince({ gitDir }, { after: [...seen], limit: eachTime, skip })
    if (listed.outcome !== 'listed') return found
    for (const { id, briefIds, subject, author } of listed.commits)
      if (briefIds.length > 0) found.unshift({ commit: id, change: await changeOf(gitDir, id), briefIds, subject, author })
    if (!listed.more) return found
  }
}

/** What a commit changes, whatever it stands on; null for one that changes nothing by itself, such as a merge. */
async function changeOf(gitDir: string, commit: string): Promise<string | null> {
  const patch = await git({ gitDir }, ['diff-tree', '-p', '--root', '--full-index', '--end-of-options', commit])
  if (patch.outcome !== 'ok' || patch.stdout === '') return null
  const named = await git({ gitDir }, ['patch-id', '--stable'], { input: patch.stdout })
  const id = named.outcome === 'ok' ? named.stdout.split(' ')[0] : undefined
  return id || null
}
