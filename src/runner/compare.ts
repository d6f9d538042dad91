/** Worktrees by three sources: our records, git and the disk. Each mismatch comes with its cure; nothing is changed. */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { quoted } from '#domain/words/quoted.ts'
import { type Worktree, worktreeRef } from '#domain/worktree/worktree.ts'
import { type ListedWorktree, listWorktrees } from '#machine/worktree/list.ts'
import { isSamePlace, isThere, liesBelow } from '#machine/worktree/same-place.ts'
import type { Places } from './places.ts'

export type Mismatch = { what: string; severity: 'fault' | 'warning'; cure: string }

export type Compared = {
  project: { slug: string; gitDir: string }
  /** The living ones of this project. */
  worktrees: readonly Worktree[]
  places: Places
  /** Below which are those that nobody has asked for yet; in a place of flower.yaml's there may be more of them. */
  pool: string
}

export async function compareWorktrees({ project, worktrees, places, pool }: Compared): Promise<Mismatch[]> {
  const listing = await listWorktrees(project.gitDir)
  if (listing.outcome !== 'listed') {
    const what = `git can't list the worktrees of ${project.slug}: ${listing.detail}.`
    return [{ what, severity: 'fault', cure: `Look with: git -C ${quoted(project.gitDir)} worktree list.` }]
  }
  const linked = listing.worktrees.filter(each => !each.primary)
  const made = worktrees.filter(each => each.base !== null)
  const found: Mismatch[] = []
  for (const worktree of made) found.push(...(await ofRecord(worktree, linked)))
  const pools = places.outcome === 'fit' ? [pool, dirname(places.pool)] : [pool]
  for (const each of linked) if (!(await liesInOne(each.path, pools))) found.push(...(await ofGit(each, worktrees)))
  // Where other things of the operator's lie too, nothing says of a folder that it is ours.
  if (places.outcome === 'fit' && places.ours)
    found.push(...(await ofDisk({ folder: places.root, known: [...linked, ...worktrees] })))
  if (places.outcome === 'unfit')
    found.push({
      what: `No worktree of ${project.slug} can be made: ${places.because}.`,
      severity: 'warning',
      cure: places.cure,
    })
  found.push(...worktrees.filter(each => each.status === 'failed').map(ofFailure))
  return found
}

async function placeAmong<Place extends { path: string }>(
  path: string,
  places: readonly Place[],
): Promise<Place | undefined> {
  const same = places.find(each => each.path === path)
  if (same) return same
  for (const each of places) if (await isSamePlace(each.path, path)) return each
  return undefined
}

async function liesInOne(path: string, folders: readonly string[]): Promise<boolean> {
  for (const each of folders) if (await liesBelow(path, each)) return true
  return false
}

async function ofRecord(worktree: Worktree, linked: readonly ListedWorktree[]): Promise<Mismatch[]> {
  const { id, path, branch } = worktree
  const ours = `${worktreeRef(id)} (${path})`
  const told = `worktree.prepare {worktreeId: ${id}} settles it, and worktree.create makes it anew on its branch.`
  if (!(await isThere(path))) return [{ what: `The folder of ${ours} is gone.`, severity: 'warning', cure: told }]
  const known = await placeAmong(path, linked)
  if (!known)
    return [
      { what: `git does not know ${ours} any more.`, severity: 'fault', cure: `git worktree repair ${quoted(path)}` },
    ]
  if (known.branch === (branch ?? undefined)) return []
  const now = known.branch === undefined ? 'on no branch' : `on ${known.branch}`
  const cure = `git -C ${quoted(path)} ${branch === null ? 'switch --detach' : `switch ${quoted(branch)}`}`
  return [{ what: `${ours} is ${now} instead of ${branch ?? 'none'}.`, severity: 'warning', cure }]
}

async function ofGit(listed: ListedWorktree, worktrees: readonly Worktree[]): Promise<Mismatch[]> {
  if (await placeAmong(listed.path, worktrees)) return []
  if (listed.prunable !== undefined)
    return [
      {
        what: `git records a worktree at ${listed.path}, whose folder is gone.`,
        severity: 'warning',
        cure: 'git worktree prune, once you are sure that nothing staged there is missed.',
      },
    ]
  return [
    {
      what: `A worktree at ${listed.path} has no record here.`,
      severity: 'warning',
      cure: `worktree.adopt {path: ${JSON.stringify(listed.path)}}, or leave it as your own.`,
    },
  ]
}

async function ofDisk({ folder, known }: { folder: string; known: readonly { path: string }[] }): Promise<Mismatch[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const found: Mismatch[] = []
  for (const name of names) {
    const path = join(folder, name)
    if (await placeAmong(path, known)) continue
    const cure = 'Look into it; move it away once you have what you need. flower leaves it alone.'
    found.push({ what: `${path} is no worktree of git's and has no record here.`, severity: 'warning', cure })
  }
  return found
}

const ofFailure = ({ id, name, reason }: Worktree): Mismatch => ({
  what: `${worktreeRef(id)} ${name} failed: ${(reason ?? '').split('\n')[0]}`,
  severity: 'warning',
  cure: `worktree.show {worktreeId: ${id}} tells all of it; then worktree.prepare {worktreeId: ${id}}.`,
})
