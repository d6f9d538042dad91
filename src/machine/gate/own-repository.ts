// The repository that a gate sees: git folder of our own beside the checkout, with the project's objects, settings and refs
// as they were when it was written. Whatever a gate does to refs, settings, hooks or the index, it does here.

import { copyFile, mkdir, mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence, readFileIfThere } from '../files.ts'
import { git } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'

export interface CheckPlace {
  /** The folder in which everything of the check is. */
  folder: string
  /** Its checkout. */
  tree: string
  /** Its git folder. */
  gitDir: string
  /** The index as it was when the checkout was proven; no gate writes it. */
  index: string
  /** The list of what preparing brought. */
  kept: string
}

/** How folders are named that nothing needs any more, or not yet: a kill may leave them, and whoever comes next deletes them. */
export const ASIDE = 'aside-'

export const checkPlace = (folder: string): CheckPlace => ({
  folder,
  tree: join(folder, 'tree'),
  gitDir: join(folder, 'git'),
  index: join(folder, 'index'),
  kept: join(folder, 'kept.json'),
})

/** Each ref with the object that it is at, in git's order. */
export type Refs = readonly string[]

/**
 * Refs of a repository, one `<object id> <name>` each; our own and the stash are nobody's business. Undefined when it can't
 * be read.
 */
export async function refsOf(gitDir: string): Promise<Refs | undefined> {
  const read = await git({ gitDir }, ['for-each-ref', '--format=%(objectname) %(refname)'])
  if (read.outcome !== 'ok') return undefined
  return read.stdout.split('\n').filter(line => line !== '' && !/ refs\/(flower\/|stash$)/.test(line))
}

/**
 * Writes it anew, at `commit` and detached, so that nothing of an earlier gate is left in it. What submodules fetched stays.
 * Answers the refs that it has, or why it can't be written.
 */
export async function writeOwnRepository(
  place: CheckPlace,
  projectGitDir: string,
  commit: string,
): Promise<{ refs: Refs } | { problem: string }> {
  const facts = await git({ gitDir: projectGitDir }, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'])
  const refs = await refsOf(projectGitDir)
  if (facts.outcome !== 'ok' || refs === undefined)
    return { problem: `The refs of ${projectGitDir} can't be read: ${wordsOf(facts)}` }
  const staging = await mkdtemp(join(place.folder, ASIDE))
  for (const part of ['objects/info', 'refs/heads', 'info']) await mkdir(join(staging, part), { recursive: true })
  const exclude = await readFileIfThere(join(projectGitDir, 'info', 'exclude'))
  const files: Record<string, string | Uint8Array> = {
    HEAD: `${commit}\n`,
    config: settings(projectGitDir, commit),
    'objects/info/alternates': quotedLine(facts.stdout.replace(/\r?\n$/, '')),
    'packed-refs': refs.map(line => `${line}\n`).join(''),
    'info/exclude': exclude ?? '',
  }
  const shallow = await readFileIfThere(join(projectGitDir, 'shallow'))
  if (shallow) files['shallow'] = shallow
  for (const [path, content] of Object.entries(files)) await writeFile(join(staging, path), content)
  await keep(place.index, join(staging, 'index'))
  await ifThere(rename(join(place.gitDir, 'modules'), join(staging, 'modules')))
  await rm(place.gitDir, { recursive: true, force: true })
  await rename(staging, place.gitDir)
  return { refs }
}

/** Puts the index that was just proven aside. */
export const keepIndex = ({ gitDir, index }: CheckPlace): Promise<void> => keep(join(gitDir, 'index'), index)

/** With its time: by that git knows which files may have been written since, unseen. */
async function keep(from: string, to: string): Promise<void> {
  await ifThere(
    stat(from).then(async ({ atime, mtime }) => {
      await copyFile(from, to)
      await utimes(to, atime, mtime)
    }),
  )
}

async function ifThere(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isAbsence(error)) throw error
  })
}

/** The project's own first: filters, line ends, remotes, submodules. What follows wins over it. */
function settings(projectGitDir: string, commit: string): string {
  const isSha256 = commit.length === 64
  const path = `${projectGitDir}/config`.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
  return [
    `[include]\n\tpath = "${path}"`,
    `[core]\n\trepositoryformatversion = ${isSha256 ? 1 : 0}\n\tbare = false\n\tsparseCheckout = false`,
    '\thooksPath = /dev/null\n\tfsmonitor = false\n\tlogAllRefUpdates = false',
    // The index is one file that means something by itself.
    '\tsplitIndex = false\n\tuntrackedCache = false\n[index]\n\tsparse = false',
    '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false',
    ...(isSha256 ? ['[extensions]\n\tobjectformat = sha256'] : []),
    '',
  ].join('\n')
}

/** As git reads a line of alternates: in quotes when it begins with one, and never as a comment. */
function quotedLine(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"\n`
}
