// Finds what the entries of `copy` and `link` name in MAIN, without walking where only programs write.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fitsSegment, isPattern, neverWalked, segmentsOf } from '#domain/configuration/place.ts'
import { lstatIfThere } from './within.ts'

/** The paths below `root` that an entry names, sorted; none when there is nothing. A pattern never follows a link. */
export async function expandPlace(root: string, entry: string): Promise<string[]> {
  const found: string[] = []
  await match(root, [], segmentsOf(entry), found)
  return found.sort()
}

/** Every file and link below a folder, by path from `root`, sorted. */
export async function filesBelow(root: string, folder: string): Promise<string[]> {
  const found: string[] = []
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
      const below = `${path}/${entry.name}`
      if (!entry.isDirectory()) found.push(below)
      else if (await mayWalk(root, below, entry.name)) await visit(below)
    }
  }
  await visit(folder)
  return found.sort()
}

async function match(root: string, path: string[], segments: string[], found: string[]): Promise<void> {
  const [segment, ...rest] = segments
  if (segment === undefined) {
    found.push(path.join('/'))
  } else if (!isPattern(segment)) {
    const there = await lstatIfThere(join(root, ...path, segment))
    if (there && (rest.length === 0 || there.isDirectory())) await match(root, [...path, segment], rest, found)
  } else {
    await matchPattern(root, path, segments, found)
  }
}

async function matchPattern(root: string, path: string[], segments: string[], found: string[]): Promise<void> {
  const [segment = '', ...rest] = segments
  const deep = segment === '**'
  if (deep && rest.length > 0) await match(root, path, rest, found)
  for (const entry of await readdir(join(root, ...path), { withFileTypes: true })) {
    const fits = deep ? !entry.name.startsWith('.') : fitsSegment(entry.name, segment)
    const next = [...path, entry.name]
    const folder = entry.isDirectory()
    if (!fits || (folder && !(await mayWalk(root, next.join('/'), entry.name)))) continue
    if (deep && folder) await match(root, next, segments, found)
    else if (rest.length === 0) found.push(next.join('/'))
    else if (folder && !deep) await match(root, next, rest, found)
  }
}

/** Another checkout inside this one has secrets of its own. */
async function mayWalk(root: string, path: string, name: string): Promise<boolean> {
  if ((neverWalked as readonly string[]).includes(name)) return false
  return (await lstatIfThere(join(root, path, '.git'))) === undefined
}
