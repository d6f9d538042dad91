// What an agent was heard to say, one JSON line each, in a file that never grows without end.

import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSaid } from '#domain/agent/said.ts'
import { changeTexts } from '#domain/text.ts'
import { redact } from '#domain/words/redact.ts'

export const SAID = 'said.jsonl'

/** One line of the file. `at`: ISO 8601 in UTC. */
export type Heard = { at: string; said: AgentSaid }

/** What is only to be read, and is left out once there is too much of it. */
const WORDS: ReadonlySet<AgentSaid['kind']> = new Set(['text', 'tool', 'tool_ended', 'denied', 'error', 'compacted'])
const MOST_CHARACTERS = 20_000

/**
 * Appends. Beyond `maxBytes` words and tools are left out, and of usage and context only the latest is written, right
 * before a turn, the program or the provider's patience ends.
 */
export function openSaid(folder: string, maxBytes: number): (said: AgentSaid) => void {
  let bytes = 0
  let broken = false
  const held = new Map<string, AgentSaid>()
  const append = (said: AgentSaid): void => {
    const line = `${broken ? '\n' : ''}${JSON.stringify({ at: new Date().toISOString(), said: short(changeTexts(said, redact)) } satisfies Heard)}\n`
    bytes += Buffer.byteLength(line)
    try {
      const file = openSync(join(folder, SAID), 'a', 0o600)
      try {
        writeSync(file, line)
        broken = false
      } finally {
        closeSync(file)
      }
    } catch {
      // A full disk: the agent goes on, and the next line begins anew.
      broken = true
    }
  }
  return said => {
    if (bytes < maxBytes) return append(said)
    if (WORDS.has(said.kind)) return undefined
    if (said.kind === 'usage') return void held.set(`usage ${said.model}`, said)
    if (said.kind === 'context') return void held.set('context', said)
    for (const each of held.values()) append(each)
    held.clear()
    return append(said)
  }
}

function short(said: AgentSaid): AgentSaid {
  if (said.kind === 'text') return { ...said, text: cut(said.text) }
  if ('words' in said) return { ...said, words: cut(said.words) }
  return said
}

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)
