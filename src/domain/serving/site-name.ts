/** The host names of sites: `<worktree>.<project>.localhost` and, for MAIN, `<project>.localhost`. */
import { createHash } from 'node:crypto'

const WORD = '[a-z0-9]+(?:-[a-z0-9]+)*'
const PLAIN = new RegExp(`^${WORD}(?:/${WORD})*$`)
const LONGEST_LABEL = 63
const HASH_LENGTH = 16
const LOOKS_HASHED = new RegExp(`--x[a-z2-7]{${HASH_LENGTH}}$`)
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * A name as one label of a host: never the same for two names, though hosts know no case and hold 63 characters.
 * A plain name is its own label, with `--` for each slash; every other gets what can be read of it and a hash.
 */
export function siteLabel(name: string): string {
  const label = name.replaceAll('/', '--')
  // `xn--` would be read as a name in another script.
  const free = !label.startsWith('xn--') && !LOOKS_HASHED.test(label)
  if (PLAIN.test(name) && free && label.length <= LONGEST_LABEL) return label
  const legible = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_LABEL - HASH_LENGTH - 3)
    .replace(/^-+|-+$/g, '')
  return `${legible === '' || legible === 'xn' ? 'site' : legible}--x${hashOf(name)}`
}

/**
 * The host of a worktree's site; of MAIN's without a worktree. `site` names one beside the plain one: then the first label
 * is of both names, with a sign between them that is in neither, so that no worktree's name makes the same.
 */
export function siteHost(project: string, worktree?: string, site?: string): string {
  const first = site === undefined ? worktree : `${worktree ?? ''}#${site}`
  const labels = first === undefined ? [project] : [first, project]
  return [...labels.map(siteLabel), 'localhost'].join('.')
}

/** How the addresses of worktrees' sites are made, for a reader. MAIN's has no worktree in it. */
export const sitePattern = (port: number): string => `http://<worktree>.<project>.localhost:${port}/`

/** The address of a site. `site` is empty for the plain one. */
export const siteUrl = (port: number, project: string, worktree: string | null, site: string): string =>
  `http://${siteHost(project, worktree ?? undefined, site || undefined)}:${port}/`

/** The labels in a host of ours; undefined for any other host. `port` is that of the sites: a Host header names it. */
export function readSiteHost(header: string, port: number): { project: string; worktree?: string } | undefined {
  const [host = '', ...rest] = header.toLowerCase().split(':')
  if (rest.length !== 1 || rest[0] !== String(port)) return undefined
  const labels = host.split('.')
  if (labels.pop() !== 'localhost' || !labels.every(label => /^[a-z0-9-]{1,63}$/.test(label))) return undefined
  const [first, second] = labels
  if (first === undefined || labels.length > 2) return undefined
  return second === undefined ? { project: first } : { project: second, worktree: first }
}

/** 80 bits in letters that a host may have. */
function hashOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest()
  return Array.from({ length: HASH_LENGTH }, (_, index) => {
    const bit = index * 5
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    return LETTERS[(pair >> (11 - (bit & 7))) & 31]
  }).join('')
}
