/** What to do about files of somebody's that keep a landing from being checked out. */
import { join } from 'node:path'
import { git } from '#machine/git/command.ts'
import type { DirtyFile } from '#machine/landing/standing.ts'

/** As many are named. */
const most = 5

/** main.rescue is named only for what it moves. */
export async function wordsOfDirty(gitDir: string, mainPath: string, files: DirtyFile[]): Promise<string> {
  const [moved, left] = await bySort(gitDir, mainPath, files)
  const few = (paths: string[]): string => paths.slice(0, most).join(', ')
  const places = few(left.map(path => join(mainPath, path)))
  const sentences = [
    moved.length > 0 && `MAIN has changes in the way: ${few(moved)}. main.rescue moves them into a worktree.`,
    left.length > 0 &&
      `MAIN has files in the way: ${few(left)}. main.rescue leaves what git does not look at; move away by hand: ${places}`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** First those that main.rescue moves, then the others. */
async function bySort(gitDir: string, mainPath: string, files: DirtyFile[]): Promise<[string[], string[]]> {
  const isUntracked = files.some(each => each.why === 'in_the_way') ? await untrackedIn(gitDir, mainPath) : undefined
  const isSparse = files.some(each => each.why === 'outside_sparse') && (await hasSparse(gitDir))
  const stays = ({ path, why }: DirtyFile): boolean =>
    (why === 'in_the_way' && isUntracked?.(path) === false) || (why === 'outside_sparse' && isSparse)
  const paths = (some: DirtyFile[]): string[] => some.map(each => each.path)
  return [paths(files.filter(each => !stays(each))), paths(files.filter(stays))]
}

/** As a rescue finds what git does not know; undefined when git can't tell. */
async function untrackedIn(gitDir: string, mainPath: string): Promise<((path: string) => boolean) | undefined> {
  const options = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 }
  const args = ['ls-files', '-z', '--others', '--exclude-standard']
  const listed = await git({ gitDir, workTree: mainPath }, args, options)
  if (listed.outcome !== 'ok') return undefined
  const paths = new Set(listed.stdout.split('\0').filter(Boolean))
  // A repository within is one entry, with a slash.
  const folders = [...paths].filter(path => path.endsWith('/'))
  return path => paths.has(path) || folders.some(folder => path.startsWith(folder))
}

/** Without one, only a mark of somebody's hides a file, which a rescue takes away. */
async function hasSparse(gitDir: string): Promise<boolean> {
  const read = await git({ gitDir }, ['config', '--type=bool', '--get', 'core.sparseCheckout'])
  return read.outcome === 'ok' && read.stdout.trim() === 'true'
}
