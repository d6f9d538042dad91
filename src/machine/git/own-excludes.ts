// What flower itself writes into a repository's `info/exclude`: told from what anybody else writes there.

import { ownFolder } from '#domain/configuration/place.ts'
import { HASH, isMarkOf } from '#domain/connecting/marked-block.ts'

/** What a preparation and `flower init` write wherever they write. */
const always: ReadonlySet<string> = new Set([`/${ownFolder}/`, '/.claude/settings.local.json', '/.mcp.json'])

/** By common git folder: what preparations have written since this process began, which is when what is there was last taken as right. */
const written = new Map<string, Set<string>>()

export function noteOwnExcludes(gitDir: string, lines: readonly string[]): void {
  const known = written.get(gitDir) ?? new Set()
  for (const line of lines) known.add(line)
  written.set(gitDir, known)
}

/** Empty when nobody else has written anything. */
export function excludesOfOthers(gitDir: string, text: string): string {
  const own = written.get(gitDir)
  const isOwn = (line: string) => always.has(line) || own?.has(line) || isMarkOf(line, HASH)
  return text
    .split(/\r?\n/)
    .filter(line => line !== '' && !isOwn(line))
    .join('\n')
}
