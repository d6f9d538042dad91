/** One server on a store: a lock that the operating system holds, so that a killed process leaves none behind. */
import { DatabaseSync } from 'node:sqlite'

export type Lock = { outcome: 'taken'; release: () => Promise<void> } | { outcome: 'held' }

/** Takes the exclusive lock of `file` without waiting. */
export async function takeLock(file: string): Promise<Lock> {
  const holder = new DatabaseSync(file, { timeout: 0 })
  try {
    holder.exec('begin exclusive')
  } catch {
    holder.close()
    return { outcome: 'held' }
  }
  return { outcome: 'taken', release: async () => holder.close() }
}
