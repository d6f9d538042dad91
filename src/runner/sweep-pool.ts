/** Takes warm worktrees away whose project is not registered any more: nobody will ask for them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commonDirOf } from '#machine/worktree/registration.ts'
import { isSamePlace } from '#machine/worktree/same-place.ts'
import { undoCreation } from '#machine/worktree/undo.ts'

const made = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Only by names that the pool gives, and only where their own `.git` file says whose they are. */
export async function sweepPool(pool: string, projects: readonly { slug: string; gitDir: string }[]): Promise<void> {
  for (const name of await namesIn(pool)) {
    const owner = projects.find(each => name === each.slug || name === `${each.slug}+pointers`)
    for (const each of (await namesIn(join(pool, name))).filter(id => made.test(id))) {
      const folder = join(pool, name, each)
      const gitDir = await commonDirOf(folder)
      if (gitDir === undefined || (owner && (await isSamePlace(owner.gitDir, gitDir)))) continue
      await undoCreation({ gitDir, folder, branch: '', settled: nothing })
    }
  }
}

const nothing = { outcome: 'settled', head: '', before: '', start: 'base' } as const

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => [])
