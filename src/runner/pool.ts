/**
 * A few worktrees of each project that are checked out before anybody asks. They are nobody's: the house has no record of
 * them, and one that is not right is thrown away.
 */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { warmUp } from '#machine/worktree/pool.ts'
import { undoCreation } from '#machine/worktree/undo.ts'
import { checkoutMs, type Item, mainTip } from './errand.ts'

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

/** `root` has to be on the same disk as the worktrees, so that taking one is a rename. */
export function makePool(root: string, signal: AbortSignal): Pool {
  /** By project, the one that is being made; undefined between two. */
  const filling = new Map<string, string | undefined>()
  const folderOf = ({ project }: Item): string => join(root, project.slug)

  /** Answers whether there may be more to do. No name is used twice: whoever has an old list never takes one half made. */
  async function fillOne(item: Item): Promise<boolean> {
    const base = await mainTip(item)
    const folder = folderOf(item)
    if (base === undefined || (await foldersIn(folder)).length >= size) return false
    const fresh = join(folder, randomUUID())
    filling.set(folder, fresh)
    const { gitDir } = item.project
    const made = await warmUp({ gitDir, folder: fresh, base, largeFiles: 'whole', timeoutMs: checkoutMs })
    filling.set(folder, undefined)
    return made.outcome === 'warm'
  }

  return {
    warm: async item => {
      const folder = folderOf(item)
      return (await foldersIn(folder)).filter(each => each !== filling.get(folder))
    },
    refill: async item => {
      const folder = folderOf(item)
      if (filling.has(folder)) return
      filling.set(folder, undefined)
      try {
        let more = true
        while (more && !signal.aborted) more = await fillOne(item)
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
