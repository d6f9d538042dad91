// Looks at MAIN and at the worktree for all that a preparation depends on. Reads only.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readlink } from 'node:fs/promises'
import type { Configuration } from '#domain/configuration/configuration.ts'
import type { FoundInMain, PreparationInputs } from '#domain/preparation/plan.ts'
import type { Checkout } from './checkout.ts'
import { lockFiles, trackedAmong } from './git-facts.ts'
import { expandPlace, filesBelow } from './walk.ts'
import { findWithin, lstatIfThere } from './within.ts'

export type FoundInputs = { outcome: 'found'; inputs: PreparationInputs } | { outcome: 'refused'; problem: string }

/** More than this is a tree, and trees are cloned. */
const mostCopies = 5_000

/** Expands `copy` and `link` in MAIN. Refuses what lies beyond MAIN behind a link, and a `copy` that is a whole tree. */
export async function findInputs(
  checkout: Checkout,
  { worktrees }: Pick<Configuration, 'worktrees'>,
): Promise<FoundInputs> {
  const copies = await expandAll(checkout.main, worktrees.copy, true)
  const links = await expandAll(checkout.main, worktrees.link, false)
  if (copies.paths.length > mostCopies) {
    const problem = `\`copy\` names more than ${mostCopies} files; name heavy folders in \`link\``
    return { outcome: 'refused', problem }
  }
  const [tracked, locks] = await Promise.all([
    trackedAmong(checkout, [...copies.paths, ...links.paths]),
    // Only what commands and heavy folders make of them depends on them.
    worktrees.prepare.length + worktrees.link.length > 0 ? lockFiles(checkout) : {},
  ])
  const found: FoundInMain[] = []
  const missing = [...copies.missing, ...links.missing]
  for (const path of [...copies.paths, ...links.paths]) {
    const place = await findWithin(checkout.main, path)
    if (place.outcome === 'outside') return { outcome: 'refused', problem: place.problem }
    const what = place.outcome === 'inside' ? await describe(place.path) : undefined
    if (what) found.push({ path, tracked: tracked.has(path), ...what })
    else missing.push(path)
  }
  const linked = new Set(links.paths)
  const inputs = {
    copy: found.filter(({ path }) => !linked.has(path)),
    link: found.filter(({ path }) => linked.has(path)),
    missing,
    lockFiles: locks,
  }
  return { outcome: 'found', inputs }
}

async function expandAll(main: string, entries: readonly string[], filesOnly: boolean) {
  const paths = new Set<string>()
  const missing: string[] = []
  for (const entry of entries) {
    const places = await expandPlace(main, entry)
    const files = filesOnly ? (await Promise.all(places.map(path => filesOf(main, path)))).flat() : places
    if (files.length === 0) missing.push(entry)
    for (const path of files) paths.add(path)
  }
  return { paths: [...paths], missing }
}

async function filesOf(main: string, path: string): Promise<string[]> {
  const place = await findWithin(main, path)
  const there = place.outcome === 'inside' ? await lstatIfThere(place.path) : undefined
  return there?.isDirectory() ? filesBelow(main, path) : [path]
}

/** Undefined for what is nothing to bring: a socket, a pipe, a device, or what is gone meanwhile. */
async function describe(path: string): Promise<Pick<FoundInMain, 'form' | 'stamp'> | undefined> {
  const there = await lstatIfThere(path)
  if (there?.isSymbolicLink()) return { form: 'link', stamp: await readlink(path) }
  if (there?.isDirectory()) return { form: 'folder', stamp: String(there.mtimeMs) }
  return there?.isFile() ? { form: 'file', stamp: await digestOf(path) } : undefined
}

/** SHA-256 of a file's bytes, in hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
