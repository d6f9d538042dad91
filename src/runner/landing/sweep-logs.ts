/** Deletes logs of gates that nobody needs any more: not those of what landed, not those of steps, and not the newest ones. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ground } from './ground.ts'

/** Of each project, beyond those of what landed. */
export const newestKept = 200

export async function sweepLogs({ client, item, machine }: Ground, most = newestKept): Promise<void> {
  const folder = join(machine.gateLogs, item.project.slug)
  const names = (await readdir(folder).catch(() => [])).filter(name => !name.startsWith('step-'))
  if (names.length <= most) return
  const ages = await Promise.all(names.map(async name => ({ name, at: await writtenAt(join(folder, name)) })))
  const old = ages.toSorted((a, b) => b.at - a.at).slice(most)
  const { kept } = await client.call('merge.known', {
    projectId: item.project.id,
    trees: [],
    commit: '',
    logs: old.map(each => each.name),
  })
  const needed = new Set(kept)
  for (const { name } of old)
    if (!needed.has(name)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
}

const writtenAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
