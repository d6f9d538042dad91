// Which paths branches have touched since they left MAIN, for many branches in three calls of git.

import { ask, type GitFailure } from '../landing/plumbing.ts'
import type { BytePath } from '../rescue/read-tree.ts'

/** What happened to one path between two commits. */
export interface Touch {
  path: BytePath
  how: 'added' | 'removed' | 'changed'
}

/** Where a branch left MAIN. */
export interface Departure {
  /** The merge base; with several, one of them. Undefined when the histories have nothing in common. */
  base?: string
  /** Its own commits, the tip among them; empty when MAIN has them all. */
  own: Set<string>
}

const LARGE = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }

/** Finds each tip's departure from `onto`. */
export async function departures(
  gitDir: string,
  onto: string,
  tips: string[],
): Promise<Map<string, Departure> | GitFailure> {
  const input = `${tips.join('\n')}\n^${onto}\n`
  const listed = await ask(gitDir, ['rev-list', '--parents', '--stdin'], { ...LARGE, input })
  if (listed.outcome !== 'ok') return listed
  const parents = new Map<string, string[]>()
  for (const line of listed.stdout.split('\n')) {
    const [id = '', ...rest] = line.split(' ')
    if (id !== '') parents.set(id, rest)
  }
  const found = new Map<string, Departure>()
  for (const tip of tips) {
    const { own, edge } = walk(parents, tip)
    const [base] = edge.length > 1 ? await mergeBases(gitDir, onto, tip) : edge
    found.set(tip, { base, own })
  }
  return found
}

/** The tip's own commits, and the first ones of MAIN below them. */
function walk(parents: Map<string, string[]>, tip: string): { own: Set<string>; edge: string[] } {
  const own = new Set<string>()
  const edge = new Set<string>()
  const open = [tip]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const above = parents.get(id)
    if (above === undefined) edge.add(id)
    else if (!own.has(id)) {
      own.add(id)
      open.push(...above)
    }
  }
  return { own, edge: [...edge] }
}

/** All merge bases of two commits; none when they have nothing in common. */
export async function mergeBases(gitDir: string, one: string, other: string): Promise<string[]> {
  const read = await ask(gitDir, ['merge-base', '--all', '--end-of-options', one, other])
  return read.outcome === 'ok' ? read.stdout.split('\n').filter(id => id !== '') : []
}

/** The paths that differ between two commits, for each pair in its order. A rename is a removal and an addition. */
export async function touchesBetween(
  gitDir: string,
  pairs: { from: string; to: string }[],
): Promise<Touch[][] | GitFailure> {
  if (pairs.length === 0) return []
  const input = pairs.map(({ from, to }) => `${to} ${from}\n`).join('')
  const args = ['diff-tree', '--stdin', '--always', '-r', '-z', '--raw', '--no-renames', '--no-abbrev']
  const read = await ask(gitDir, args, { ...LARGE, input })
  if (read.outcome !== 'ok') return read
  const groups: Touch[][] = []
  const fields = read.stdout.split('\0')
  for (let at = 0; at < fields.length - 1; at += 1) {
    const field = fields[at] ?? ''
    // Each pair begins with the newer commit's id.
    if (!field.startsWith(':')) {
      groups.push([])
      continue
    }
    at += 1
    groups.at(-1)?.push({ path: fields[at] ?? '', how: howOf(field.slice(-1)) })
  }
  return groups
}

function howOf(letter: string): Touch['how'] {
  return letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed'
}
