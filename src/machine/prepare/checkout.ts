// Makes sure that a folder is a linked worktree of MAIN's repository before anything is written into it.

import { stat } from 'node:fs/promises'
import { realPathIfThere } from '../files.ts'
import { git } from '../git/command.ts'
import { registrationNamedBy } from '../worktree/registration.ts'
import { isSamePlace } from '../worktree/same-place.ts'

/** All paths are real ones. */
export interface Checkout {
  main: string
  folder: string
  /** The worktree's own git folder. */
  gitDir: string
  /** The one that all worktrees share; its `info/exclude` holds for all of them. */
  commonDir: string
}

export type FoundCheckout = ({ outcome: 'found' } & Checkout) | { outcome: 'refused'; problem: string; cure: string }

/**
 * Refuses a folder that is gone, is MAIN, is only a part of a checkout, or belongs to another repository than MAIN's or the
 * one named: a git folder of our own, made for it.
 */
export async function findCheckout(mainPath: string, folderPath: string, repository?: string): Promise<FoundCheckout> {
  const [main, folder] = [await realPathIfThere(mainPath), await realPathIfThere(folderPath)]
  if (main === undefined) return refused(`MAIN is not at ${mainPath}`, 'Register the project again where it is now.')
  if (folder === undefined) return refused(`there is no folder at ${folderPath}`, 'Make the worktree anew.')
  if (await isSame(main, folder)) {
    return refused(`${folderPath} is MAIN, which is never prepared`, 'Name a worktree apart from MAIN.')
  }
  const recorded = repository === undefined ? undefined : await recordedIn(repository, folder)
  if (recorded) return { outcome: 'found', main, folder, ...recorded }
  const [[top, gitDir, commonDir], theirs] = await Promise.all([
    ask(folder, ['--show-toplevel', '--git-dir', '--git-common-dir']),
    repository === undefined ? commonOf(main) : realPathIfThere(repository),
  ])
  if (gitDir === undefined || commonDir === undefined || top !== folder || commonDir !== theirs) {
    const cure = 'See what git knows: git worktree list. Adopt the folder, or make the worktree anew.'
    return refused(`${folderPath} is not a worktree of the repository of ${repository ?? mainPath}`, cure)
  }
  return { outcome: 'found', main, folder, gitDir, commonDir }
}

/** Where both name each other, git needs not be asked. */
async function recordedIn(
  repository: string,
  folder: string,
): Promise<{ gitDir: string; commonDir: string } | undefined> {
  const registration = await registrationNamedBy(repository, folder)
  if (registration === undefined || !(await isSamePlace(registration.path, folder))) return undefined
  const [gitDir, commonDir] = await Promise.all([registration.ownGitDir, repository].map(realPathIfThere))
  return gitDir === undefined || commonDir === undefined ? undefined : { gitDir, commonDir }
}

const refused = (problem: string, cure: string) => ({ outcome: 'refused' as const, problem, cure })

/** Real paths, one for each question; undefined where git or the disk has no answer. */
const commonOf = async (main: string): Promise<string | undefined> => (await ask(main, ['--git-common-dir']))[0]

async function ask(folder: string, questions: string[]): Promise<(string | undefined)[]> {
  const result = await git({ folder }, ['rev-parse', '--path-format=absolute', ...questions])
  if (result.outcome !== 'ok') return []
  const answers = result.stdout.replace(/\r?\n$/, '').split(/\r?\n/)
  if (answers.length === questions.length) return Promise.all(answers.map(realPathIfThere))
  // A path with a line break in it is only clear alone.
  if (questions.length === 1) return [await realPathIfThere(answers.join('\n'))]
  return (await Promise.all(questions.map(each => ask(folder, [each])))).map(([answer]) => answer)
}

/** By inode: on a disk that is blind to case two spellings are one folder. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one, { bigint: true }), stat(other, { bigint: true })])
  return a.ino === b.ino && a.dev === b.dev
}
