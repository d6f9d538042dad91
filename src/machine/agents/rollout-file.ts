// Follows the transcript of a Codex thread while a turn is in work: `exec --json` itself says how full the context is only never.

import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { rolloutReader } from '#domain/agent/codex-rollout.ts'
import type { AgentSaid } from '#domain/agent/said.ts'
import { splitLines } from './lines.ts'

const CHUNK = 1_000_000

export type RolloutFile = {
  /** What has been written since the last look. */
  look: () => AgentSaid[]
}

/** `isOld`: what is there now was written by earlier runs, and isn't this one's. */
export function followRollout(codexHome: string, thread: string, isOld: boolean): RolloutFile {
  const reader = rolloutReader()
  let path: string | undefined
  let offset = 0
  let isSkipping = isOld
  let said: AgentSaid[] = []
  const lines = splitLines(line => {
    if (isSkipping) reader.skip(line)
    else said.push(...reader.read(line))
  })
  const look = (): AgentSaid[] => {
    path ??= findRollout(join(codexHome, 'sessions'), thread)
    if (path === undefined) return []
    said = []
    for (let part = readAt(path, offset); part.length > 0; part = readAt(path, offset)) {
      offset += part.length
      lines.write(part)
    }
    isSkipping = false
    return said
  }
  if (isOld) look()
  return { look }
}

/** `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, the newest first. */
function findRollout(folder: string, thread: string): string | undefined {
  const names = namesIn(folder).toSorted().toReversed()
  const own = names.find(name => name.endsWith(`-${thread}.jsonl`))
  if (own !== undefined) return join(folder, own)
  for (const name of names.filter(each => /^\d+$/.test(each))) {
    const found = findRollout(join(folder, name), thread)
    if (found !== undefined) return found
  }
  return undefined
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readAt(path: string, offset: number): Uint8Array {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(CHUNK)
      return bytes.subarray(0, readSync(file, bytes, 0, CHUNK, offset))
    } finally {
      closeSync(file)
    }
  } catch {
    return new Uint8Array()
  }
}
