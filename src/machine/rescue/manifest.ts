// What a rescue commit holds, as data: enough to make a worktree again, byte for byte, from the commit alone.

import { z } from 'zod'
import { gitForBytes } from '../git/command.ts'
import { asText, type BytePath, type TreeEntry } from './read-tree.ts'

const path = z.string()
const mode = z.number().int().min(0).max(0o7777)

/** Tuples, as there may be a hundred thousand. */
const savedTree = z.object({
  /** path, permission bits, modified at (ms), object id */
  files: z.array(z.tuple([path, mode, z.number(), z.string()])),
  /** path, modified at, target */
  links: z.array(z.tuple([path, z.number(), z.string()])),
  /** path, permission bits, modified at */
  folders: z.array(z.tuple([path, mode, z.number()])),
})

const manifest = z.object({
  version: z.literal(1),
  /** git's own name of the registration. */
  id: z.string(),
  /** Where the checkout was. */
  folder: z.string(),
  branch: z.string().optional(),
  head: z.string().optional(),
  /** Permission bits of the checkout's own folder. */
  mode,
  /** Undefined when the folder was gone. */
  checkout: savedTree.optional(),
  /** The worktree's own git folder: HEAD, index, logs, a rebase or merge under way, submodules' repositories. */
  own: savedTree,
  /** Ignored folders that were left out by rule, and sockets and the like. */
  leftOut: z.array(path),
})

export type SavedTree = z.infer<typeof savedTree>
export type Manifest = z.infer<typeof manifest>

export function savedTreeOf(entries: TreeEntry[], ids: Map<BytePath, string>): SavedTree {
  const saved: SavedTree = { files: [], links: [], folders: [] }
  for (const { kind, path: at, mode: bits, modifiedAt, target } of entries) {
    if (kind === 'file') saved.files.push([at, bits, modifiedAt, ids.get(at) ?? ''])
    if (kind === 'link') saved.links.push([at, modifiedAt, target ?? ''])
    if (kind === 'folder') saved.folders.push([at, bits, modifiedAt])
  }
  return saved
}

export const MANIFEST_FILE = 'manifest.json'

/** The manifest of a rescue ref; undefined when there is no such ref or it is none of ours. */
export async function readManifest(gitDir: string, ref: string): Promise<Manifest | undefined> {
  const args = ['cat-file', 'blob', `${ref}:${MANIFEST_FILE}`]
  const read = await gitForBytes({ gitDir }, args, { maxBytes: 1024 * 1024 * 1024, timeoutMs: 120_000 })
  if (read.outcome !== 'ok') return undefined
  const parsed = manifest.safeParse(JSON.parse(new TextDecoder().decode(read.stdout)))
  return parsed.success ? parsed.data : undefined
}

/** The names of what was left out, to show. */
export function leftOutOf(found: Manifest): string[] {
  return found.leftOut.map(asText)
}
