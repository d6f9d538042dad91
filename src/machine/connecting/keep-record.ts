// The record of what flower changed in a person's own files: in flower's home, as it holds what those files held.

import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConnectionRecord, NOTHING_RECORDED } from '#domain/connecting/record.ts'
import { readFileIfThere, writeFileDurably } from '../files.ts'

export const recordFile = (home: string): string => join(home, 'connections.json')

/** Empty for a file that isn't there. */
export const digestOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : createHash('sha256').update(bytes).digest('hex')

/** Undefined when it can't be read: then nothing can be put back, and nothing more must be written down over it. */
export async function readRecord(home: string): Promise<ConnectionRecord | undefined> {
  const text = (await readFileIfThere(recordFile(home)))?.toString('utf8')
  if (text === undefined) return NOTHING_RECORDED
  try {
    return ConnectionRecord.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** There is none while nothing is connected. */
export async function keepRecord(home: string, record: ConnectionRecord): Promise<void> {
  const isEmpty = record.entries.length === 0 && record.guarded.length === 0
  if (isEmpty) await rm(recordFile(home), { force: true })
  else await writeFileDurably(recordFile(home), `${JSON.stringify(record, null, 2)}\n`, 0o600)
}
