// Bytes into git's objects and back, unfiltered: what line endings or git-lfs would make of them is none of our business here.

import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { git } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { asBytes, type BytePath, forEach, onDisk } from './read-tree.ts'

/** Long, as a large worktree is on a slow disk; a rescue that is cut short is none. */
const PATIENCE = { writes: true, timeoutMs: 30 * 60_000, maxBytes: 256 * 1024 * 1024 }

/** A rescue that a power cut takes is none either. */
const DURABLY = ['-c', 'core.fsync=all']

/** Stores the files of a folder as blobs and answers their object ids. Throws when one can't be read. */
export async function storeFiles(gitDir: string, root: string, paths: BytePath[]): Promise<Map<BytePath, string>> {
  if (paths.length === 0) return new Map()
  const input = paths.map(path => `${quotedPath(`${asBytes(root)}/${path}`)}\n`).join('')
  const args = [...DURABLY, 'hash-object', '-w', '--no-filters', '--stdin-paths']
  const stored = await git({ gitDir }, args, { ...PATIENCE, input: Buffer.from(input, 'latin1') })
  if (stored.outcome !== 'ok') throw new Error(`files can't be stored: ${wordsOf(stored)}`)
  const ids = stored.stdout.split('\n')
  return new Map(paths.map((path, at) => [path, ids[at] ?? '']))
}

export async function storeText(gitDir: string, text: string): Promise<string> {
  const args = [...DURABLY, 'hash-object', '-w', '--stdin', '--no-filters']
  const stored = await git({ gitDir }, args, { ...PATIENCE, input: text })
  if (stored.outcome !== 'ok') throw new Error(`the manifest can't be stored: ${wordsOf(stored)}`)
  return stored.stdout.trim()
}

/** A tree of the given blobs, made with an index of its own. */
export async function storeTree(gitDir: string, blobs: { path: BytePath; id: string; executable?: boolean }[]) {
  const scratch = await mkdtemp(join(tmpdir(), 'flower-index-'))
  try {
    const options = { ...PATIENCE, indexFile: join(scratch, 'index') }
    const lines = blobs.map(blob => `${blob.executable ? '100755' : '100644'} ${blob.id}\t${blob.path}\0`).join('')
    const input = Buffer.from(lines, 'latin1')
    const listed = await git({ gitDir }, [...ANY_NAME, 'update-index', '-z', '--index-info'], { ...options, input })
    if (listed.outcome !== 'ok') throw new Error(`the rescue's tree can't be listed: ${wordsOf(listed)}`)
    const written = await git({ gitDir }, [...DURABLY, 'write-tree'], options)
    if (written.outcome !== 'ok') throw new Error(`the rescue's tree can't be written: ${wordsOf(written)}`)
    return written.stdout.trim()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Names that only another system could misread are fine in a rescue. */
const ANY_NAME = ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false']

/**
 * Writes blobs to files below `root`, whose folders must be there already. They first get numbers for names in `root`'s
 * own scratch folder and are then renamed, so that no name, attribute or filter plays a part in the checkout. `checkout` is
 * the one that it is all for.
 */
export async function writeBlobs(
  gitDir: string,
  root: string,
  files: { path: BytePath; id: string }[],
  checkout: string,
): Promise<void> {
  if (files.length === 0) return
  const scratch = `${root}.blobs`
  await rm(scratch, { recursive: true, force: true })
  const blobs = join(scratch, 'blobs')
  await mkdir(blobs, { recursive: true })
  try {
    const place = await bareStore(join(scratch, 'git'), files[0]?.id.length === 64)
    const options = { ...PATIENCE, objectFolder: join(gitDir, 'objects'), checkout }
    const numbered = files.map((file, at) => ({ ...file, number: `${at >> 10}/${at}` }))
    const input = numbered.map(file => `100644 ${file.id}\t${file.number}\0`).join('')
    const listed = await git(place, ['update-index', '-z', '--index-info'], { ...options, input })
    if (listed.outcome !== 'ok') throw new Error(`the rescue can't be listed: ${wordsOf(listed)}`)
    const args = ['-c', 'core.autocrlf=false', 'checkout-index', '--all', '--quiet']
    const written = await git({ ...place, workTree: blobs }, args, options)
    if (written.outcome !== 'ok') throw new Error(`the rescue can't be written: ${wordsOf(written)}`)
    await forEach(numbered, file => rename(join(blobs, file.number), onDisk(root, file.path)))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A git folder without settings or attributes of anybody's; the objects come from elsewhere. */
async function bareStore(folder: string, sha256: boolean): Promise<{ gitDir: string }> {
  const format = sha256 ? '\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n' : ''
  const files = {
    HEAD: 'ref: refs/heads/none\n',
    config: `[core]\n\tbare = false\n${format}`,
    'info/attributes': '* -text -eol -ident !filter !working-tree-encoding\n',
  }
  await mkdir(join(folder, 'refs'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return { gitDir: folder }
}

/** As git reads a path back that begins with a quotation mark. */
function quotedPath(path: BytePath): string {
  const escaped = path.replace(/["\\\n\r\t]|[^\x20-\x7e]/g, byte => {
    return `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `"${escaped}"`
}
