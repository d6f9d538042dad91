// Keeps all of a worktree in one commit under a ref: files, index, commits, what is under way. Never the stash, never its index.

import { lstat } from 'node:fs/promises'
import { isAbsence } from '../files.ts'
import { git, gitForBytes } from '../git/command.ts'
import { commitAt } from '../git/commits.ts'
import { gitPatiently, wordsOf } from '../worktree/in-turn.ts'
import { gitPlaceOf, type Registration, registrationOf } from '../worktree/registration.ts'
import { namedObjects, stagedBlobs } from './kept-objects.ts'
import { MANIFEST_FILE, type Manifest, savedTreeOf } from './manifest.ts'
import { storeFiles, storeText, storeTree } from './objects.ts'
import { asBytes, asText, type BytePath, readTree, type TreeEntry } from './read-tree.ts'

export interface SnapshotWish {
  gitDir: string
  /** The worktree's folder; when it is gone, what git holds of it is kept. */
  folder: string
  /** A ref below `refs/flower/rescue/`. When it is there, what it holds stays reachable from the new one. */
  ref: string
  /** Names of folders, such as `node_modules`, that are left out where git ignores them. Everything else ignored is kept. */
  leaveOut: string[]
}

export type SnapshotAnswer =
  /** `leftOut` are folders left out by rule, and sockets, pipes and devices, which hold nothing. */
  | { outcome: 'kept'; ref: string; commit: string; files: number; leftOut: string[] }
  | { outcome: 'not_registered' }
  /** Something can't be read or stored, so nothing may be removed. */
  | { outcome: 'not_kept'; reason: string }

/**
 * Contents are stored unfiltered, with modes, times, links and empty folders, nested repositories and submodules with all
 * of theirs. Processes that write there must have ended; what changes meanwhile is kept as it was or as it became.
 */
export async function snapshot(wish: SnapshotWish): Promise<SnapshotAnswer> {
  const registration = await registrationOf(wish.gitDir, wish.folder)
  if (registration === undefined) return { outcome: 'not_registered' }
  const { ownGitDir, path: folder, id } = registration
  try {
    // What names the place is made anew, and a lock that came back would lock the worktree for good.
    const own = await readTree(ownGitDir, path => /^(?:gitdir|commondir)$|\.lock$/.test(path))
    const checkout = await readCheckout(registration, wish.leaveOut)
    return await keep({ gitDir: wish.gitDir, ref: wish.ref, id, ownGitDir, folder, own, checkout })
  } catch (error) {
    return { outcome: 'not_kept', reason: whyNot(error) }
  }
}

/** The system names the whole path that it can't read, which may be longer than anybody reads. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTooLong = 'code' in error && error.code === 'ENAMETOOLONG'
  return isTooLong ? `a path in it is longer than this system reads: ${error.message.slice(0, 300)}…` : error.message
}

/** What is to be kept of one checkout. */
export interface Keeping {
  gitDir: string
  ref: string
  /** The registration's name that it gets when it comes back. */
  id: string
  ownGitDir: string
  folder: string
  /** Of the own git folder: what comes back with the checkout. */
  own: TreeEntry[]
  /** Of the own git folder: what is kept, under `own/`, but doesn't come back. */
  aside?: TreeEntry[]
  /** Commits that nothing else holds on to. */
  commits?: string[]
  checkout: Checkout | undefined
}

/** Throws when something can't be read or stored. */
export async function keep(keeping: Keeping): Promise<Extract<SnapshotAnswer, { outcome: 'kept' }>> {
  const { gitDir, ownGitDir, folder, own, checkout, aside = [] } = keeping
  const head = await headOf(ownGitDir)
  const ownIds = await storeFiles(gitDir, ownGitDir, pathsOf([...own, ...aside]))
  const ids = await storeFiles(gitDir, folder, pathsOf(checkout?.entries ?? []))
  const named = await namedObjects(gitDir, ownGitDir, [...own, ...aside], head.commit)
  const staged = await stagedBlobs(ownGitDir, head.commit)
  const manifest: Manifest = {
    version: 1,
    id: keeping.id,
    folder,
    branch: head.branch,
    head: head.commit,
    mode: checkout?.mode ?? 0o755,
    checkout: checkout && savedTreeOf(checkout.entries, ids),
    own: savedTreeOf(own, ownIds),
    leftOut: checkout?.leftOut ?? [],
  }
  const kept = [...ownIds.values(), ...staged, ...named.blobs]
  const shown = [...browsable('files', checkout?.entries ?? [], ids), ...browsable('own', aside, ownIds)]
  const blobs = [...shown, ...new Set(kept)].map(each =>
    typeof each === 'string' ? { path: `kept/${each}`, id: each } : each,
  )
  blobs.push({ path: MANIFEST_FILE, id: await storeText(gitDir, JSON.stringify(manifest)) })
  const tree = await storeTree(gitDir, blobs)
  named.commits.push(...(keeping.commits ?? []).filter(id => !named.commits.includes(id)))
  const commit = await commitTo(keeping, tree, named)
  return { outcome: 'kept', ref: keeping.ref, commit, files: ids.size, leftOut: manifest.leftOut.map(asText) }
}

export interface Checkout {
  entries: TreeEntry[]
  mode: number
  leftOut: BytePath[]
}

async function readCheckout(registration: Registration, leaveOut: string[]): Promise<Checkout | undefined> {
  const { path: folder } = registration
  const found = await lstat(folder).catch((error: unknown) => {
    if (isAbsence(error)) return undefined
    throw error
  })
  if (found === undefined) return undefined
  const ignored = leaveOut.length === 0 ? new Set<BytePath>() : await ignoredFolders(registration, leaveOut)
  // Its own `.git` file is made anew when it comes back.
  const entries = await readTree(folder, path => path === '.git' || ignored.has(path))
  const special = entries.filter(entry => entry.kind === 'special').map(entry => entry.path)
  return { entries, mode: found.mode & 0o7777, leftOut: [...ignored, ...special] }
}

/** Folders of these names that git ignores as a whole, with nothing tracked in them. */
async function ignoredFolders(registration: Registration, names: string[]): Promise<Set<BytePath>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const listed = await gitForBytes(gitPlaceOf(registration), args, { timeoutMs: 120_000 })
  if (listed.outcome !== 'ok') throw new Error(`ignored files can't be listed: ${wordsOf(listed)}`)
  const wanted = new Set(names.map(asBytes))
  const folders = Buffer.from(listed.stdout)
    .toString('latin1')
    .split('\0')
    .filter(path => path.endsWith('/'))
    .map(path => path.slice(0, -1))
  return new Set(folders.filter(path => wanted.has(path.slice(path.lastIndexOf('/') + 1))))
}

async function headOf(ownGitDir: string): Promise<{ branch?: string; commit?: string }> {
  const named = await git({ gitDir: ownGitDir }, ['symbolic-ref', '--quiet', 'HEAD'])
  const branch = named.outcome === 'ok' ? named.stdout.trimEnd().replace(/^refs\/heads\//, '') : undefined
  return { branch, commit: await commitAt(ownGitDir, 'HEAD') }
}

function pathsOf(entries: TreeEntry[]): BytePath[] {
  return entries.filter(entry => entry.kind === 'file').map(entry => entry.path)
}

/** Under `files/` a person finds what they look for with git alone. What git takes for its own gets its id for a name. */
function browsable(room: 'files' | 'own', entries: TreeEntry[], ids: Map<BytePath, string>) {
  const files = entries.filter(entry => entry.kind === 'file')
  return files.map(({ path, mode }) => {
    const id = ids.get(path) ?? ''
    const plain = !path.split('/').some(part => part.toLowerCase() === '.git')
    return plain ? { path: `${room}/${path}`, id, executable: (mode & 0o100) !== 0 } : id
  })
}

const SIGNED = ['-c', 'user.name=flower', '-c', 'user.email=flower@localhost', '-c', 'commit.gpgSign=false']

async function commitTo(wish: Keeping, tree: string, named: { commits: string[]; trees: string[] }) {
  const { gitDir, ref } = wish
  const commit = async (of: string, parents: string[], text: string): Promise<string> => {
    const args = [...SIGNED, 'commit-tree', of, '-m', text, ...parents.flatMap(parent => ['-p', parent])]
    const made = await git({ gitDir }, args, { writes: true })
    if (made.outcome !== 'ok') throw new Error(`the rescue can't be committed: ${wordsOf(made)}`)
    return made.stdout.trim()
  }
  const earlier = await commitAt(gitDir, ref)
  const parents = [...named.commits, ...(earlier === undefined ? [] : [earlier])]
  for (const each of named.trees) parents.push(await commit(each, [], 'A tree that was in use'))
  const id = await commit(tree, parents, `Rescue of ${wish.folder}`)
  const args = ['-c', 'core.fsync=all', 'update-ref', '--no-deref', ref, id, earlier ?? '0'.repeat(id.length)]
  const moved = await gitPatiently({ gitDir }, args)
  if (moved.outcome !== 'ok') throw new Error(`the rescue ref can't be written: ${wordsOf(moved)}`)
  return id
}
