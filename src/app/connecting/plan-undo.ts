/** How what `flower init` changed for a repository is taken back. Reads only. */
import { relative } from 'node:path'
import { saysNothing, takeOut } from '#domain/connecting/connected-file.ts'
import { type ConnectionRecord, type Entry, entriesOf } from '#domain/connecting/record.ts'
import { digestOf } from '#machine/connecting/keep-record.ts'
import { findOwnFile } from '#machine/connecting/own-file.ts'
import type { Ground } from './plan.ts'
import { type Planned, readText, refused, refusedFile } from './planned.ts'

export async function planUndo(ground: Ground, record: ConnectionRecord): Promise<Planned[]> {
  return Promise.all(entriesOf(record, ground.gitDir).map(each => planOne(ground, each)))
}

async function planOne({ top, mainPath }: Ground, entry: Entry): Promise<Planned> {
  const { path, kind } = entry
  const shown = path.startsWith(`${top}/`) ? relative(top, path) : path
  const about = { kind, shown, about: '' }
  const forgotten = { ...about, outcome: 'unchanged' as const, path, entry, why: '' }
  if (entry.users.length > 1) return { ...forgotten, why: 'stays, as other repositories use it' }
  const found = await findOwnFile(path, ['/'])
  if (found.outcome !== 'found') return refusedFile(about, found)
  if (found.path !== path) return refusedFile(about, { outcome: 'leads_out', to: found.path })
  if (found.bytes === undefined) return { ...forgotten, why: 'is gone' }
  const change = { ...about, outcome: 'change' as const, path, before: found.bytes, entry, asksAlone: false }
  if (digestOf(found.bytes) === entry.afterDigest)
    return { ...change, about: 'As it was before.', after: bytesBefore(entry) }
  const text = readText(found.bytes)
  if (text === undefined) return refused(about, 'it is no UTF-8 text any more', `Look at it: ${path}`)
  const merge = takeOut(kind, text, { mainPath })
  if (merge.outcome === 'unreadable')
    return refused(
      about,
      `line ${merge.line}: ${merge.problem}`,
      `Mend line ${merge.line} of ${path}, then: flower init --undo`,
    )
  if (merge.outcome === 'foreign' || merge.text === text)
    return { ...forgotten, why: 'has nothing of flower’s in it any more' }
  const isLeft = entry.before !== null || !saysNothing(merge.text)
  const after = isLeft ? Buffer.from(merge.text) : undefined
  return { ...change, about: 'Changed since: only what flower put in goes.', after }
}

const bytesBefore = ({ before }: Entry): Buffer | undefined =>
  before === null ? undefined : Buffer.from(before, 'base64')
