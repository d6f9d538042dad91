/**
 * A few worktrees of each project that are checked out before anybody asks. They are nobody's: the house has no record of
 * them, and one that is not right is thrown away.
 */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { warmUp } from '#machine/worktree/pool.ts'
import { undoCreation } from '#machine/worktree/undo.ts'
import { fillingOf } from './configured.ts'
import { type Item, type Machine, mainTip } from './errand.ts'
import { placesOf } from './places.ts'

/** In each project in which a worktree was asked for. */
const size = 2

export type Pool = {
  /** Folders to try, for a creation in this project. */
  warm: (item: Item) => Promise<string[]>
  /** Fills up what was taken. Asked for while it fills, it does nothing. */
  refill: (item: Item) => Promise<void>
  /** Takes one away that could not be used. Nobody was ever given it. */
  discard: (item: Item, folder: string) => Promise<void>
}

export function makePool(machine: Machine, signal: AbortSignal): Pool {
  /** By folder, the one that is being made; undefined between two. */
  const filling = new Map<string, string | undefined>()

  /** Answers whether there may be more to do. No name is used twice: whoever has an old list never takes one half made. */
  async function fillOne(item: Item, folder: string): Promise<boolean> {
    const base = await mainTip(item)
    if (base === undefined || (await foldersIn(folder)).length >= size) return false
    const fresh = join(folder, randomUUID())
    filling.set(folder, fresh)
    const made = await warmUp({ gitDir: item.project.gitDir, folder: fresh, base, ...(await fillingOf(item)) })
    filling.set(folder, undefined)
    return made.outcome === 'warm'
  }

  /** Those whose large files are pointers lie apart, as nobody who wants them whole may be given one. */
  async function folderOf(item: Item): Promise<string | undefined> {
    const places = await placesOf(item.project, machine)
    if (places.outcome !== 'fit') return undefined
    return (await fillingOf(item)).largeFiles === 'whole' ? places.pool : `${places.pool}+pointers`
  }

  return {
    warm: async item => {
      const folder = await folderOf(item)
      if (folder === undefined) return []
      return (await foldersIn(folder)).filter(each => each !== filling.get(folder))
    },
    refill: async item => {
      const folder = await folderOf(item)
      if (folder === undefined || filling.has(folder)) return
      filling.set(folder, undefined)
      try {
        let more = true
        while (more && !signal.aborted) more = await fillOne(item, folder)
      } finally {
        filling.delete(folder)
      }
    },
    discard: async ({ project }, folder) => {
      const settled = { outcome: 'settled', head: '', before: '', start: 'base' } as const
      await undoCreation({ gitDir: project.gitDir, folder, branch: '', settled })
    },
  }
}

const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((): string[] => [])).map(name => join(folder, name))
