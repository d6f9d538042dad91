/** Places inside a checkout as `flower.yaml` names them: paths from its root with forward slashes, patterns among them. */
import { z } from 'zod'

/** Folders that no pattern walks into: what is in them is made by a program, not kept by a person. */
export const neverWalked = ['node_modules', '.git'] as const

function unusable(path: string): string | undefined {
  if (/[\0\r\n\\]/.test(path)) return 'holds a backslash, a line break or a NUL; paths have forward slashes'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('~'))
    return 'has to be a path from the root of the project, not an absolute one'
  const segments = segmentsOf(path)
  if (segments.length === 0) return 'names the whole checkout; name what is in it'
  if (segments.includes('..')) return 'leads out of the project (`..`)'
  if (segments.some(each => each.toLowerCase() === '.git')) return 'is git’s own (`.git`), which is never copied'
  if (segments[0] === ownFolder) return `is flower’s own (\`${ownFolder}\`)`
  return undefined
}

/** flower's own folder in a worktree: its environment file and the record of its preparation. */
export const ownFolder = '.flower'

/** `./apps//api/` and `apps/api` are the same place. */
export const segmentsOf = (path: string): string[] => path.split('/').filter(each => each !== '' && each !== '.')

/** A path or a pattern below the root of a checkout, in its shortest spelling. */
export const place = z
  .string()
  .min(1)
  .max(1_000)
  .superRefine((path, context) => {
    const problem = path === '' ? undefined : unusable(path)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  .transform(path => segmentsOf(path).join('/'))

/** Whether a place is a pattern (`apps/*`) and not the name of one thing. */
export const isPattern = (path: string): boolean => /[*?]/.test(path)

/** Whether a name fits one segment of a pattern: `*` is any part of a name, `?` any character. Hidden names have to be meant. */
export function fitsSegment(name: string, segment: string): boolean {
  if (name.startsWith('.') && !segment.startsWith('.')) return false
  let [at, letter, star, resume] = [0, 0, -1, 0]
  while (letter < name.length) {
    if (segment[at] === '*') {
      star = at++
      resume = letter
    } else if (segment[at] === '?' || segment[at] === name[letter]) {
      at++
      letter++
    } else if (star < 0) {
      return false
    } else {
      // The last star takes one letter more; going further back can't help, so the time stays bounded.
      at = star + 1
      letter = ++resume
    }
  }
  return /^\**$/.test(segment.slice(at))
}

/**
 * Whether a place means a path or a folder above it; `**` is any number of folders. Unlike when files are looked for, a
 * pattern means hidden names too: what is protected is rather protected once too often.
 */
export const coversPath = (place: string, path: string): boolean => coversFrom(segmentsOf(place), segmentsOf(path))

function coversFrom([segment, ...rest]: string[], names: string[]): boolean {
  if (segment === undefined) return true
  const [name, ...below] = names
  if (segment === '**') return coversFrom(rest, names) || (name !== undefined && coversFrom([segment, ...rest], below))
  const isMeant = name !== undefined && [name, name.replace(/^\./, '_')].some(each => fitsSegment(each, segment))
  return isMeant && coversFrom(rest, below)
}

/** Whether a file is one of `KEY=value` lines, which are completed rather than replaced. */
export const isEnvironmentFile = (path: string): boolean => /(^|\/)\.env(\.[^/]+)?$/.test(path)
