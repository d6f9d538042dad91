/** Ties new commits to the Briefs that their trailers name, wherever they were made: in a worktree, in MAIN, on another machine. */
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import { linksIn } from '#machine/changes/links.ts'
import { movedRefs } from '#machine/changes/moved-refs.ts'
import { git } from '#machine/git/command.ts'

type MainItem = Output<'main.errands'>['items'][number]

const eachTime = 500

/** Looks through what no ref had before. Of a project that is new here everything is old: its numbers are another house's. */
export async function linkNew(client: Client, { main, project }: MainItem): Promise<void> {
  const found = await movedRefs({ gitDir: project.gitDir, known: main.seen })
  if (found.outcome !== 'read' || found.moved.length === 0) return
  if (Object.keys(main.seen).length > 0 && found.refs.length > 0) await linkBetween(client, project, found)
  await client.call('main.settle', { projectId: project.id, finding: { what: 'seen', refs: found.now } })
}

async function linkBetween(
  client: Client,
  { id: projectId, gitDir }: MainItem['project'],
  { refs, after }: { refs: string[]; after: string[] },
): Promise<void> {
  const { links: known } = await client.call('brief.commitLinks', { projectId })
  for (let skip = 0; ; skip += eachTime) {
    const read = await linksIn({ gitDir, refs, after, known, landed: [], limit: eachTime, skip })
    if (read.outcome !== 'read') throw new Error(`${read.step}: ${read.detail}`)
    const titles = await titlesOf(
      gitDir,
      read.links.map(each => each.commit),
    )
    const commits = read.links.map(each => ({
      briefId: each.briefId,
      commit: each.commit,
      title: titles.get(each.commit) ?? '',
      again: each.again ?? [],
    }))
    if (commits.length > 0) await client.call('brief.linkCommits', { projectId, commits })
    known.push(...read.links)
    if (!read.more) return
  }
}

async function titlesOf(gitDir: string, commits: readonly string[]): Promise<Map<string, string>> {
  if (commits.length === 0) return new Map()
  const args = ['log', '-z', '--no-walk=unsorted', '--format=%H%x00%s', '--stdin']
  const read = await git({ gitDir }, args, { input: commits.map(each => `${each}\n`).join('') })
  if (read.outcome !== 'ok') return new Map()
  const fields = read.stdout.split('\0')
  return new Map(commits.map((_, at) => [fields[at * 2] ?? '', fields[at * 2 + 1] ?? '']))
}
