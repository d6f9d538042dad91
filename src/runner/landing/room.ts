/** Submissions that MAIN's checkout has no room for: files that git does not know lie where something of theirs would go. */
import { join } from 'node:path'
import type { Candidate } from '#domain/landing/queue-view.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { git } from '#machine/git/command.ts'
import { isThere } from '#machine/worktree/same-place.ts'

/** By submission: the tip that was to land, and whose place is taken. Found anew after a restart. */
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

/** Those of a stack that bring something to one of these places, or through it. */
export async function whoNeeds(
  gitDir: string,
  base: string,
  candidates: readonly Candidate[],
  files: readonly string[],
): Promise<Candidate[]> {
  const found: Candidate[] = []
  let before = base
  for (const candidate of candidates) {
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', before, candidate.to.commit]
    const read = await git({ gitDir }, args)
    const brought = read.outcome === 'ok' ? read.stdout.split('\0').filter(name => name !== '') : []
    if (brought.some(path => files.some(file => meet(path, file)))) found.push(candidate)
    before = candidate.to.commit
  }
  return found
}

const meet = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
