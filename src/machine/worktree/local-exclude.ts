// Keeps copied secrets out of commits where the repository itself doesn't ignore them.

import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFileIfThere, writeFileDurably } from '../files.ts'
import { inTurn } from './in-turn.ts'

const MARK = '# flower: files copied into worktrees'

/**
 * Adds the paths (relative to a checkout's top) to the repository's `info/exclude`, which all its worktrees share and which is
 * never committed. Those already there are passed over. A path that is tracked stays tracked.
 */
export async function excludeLocally(gitDir: string, paths: string[]): Promise<void> {
  await inTurn(gitDir, async () => {
    const file = join(gitDir, 'info', 'exclude')
    const before = (await readFileIfThere(file))?.toString('utf8') ?? ''
    const there = new Set(before.split('\n'))
    const missing = paths.map(patternOf).filter(pattern => !there.has(pattern))
    if (missing.length === 0) return
    const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
    const mark = there.has(MARK) ? [] : [MARK]
    await mkdir(dirname(file), { recursive: true })
    await writeFileDurably(file, `${start}${[...mark, ...missing].join('\n')}\n`, 0o644)
  })
}

/** The path itself and nothing else, whatever signs of a pattern are in it. */
function patternOf(path: string): string {
  if (/[\r\n\0]/.test(path)) throw new TypeError(`not a path that can be excluded: ${JSON.stringify(path)}`)
  return `/${path.replace(/[\\*?[\]]/g, '\\$&').replace(/ +$/, spaces => '\\ '.repeat(spaces.length))}`
}
