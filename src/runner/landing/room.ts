/** Submissions that MAIN's checkout has no room for: files that git does not know lie where something of theirs would go. */
import { join } from 'node:path'
import type { Candidate } from '#domain/landing/queue-view.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { isThere } from '#machine/worktree/same-place.ts'
import { pathsBetween } from './build.ts'

/** By submission: the tip that was to land, and the files that lie where it needs the place. Found anew after a restart. */
export type NoRoom = Map<number, { tip: string; files: string[] }>

export const hasRoom = (noRoom: NoRoom, { id, tip }: Pick<Submission, 'id' | 'tip'>): boolean =>
  noRoom.get(id)?.tip !== tip

/** Whose files are gone is tried again. */
export async function lookForRoom(noRoom: NoRoom, mainPath: string): Promise<void> {
  for (const [id, { files }] of noRoom) {
    const there = await Promise.all(files.map(file => isThere(join(mainPath, file))))
    if (!there.includes(true)) noRoom.delete(id)
  }
}

/** Those of a stack that bring something to one of these places, or through it, each with the places that it needs. */
export async function whoNeeds(
  gitDir: string,
  base: string,
  candidates: readonly Candidate[],
  taken: readonly string[],
): Promise<{ candidate: Candidate; files: string[] }[]> {
  const found = []
  let before = base
  for (const candidate of candidates) {
    const brought = await pathsBetween(gitDir, before, candidate.to.commit)
    const files = taken.filter(file => brought.some(path => meet(path, file)))
    if (files.length > 0) found.push({ candidate, files })
    before = candidate.to.commit
  }
  return found
}

const meet = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
