/** Makes one agreed change: written down first, so that whatever happens then can be taken back. */
import { saysNothing, takeOut } from '#domain/connecting/connected-file.ts'
import { type ConnectionRecord, withEntry, withoutEntry } from '#domain/connecting/record.ts'
import { digestOf, keepRecord, readRecord, recordFile } from '#machine/connecting/keep-record.ts'
import { bytesNow, missingFolders, removeOwnFile, writeOwnFile } from '#machine/connecting/own-file.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Ground } from './plan.ts'
import { type Change, type Planned, readText } from './planned.ts'

export async function openRecord(home: string): Promise<ConnectionRecord> {
  const record = await readRecord(home)
  if (record) return record
  const file = recordFile(home)
  throw new CannotStart(`${file} can’t be read, so nothing could be put back.`, `Mend it, or move it away: ${file}`)
}

export async function putInPlace(ground: Ground, home: string, change: Change): Promise<void> {
  await standStill(change)
  const { path, kind, after, before } = change
  if (!after) return
  const record = await openRecord(home)
  const was = originOf(ground, change)
  const folders = change.entry?.folders ?? (await missingFolders(path))
  const entry = {
    path,
    kind,
    users: change.entry?.users ?? [ground.gitDir],
    before: was?.toString('base64') ?? null,
    beforeDigest: digestOf(was),
    afterDigest: digestOf(after),
    folders,
  }
  await keepRecord(home, withEntry(record, entry))
  // What is in them is only a person's own business where it is in their own folder.
  const mode = kind === 'codex_config' || kind === 'codex_hooks' ? 0o600 : 0o644
  await writeOwnFile(path, after, before ? 0o644 : mode)
}

/** What the file was before flower came: as written down, or what is there now without what is ours. */
function originOf({ mainPath }: Ground, { kind, before, entry }: Change): Buffer | undefined {
  if (entry && entry.afterDigest === digestOf(before))
    return entry.before === null ? undefined : Buffer.from(entry.before, 'base64')
  const text = before && readText(before)
  if (text === undefined) return undefined
  const merge = takeOut(kind, text, { mainPath })
  if (merge.outcome !== 'merged' || merge.text === text) return before
  const isOurs = saysNothing(merge.text) && (entry === undefined || entry.before === null)
  return isOurs ? undefined : Buffer.from(merge.text)
}

export async function takeBack({ gitDir }: Ground, home: string, change: Change): Promise<void> {
  await standStill(change)
  const { path, before, after, entry } = change
  if (!entry) return
  if (after) await writeOwnFile(path, after, 0o644)
  else await removeOwnFile(path, entry.folders)
  const digests = { found: digestOf(before), left: digestOf(after) }
  await keepRecord(home, withoutEntry(await openRecord(home), entry, gitDir, digests))
}

/** What isn't there any more, or stays for others, is only written down. */
export async function forget({ gitDir }: Ground, home: string, { outcome, ...rest }: Planned): Promise<void> {
  if (outcome !== 'unchanged' || !('entry' in rest) || !rest.entry) return
  const record = await openRecord(home)
  await keepRecord(home, withoutEntry(record, rest.entry, gitDir, { found: '-', left: '-' }))
}

async function standStill({ path, before, shown }: Change): Promise<void> {
  if (digestOf(await bytesNow(path)) !== digestOf(before))
    throw new CannotStart(`${shown} was changed meanwhile.`, 'Look at what would be done now: flower init', 5)
}
