// Finds the repository that a folder belongs to, with its primary checkout and primary branch. Reads only.

import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { quoted } from '#domain/words/quoted.ts'
import type { CommandResult } from '../command.ts'
import { realPathIfThere } from '../files.ts'
import { type GitPlace, git } from './command.ts'
import { findPrimaryBranch, type PrimaryBranch } from './primary-branch.ts'
import { findRemote, type Remote } from './remote.ts'

export interface FoundRepository {
  outcome: 'found'
  /** The common git folder, shared by all worktrees; a real path. */
  gitDir: string
  /** The primary checkout's real path, when there is one. */
  primaryPath?: string
  /** Why there is no primary checkout: a bare repository, a checkout that is gone, or one whose place git doesn't record. */
  primaryMissing?: 'bare' | 'gone' | 'not_recorded'
  primaryBranch: string
  /** The object id that the primary branch points to. */
  head: string
  remote?: Remote
  /** A suggested slug, from the folder's name. */
  name: string
  /** Whether the folder asked about lies in a linked worktree, not in the primary checkout. */
  linkedWorktree: boolean
}

export type Discovery =
  | FoundRepository
  | { outcome: 'missing_folder' | 'no_repository' | 'git_missing' | 'not_trusted'; cure: string }
  | { outcome: 'no_commit'; gitDir: string; cure: string }
  | { outcome: 'unclear_branch'; gitDir: string; candidates: string[]; cure: string }
  /** git failed in a way we don't know; `detail` is its own message. */
  | { outcome: 'git_failed'; detail: string; cure: string }

/**
 * Looks from any folder inside a checkout, a linked worktree, a submodule or a bare repository.
 * `wantedBranch` names the primary branch instead of letting it be found.
 */
export async function discoverRepository(path: string, wantedBranch?: string): Promise<Discovery> {
  const folder = await realPathIfThere(path)
  if (folder === undefined || !(await isFolder(folder))) {
    return { outcome: 'missing_folder', cure: 'Check the path.' }
  }
  const place = await findGitFolders(folder)
  if (place.outcome !== 'located') return place
  const { gitDir, ownGitDir } = place
  // Not `--all`: that reads the HEAD of every worktree, and one that is being added has none yet.
  const first = await git({ gitDir }, ['for-each-ref', '--count=1'])
  if (first.outcome !== 'ok') return gitFailed(folder, first)
  if (first.stdout === '' && !(await hasHead(folder))) {
    const cure = `Make one: git -C ${quoted(folder)} commit --allow-empty -m "Start"`
    return { outcome: 'no_commit', gitDir, cure }
  }
  const primary = await findPrimaryCheckout(gitDir, ownGitDir, folder)
  const remote = await findRemote(gitDir)
  const branch = await findPrimaryBranch(gitDir, { remote, bare: primary.missing === 'bare', wanted: wantedBranch })
  if (branch.outcome === 'unclear') return { ...unclear(branch), gitDir }
  return {
    outcome: 'found',
    gitDir,
    primaryPath: primary.path,
    primaryMissing: primary.missing,
    primaryBranch: branch.name,
    head: branch.head,
    remote,
    name: suggestSlug(folderNameOf(primary.path ?? gitDir)),
    linkedWorktree: ownGitDir !== gitDir,
  }
}

/** A detached commit may be all that there is. */
const hasHead = async (folder: string): Promise<boolean> =>
  (await git({ folder }, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).outcome === 'ok'

type Located = { outcome: 'located'; gitDir: string; ownGitDir: string }

/** Asks git for the common folder and the one of this very checkout; one call each, so that a line break in a path is no end. */
async function findGitFolders(folder: string): Promise<Located | Discovery> {
  const ask = (what: string) => git({ folder }, ['rev-parse', '--path-format=absolute', what])
  const common = await ask('--git-common-dir')
  if (common.outcome === 'missing') {
    return { outcome: 'git_missing', cure: 'Install git 2.31 or newer and start again.' }
  }
  if (common.outcome !== 'ok') return whyNoRepository(folder, common)
  const own = await ask('--git-dir')
  if (own.outcome !== 'ok') return gitFailed(folder, own)
  const gitDir = await realPathIfThere(withoutLastLineBreak(common.stdout))
  const ownGitDir = await realPathIfThere(withoutLastLineBreak(own.stdout))
  if (gitDir === undefined || ownGitDir === undefined) {
    return { outcome: 'no_repository', cure: `The repository that ${folder} points to is gone.` }
  }
  return { outcome: 'located', gitDir, ownGitDir }
}

function whyNoRepository(folder: string, result: CommandResult): Discovery {
  const message = result.outcome === 'failed' ? result.stderr : ''
  if (message.includes('dubious ownership')) {
    const cure = `Trust it: git config --global --add safe.directory ${quoted(folder)}`
    return { outcome: 'not_trusted', cure }
  }
  if (message.includes('not a git repository')) {
    const cure = `Make one: git -C ${quoted(folder)} init, with a first commit; or name another folder.`
    return { outcome: 'no_repository', cure }
  }
  return gitFailed(folder, result)
}

function gitFailed(folder: string, result: CommandResult): Discovery {
  const detail = result.outcome === 'failed' ? result.stderr.trim() : result.outcome
  return { outcome: 'git_failed', detail, cure: `See what git says: git -C ${quoted(folder)} status` }
}

interface PrimaryCheckout {
  path?: string
  missing?: FoundRepository['primaryMissing']
}

/** The settings decide, not `git worktree list`, which names the git folder itself for submodules and bare layouts. */
async function findPrimaryCheckout(gitDir: string, ownGitDir: string, folder: string): Promise<PrimaryCheckout> {
  const recorded = await setting({ gitDir }, ['--get', 'core.worktree'])
  const path = recorded === undefined ? undefined : resolve(gitDir, recorded)
  if (path === undefined) {
    if ((await setting({ gitDir }, ['--type=bool', '--get', 'core.bare'])) === 'true') return { missing: 'bare' }
    if (basename(gitDir) !== '.git') return findSeparateCheckout(gitDir, ownGitDir, folder)
  }
  const real = await realPathIfThere(path ?? dirname(gitDir))
  return real === undefined ? { missing: 'gone' } : { path: real }
}

/** With `git init --separate-git-dir` only the checkout knows its git folder, not the other way round. */
async function findSeparateCheckout(gitDir: string, ownGitDir: string, folder: string): Promise<PrimaryCheckout> {
  if (ownGitDir !== gitDir) return { missing: 'not_recorded' }
  const top = await git({ folder }, ['rev-parse', '--show-toplevel'])
  const real = top.outcome === 'ok' ? await realPathIfThere(withoutLastLineBreak(top.stdout)) : undefined
  return real === undefined ? { missing: 'not_recorded' } : { path: real }
}

async function setting(place: GitPlace, args: string[]): Promise<string | undefined> {
  const result = await git(place, ['config', '-z', ...args])
  return result.outcome === 'ok' ? result.stdout.split('\0')[0] : undefined
}

function unclear(branch: PrimaryBranch & { outcome: 'unclear' }) {
  const { candidates, reason } = branch
  const cure = `${reason} Name the primary branch${candidates.length ? `, one of: ${candidates.join(', ')}` : ''}.`
  return { outcome: 'unclear_branch' as const, candidates, cure }
}

function folderNameOf(path: string): string {
  const name = basename(path)
  // `project/.git` and `project/.bare` are named after the project, `project.git` is named so itself.
  return name.startsWith('.') ? basename(dirname(path)) : name.replace(/\.git$/, '')
}

/** A folder's name as a slug: lower-case ASCII letters, digits and dashes, at most 40 characters, never empty. */
export function suggestSlug(folderName: string): string {
  const ascii = folderName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = ascii.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return slug.replace(/^-+|-+$/g, '') || 'project'
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}

function withoutLastLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '')
}
