// The one setting by which git finds the guard's hooks: an include at the end of the repository's config.
//
// An include, because the last word wins over every `core.hooksPath` of the repository (husky sets one at each install)
// without touching it, and because git passes over an included file that is gone. Conditional on the git folder's own
// place, so that a copy or a moved repository runs its own hooks again instead of none.

import { constants } from 'node:fs'
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { realPathIfThere } from '../files.ts'
import { asBytes } from '../rescue/read-tree.ts'

/** Relative to the git folder, as git reads it from the config there. */
export const INCLUDED = 'flower/guard.config'

const MARK = "# MAIN's guard of flower; `flower main guard` takes it out again"
const WITH_LINE_END = ', with the line end before it'

/** The include as text; undefined for a git folder whose name can't stand in a config. */
export function includeOf(gitDir: string): string | undefined {
  if (/[\n\r\0]/.test(gitDir)) return undefined
  // Escaped twice: as a pattern, then as a subsection's name.
  const pattern = gitDir.replace(/[\\*?[\]]/g, '\\$&').replace(/[\\"]/g, '\\$&')
  return ['', '/'].map(end => `[includeIf "gitdir:${pattern}${end}"]\n\tpath = ${INCLUDED}\n`).join('')
}

/** The file that is included. `ownHooks` is where the repository's own hooks were when it was written. */
export function includedConfig(hooksFolder: string, ownHooks: string): string {
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
  return `[core]\n\thooksPath = ${quoted(hooksFolder)}\n[flower]\n\townHooks = ${quoted(ownHooks)}\n`
}

/** Appends the include, unless it is there whole. `config` is the file's bytes as latin1, as in a byte path. */
export function withInclude(config: string, include: string): string {
  if (hasInclude(config, include)) return config
  const before = withoutInclude(config, include)
  const whole = before === '' || before.endsWith('\n')
  return whole ? `${before}${block(include, '')}` : `${before}\n${block(include, WITH_LINE_END)}`
}

export function hasInclude(config: string, include: string): boolean {
  return ['', WITH_LINE_END].some(how => config.includes(block(include, how)))
}

/** Takes the include out, and the line end before it too where it was ours and nothing was appended since. */
export function withoutInclude(config: string, include: string): string {
  const [plain, ended] = [block(include, ''), block(include, WITH_LINE_END)]
  if (config.endsWith(`\n${ended}`)) return config.slice(0, -ended.length - 1)
  const [first = '', second = ''] = include.split(/(?=\[includeIf)/)
  // In this order: what is left of an include that somebody has cut up goes too.
  const pieces = [ended, plain, asBytes(first), asBytes(second), ...['', WITH_LINE_END].map(how => block('', how))]
  return pieces.reduce((text, piece) => text.split(piece).join(''), config)
}

const block = (include: string, how: string): string => asBytes(`${MARK}${how}.\n${include}`)

export type ConfigEdit = { outcome: 'edited' | 'unchanged' } | { outcome: 'locked'; lock: string }

const PATIENCE = 100
const PAUSE_MS = 100

/**
 * Changes a config file byte by byte under git's own lock and keeps its mode; waits up to ten seconds for the lock.
 * `edit` gets and answers bytes as latin1.
 */
export async function editConfig(file: string, edit: (before: string) => string): Promise<ConfigEdit> {
  // As git does it: a link leads to the file that is replaced.
  const real = (await realPathIfThere(file)) ?? file
  const lock = `${real}.lock`
  const opened = await openLock(lock)
  if (opened === undefined) return { outcome: 'locked', lock }
  let ours = true
  try {
    const before = await readFile(real, 'latin1')
    const after = edit(before)
    if (after === before) return { outcome: 'unchanged' }
    await opened.writeFile(after, 'latin1')
    await opened.sync()
    await chmod(lock, (await stat(real)).mode & 0o7777)
    await rename(lock, real)
    ours = false
    return { outcome: 'edited' }
  } finally {
    await opened.close()
    if (ours) await rm(lock, { force: true })
  }
}

async function openLock(lock: string) {
  for (let left = PATIENCE; left > 0; left -= 1) {
    try {
      return await open(lock, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o644)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    await pause(PAUSE_MS)
  }
  return undefined
}
