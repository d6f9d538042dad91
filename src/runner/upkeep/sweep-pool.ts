/** Takes warm worktrees away whose project is not registered any more: nobody will ask for them. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { commonDirOf, registrationNamedBy, registrations } from '#machine/worktree/registration.ts'
import { isSamePlace } from '#machine/worktree/same-place.ts'
import { undoCreation } from '#machine/worktree/undo.ts'

const made = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Only by names that the pool gives, and only where their own `.git` file says whose they are. */
export async function sweepPool(pool: string, projects: readonly { slug: string; gitDir: string }[]): Promise<void> {
  for (const name of await namesIn(pool)) {
    const owner = projects.find(each => name === each.slug || name === `${each.slug}+pointers`)
    for (const folder of await foldersMadeIn(join(pool, name))) {
      const gitDir = await commonDirOf(folder)
      if (gitDir === undefined || (owner && (await isSamePlace(owner.gitDir, gitDir)))) continue
      await undoCreation({ gitDir, folder, branch: '', settled: nothing })
    }
  }
}

/**
 * Those of a project that were cut off while they were made, or while they were thrown away. Only before anything is made or
 * taken: later one that is being taken looks the same.
 */
export async function mendPool(pool: string, { slug, gitDir }: { slug: string; gitDir: string }): Promise<void> {
  const folders = [join(pool, slug), join(pool, `${slug}+pointers`)]
  const there = (await Promise.all(folders.map(foldersMadeIn))).flat()
  const recorded = (await registrations(gitDir)).map(each => each.path)
  const ours = recorded.filter(each => folders.includes(dirname(each)) && made.test(basename(each)))
  for (const folder of new Set([...there, ...ours])) {
    const named = await registrationNamedBy(gitDir, folder)
    const owner = await commonDirOf(folder)
    if (named && (await isSamePlace(named.path, folder))) continue
    if (owner !== undefined && !(await isSamePlace(owner, gitDir))) continue
    await undoCreation({ gitDir, folder, branch: '', settled: nothing })
  }
}

const nothing = { outcome: 'settled', head: '', before: '', start: 'base' } as const

const foldersMadeIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter(id => made.test(id)).map(id => join(folder, id))

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => [])
