/** What flower changed in files of a person's own, so that each can be put back. */
import { z } from 'zod'
import { fileKinds } from './connected-file.ts'

export const Entry = z.object({
  /** The real path. */
  path: z.string(),
  kind: z.enum(fileKinds),
  /** Repositories, by their git folders, that it was changed for. Only what serves all of them has several. */
  users: z.array(z.string()),
  /** What was there before flower came, in base64; null where nothing was. */
  before: z.string().nullable(),
  /** Digests of that and of what flower wrote; the first is empty where nothing was. */
  beforeDigest: z.string(),
  afterDigest: z.string(),
  /** Folders that were made for it, the outermost first. */
  folders: z.array(z.string()),
})
export type Entry = z.infer<typeof Entry>

export const ConnectionRecord = z.object({
  entries: z.array(Entry),
  /** Repositories whose MAIN got its guard by `flower init`. */
  guarded: z.array(z.string()),
})
export type ConnectionRecord = z.infer<typeof ConnectionRecord>

export const NOTHING_RECORDED: ConnectionRecord = { entries: [], guarded: [] }

/** Newest first, as they are taken back. */
export const entriesOf = (record: ConnectionRecord, gitDir: string): Entry[] =>
  record.entries.filter(each => each.users.includes(gitDir)).toReversed()

export const entryFor = (record: ConnectionRecord, path: string, gitDir: string): Entry | undefined =>
  record.entries.find(each => each.path === path && each.users.includes(gitDir))

/** Codex's configuration is changed once for all repositories: one more needs it. */
export function shareEntry(record: ConnectionRecord, path: string, gitDir: string): ConnectionRecord {
  const entries = record.entries.map(each =>
    each.path === path && each.kind === 'codex_config' && !each.users.includes(gitDir)
      ? { ...each, users: [...each.users, gitDir] }
      : each,
  )
  return { ...record, entries }
}

const isSameEntry = (one: Entry, other: Entry): boolean =>
  one.path === other.path && one.users.some(user => other.users.includes(user))

export function withEntry(record: ConnectionRecord, entry: Entry): ConnectionRecord {
  const at = record.entries.findIndex(each => isSameEntry(each, entry))
  return { ...record, entries: at < 0 ? [...record.entries, entry] : record.entries.with(at, entry) }
}

/**
 * Forgets what was changed for a repository. What others changed in the same file since then stood on our change, or was stood
 * on by it: it is led over the gap. `found` and `left` are the digests of the file before and after it was put back.
 */
export function withoutEntry(
  record: ConnectionRecord,
  entry: Entry,
  gitDir: string,
  { found, left }: { found: string; left: string },
): ConnectionRecord {
  const users = entry.users.filter(each => each !== gitDir)
  if (users.length > 0) return withEntry(record, { ...entry, users })
  const entries = record.entries
    .filter(each => !isSameEntry(each, entry))
    .map(each => {
      if (each.path !== entry.path) return each
      const { before, beforeDigest, folders } = entry
      const led = each.beforeDigest === entry.afterDigest ? { ...each, before, beforeDigest, folders } : each
      return led.afterDigest === found ? { ...led, afterDigest: left } : led
    })
  return { ...record, entries }
}

export const withGuard = (record: ConnectionRecord, gitDir: string): ConnectionRecord => ({
  ...record,
  guarded: [...record.guarded.filter(each => each !== gitDir), gitDir],
})

export const withoutGuard = (record: ConnectionRecord, gitDir: string): ConnectionRecord => ({
  ...record,
  guarded: record.guarded.filter(each => each !== gitDir),
})
