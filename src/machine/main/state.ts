// How MAIN stands: on its branch, at its commit, with exactly its files, or what is not so.

import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readFileIfThere, realPathIfThere } from '../files.ts'
import { git } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { isThere } from '../worktree/same-place.ts'
import { parseStatus, type Undertaking, whatIsUnderWay } from '../worktree/status.ts'
import { changedSettings, type SettingsDigest, settingsDigest } from './settings.ts'

export interface MainPlace {
  /** The common git folder; a real path, as all are. */
  gitDir: string
  mainPath: string
  /** MAIN's branch, without `refs/heads/`. */
  branch: string
}

export interface MainExpectation {
  /** The commit that MAIN's branch ought to be at; left out, any will do. */
  commit?: string
  /** The settings as they ought to be; left out, any will do. */
  settings?: SettingsDigest
}

export type MainFault =
  /** Files that are not as committed; `paths` names the first two hundred. */
  | { kind: 'dirty'; modified: number; untracked: number; unmerged: number; paths: string[] }
  /** Files that the index tells git not to look at, so that nobody sees what becomes of them. */
  | { kind: 'hidden'; paths: string[] }
  | { kind: 'other_branch'; branch: string }
  | { kind: 'detached'; head: string | undefined }
  | { kind: 'under_way'; what: Undertaking[] }
  /** The branch is at another commit than it ought to be. */
  | { kind: 'moved'; to: string; from: string }
  | { kind: 'branch_gone' }
  /** The branch is but another name for a ref. */
  | { kind: 'branch_symbolic'; ref: string }
  /** The settings say that the repository has no checkout. */
  | { kind: 'bare' }
  /** To another checkout (by core.worktree) or another repository (by a commondir, or by MAIN's `.git`). */
  | { kind: 'redirected'; by: 'settings' | 'commondir' | 'git_folder'; to: string }
  /** Paths below the git folder. */
  | { kind: 'settings'; paths: string[] }
  /** MAIN's folder is not there. */
  | { kind: 'gone' }
  | { kind: 'unreadable'; detail: string }

export type MainState = { outcome: 'clean'; head: string } | { outcome: 'changed'; faults: MainFault[] }

/** Reads only, takes no locks. Ignored files don't count. */
export async function mainState(place: MainPlace, expected: MainExpectation = {}): Promise<MainState> {
  const settings = expected.settings && changedSettings(expected.settings, await settingsDigest(place.gitDir))
  const faults: MainFault[] = settings && settings.length > 0 ? [{ kind: 'settings', paths: settings }] : []
  const elsewhere = await whereInstead(place)
  // Nothing that git says of a place that isn't MAIN any more is of use.
  if (elsewhere !== undefined) return { outcome: 'changed', faults: [...faults, elsewhere] }
  const tip = await faultsOfBranch(place, expected.commit)
  const found = await Promise.all([faultsOfHead(place), faultsOfFiles(place), faultOfIndex(place)])
  const underWay = await whatIsUnderWay(place.gitDir)
  if (underWay.length > 0) faults.push({ kind: 'under_way', what: underWay })
  faults.push(...tip.faults, ...found.flat())
  if (faults.length > 0 || tip.commit === undefined) return { outcome: 'changed', faults }
  return { outcome: 'clean', head: tip.commit }
}

/** Whether MAIN is where it was and git agrees. */
async function whereInstead({ gitDir, mainPath }: MainPlace): Promise<MainFault | undefined> {
  if ((await realPathIfThere(mainPath)) !== mainPath) return { kind: 'gone' }
  const pointer = join(mainPath, '.git')
  const text = await readFile(pointer, 'utf8').catch(() => '')
  const named = /^gitdir: (.+?)\r?\n?$/s.exec(text)?.[1]
  const leadsTo = await realPathIfThere(named === undefined ? pointer : resolve(mainPath, named))
  if (leadsTo !== gitDir) return { kind: 'redirected', by: 'git_folder', to: leadsTo ?? 'nowhere' }
  const common = await readFileIfThere(join(gitDir, 'commondir'))
  if (common !== undefined) {
    return { kind: 'redirected', by: 'commondir', to: resolve(gitDir, common.toString('utf8').trimEnd()) }
  }
  const read = await git({ gitDir }, ['config', '-z', '--get-regexp', '^core\\.(bare|worktree)$'])
  if (read.outcome !== 'ok') return isNothing(read) ? undefined : { kind: 'unreadable', detail: wordsOf(read) }
  const values = new Map(read.stdout.split('\0').map(line => splitOnce(line, '\n')))
  if (/^(?:true|yes|on|1|)$/i.test(values.get('core.bare') ?? 'false')) return { kind: 'bare' }
  const recorded = values.get('core.worktree')
  if (recorded === undefined) return undefined
  const checkout = resolve(gitDir, recorded)
  return (await realPathIfThere(checkout)) === mainPath
    ? undefined
    : { kind: 'redirected', by: 'settings', to: checkout }
}

const isNothing = (read: { outcome: string; exitCode?: number | undefined }) =>
  read.outcome === 'failed' && read.exitCode === 1

function splitOnce(line: string, sign: string): [string, string] {
  const at = line.indexOf(sign)
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
}

async function faultsOfBranch(place: MainPlace, wanted: string | undefined) {
  const ref = `refs/heads/${place.branch}`
  const faults: MainFault[] = []
  const symbolic = await git(place, ['symbolic-ref', '--quiet', ref])
  if (symbolic.outcome === 'ok') faults.push({ kind: 'branch_symbolic', ref: symbolic.stdout.trimEnd() })
  const read = await git(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  const commit = read.outcome === 'ok' ? read.stdout.trim() : undefined
  if (commit === undefined) faults.push({ kind: 'branch_gone' })
  else if (wanted !== undefined && commit !== wanted) faults.push({ kind: 'moved', to: commit, from: wanted })
  return { faults, commit }
}

async function faultsOfHead(place: MainPlace): Promise<MainFault[]> {
  const named = await git(place, ['symbolic-ref', '--quiet', 'HEAD'])
  if (named.outcome === 'ok') {
    const ref = named.stdout.trimEnd()
    return ref === `refs/heads/${place.branch}`
      ? []
      : [{ kind: 'other_branch', branch: ref.replace(/^refs\/heads\//, '') }]
  }
  const read = await git(place, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  return [{ kind: 'detached', head: read.outcome === 'ok' ? read.stdout.trim() : undefined }]
}

const MOST_PATHS = 200

async function faultsOfFiles({ gitDir, mainPath }: MainPlace): Promise<MainFault[]> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignore-submodules=none']
  const read = await git({ gitDir, workTree: mainPath }, args, { timeoutMs: 120_000 })
  if (read.outcome !== 'ok') return [{ kind: 'unreadable', detail: wordsOf(read) }]
  const { modified, untracked, unmerged, paths } = parseStatus(read.stdout, MOST_PATHS)
  return modified + untracked + unmerged === 0 ? [] : [{ kind: 'dirty', modified, untracked, unmerged, paths }]
}

/** A sparse checkout leaves files out by the same mark that hides them; there it is none. */
async function faultOfIndex({ gitDir, mainPath }: MainPlace): Promise<MainFault[]> {
  if (!(await isThere(join(gitDir, 'index')))) return []
  const place = { gitDir, workTree: mainPath }
  const sparse = await git(place, ['config', '--type=bool', '--get', 'core.sparseCheckout'])
  const read = await git(place, ['ls-files', '-v', '-z'])
  if (read.outcome !== 'ok') return [{ kind: 'unreadable', detail: wordsOf(read) }]
  const isSparse = sparse.outcome === 'ok' && sparse.stdout.trim() === 'true'
  const marked = read.stdout.split('\0').filter(line => /^[a-z]/.test(line) || (!isSparse && line.startsWith('S')))
  return marked.length === 0 ? [] : [{ kind: 'hidden', paths: marked.slice(0, MOST_PATHS).map(line => line.slice(2)) }]
}
