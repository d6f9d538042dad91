// Brings a removed worktree back: its folder from the trash, or all of it from the rescue ref.

import { chmod, lutimes, mkdir, rename, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commitAt } from '../git/commits.ts'
import { gitPatiently, inTurn } from '../worktree/in-turn.ts'
import { listWorktrees } from '../worktree/list.ts'
import { deregister, registrationNamed, registrationOf } from '../worktree/registration.ts'
import { isThere, placeOf } from '../worktree/same-place.ts'
import { leftOutOf, type Manifest, readManifest, type SavedTree } from './manifest.ts'
import { writeBlobs } from './objects.ts'
import { forEach, onDisk } from './read-tree.ts'
import { reconnectSubmodules } from './submodules.ts'

export interface RestoreWish {
  gitDir: string
  ref: string
  /** Where the removal moved the folder; when nothing is there, the files come from the ref. */
  trash?: string
  /** Where it shall be again. */
  folder: string
}

export type RestoreAnswer =
  | {
      outcome: 'restored'
      path: string
      from: 'trash' | 'rescue'
      /**
       * `there`: it was never deleted and stands where it stood; `made`: made again; `detached`: it has moved or is checked out
       * elsewhere, so that HEAD is detached at the old commit; `none`: HEAD was on no branch.
       */
      branch: 'there' | 'made' | 'detached' | 'none'
      /** Only from the rescue: ignored folders that were left out. */
      leftOut: string[]
    }
  | { outcome: 'no_rescue'; ref: string }
  /** The folder is not free. */
  | { outcome: 'occupied'; path: string }
  /** Neither the trash nor the rescue has files: the folder was gone when it was kept. Staged files and commits are in the ref. */
  | { outcome: 'no_files'; ref: string }
  | { outcome: 'not_restored'; reason: string }

/** Files and git's state byte for byte. A run that was cut off is completed by asking again. */
export async function restoreWorktree(wish: RestoreWish): Promise<RestoreAnswer> {
  const manifest = await readManifest(wish.gitDir, wish.ref)
  if (manifest === undefined) return { outcome: 'no_rescue', ref: wish.ref }
  await mkdir(dirname(wish.folder), { recursive: true })
  const folder = await placeOf(wish.folder)
  await rmdir(folder).catch(() => {})
  if (await isThere(folder)) return { outcome: 'occupied', path: folder }
  const fromTrash = wish.trash !== undefined && (await isThere(wish.trash))
  if (!fromTrash && manifest.checkout === undefined) return { outcome: 'no_files', ref: wish.ref }
  try {
    const staging = `${folder}.restoring`
    if (!fromTrash && manifest.checkout)
      await build({ gitDir: wish.gitDir, checkout: folder }, staging, manifest.checkout)
    return await inTurn(wish.gitDir, () => connect({ ...wish, folder }, manifest, fromTrash ? undefined : staging))
  } catch (error) {
    return { outcome: 'not_restored', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** First git's side, then the folder: a cut between leaves a registration without a folder, which the next run replaces. */
async function connect(wish: RestoreWish, manifest: Manifest, staging: string | undefined): Promise<RestoreAnswer> {
  const { gitDir, folder } = wish
  const half = await registrationOf(gitDir, folder)
  if (half) await deregister(gitDir, half.id)
  const id = await freeId(gitDir, manifest.id)
  const ownStaging = join(gitDir, `flower-restoring-${id}`)
  await build({ gitDir, checkout: folder }, ownStaging, manifest.own)
  await writeFile(join(ownStaging, 'commondir'), '../..\n')
  await writeFile(join(ownStaging, 'gitdir'), `${join(folder, '.git')}\n`)
  const branch = await settleHead(gitDir, ownStaging, manifest)
  await mkdir(join(gitDir, 'worktrees'), { recursive: true })
  const ownGitDir = join(gitDir, 'worktrees', id)
  await rename(ownStaging, ownGitDir)
  const source = staging ?? wish.trash ?? ''
  await writeFile(join(source, '.git'), `gitdir: ${ownGitDir}\n`)
  await reconnectSubmodules({ lies: source, folder, ownGitDir, before: { folder: manifest.folder, id: manifest.id } })
  if (staging !== undefined) await chmod(staging, manifest.mode)
  // The last: once it is there, all is done.
  await rename(source, folder)
  const leftOut = staging === undefined ? [] : leftOutOf(manifest)
  return { outcome: 'restored', path: folder, from: staging === undefined ? 'trash' : 'rescue', branch, leftOut }
}

async function freeId(gitDir: string, wanted: string): Promise<string> {
  for (let at = 0; ; at += 1) {
    const id = at === 0 ? wanted : `${wanted}-${at}`
    if ((await registrationNamed(gitDir, id)) === undefined && !(await isThere(join(gitDir, 'worktrees', id))))
      return id
  }
}

/** The branch as it was, or a detached HEAD where somebody has gone on with it meanwhile. */
async function settleHead(gitDir: string, ownGitDir: string, manifest: Manifest) {
  const { branch, head } = manifest
  if (branch === undefined || head === undefined) return 'none'
  const now = await commitAt(gitDir, `refs/heads/${branch}`)
  const listing = await listWorktrees(gitDir)
  const used = listing.outcome === 'listed' && listing.worktrees.some(each => each.branch === branch)
  if (now === head && !used) return 'there'
  if (now === undefined && !used) {
    const args = ['update-ref', '--no-deref', `refs/heads/${branch}`, head, '0'.repeat(head.length)]
    const made = await gitPatiently({ gitDir }, args)
    if (made.outcome === 'ok') return 'made'
  }
  await writeFile(join(ownGitDir, 'HEAD'), `${head}\n`)
  return 'detached'
}

/** Builds a saved tree in a new folder; what a run before this one left there is cleared away. */
async function build(
  { gitDir, checkout }: { gitDir: string; checkout: string },
  root: string,
  saved: SavedTree,
): Promise<void> {
  await rm(root, { recursive: true, force: true })
  await mkdir(root)
  for (const [path] of saved.folders) await mkdir(onDisk(root, path))
  await writeBlobs(
    gitDir,
    root,
    saved.files.map(([path, , , id]) => ({ path, id })),
    checkout,
  )
  await forEach(saved.files, async ([path, mode, modifiedAt]) => {
    await chmod(onDisk(root, path), mode)
    await utimes(onDisk(root, path), modifiedAt / 1000, modifiedAt / 1000)
  })
  await forEach(saved.links, async ([path, modifiedAt, target]) => {
    await symlink(Buffer.from(target, 'latin1'), onDisk(root, path))
    await lutimes(onDisk(root, path), modifiedAt / 1000, modifiedAt / 1000)
  })
  // The deepest first, and after their content: a folder may be closed for writing, and each entry touches its time.
  for (const [path, mode, modifiedAt] of saved.folders.toReversed()) {
    await chmod(onDisk(root, path), mode)
    await utimes(onDisk(root, path), modifiedAt / 1000, modifiedAt / 1000)
  }
}
