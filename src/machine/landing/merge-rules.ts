// The rules by which files are merged, taken from a commit and laid where git looks for them, as it has no working tree here.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BytePath, onDisk } from '../rescue/read-tree.ts'
import { ask } from './plumbing.ts'

/**
 * Does `work` in a folder with the commit's rules for these paths. Undefined, without doing it, when there are none.
 * Newer gits read them from a commit themselves; this way is the same with all.
 */
export async function layMergeRules<Answer>(
  gitDir: string,
  commit: string,
  paths: BytePath[],
  work: (folder: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const files = await rulesFor(gitDir, commit, paths)
  if (files.length === 0) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'flower-rules-'))
  try {
    for (const { path, text } of files) {
      const place = onDisk(folder, path)
      await mkdir(place.subarray(0, place.lastIndexOf('/')), { recursive: true })
      await writeFile(place, Buffer.from(text, 'latin1'))
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The `.gitattributes` of every folder above the paths, cut to what is said of merging. */
async function rulesFor(gitDir: string, commit: string, paths: BytePath[]) {
  const folders = new Set(paths.filter(isOrdinary).flatMap(foldersAbove))
  if (folders.size === 0) return []
  const files = [...folders].map(folder => `${folder}.gitattributes`)
  const input = Buffer.from(files.map(file => `${commit}:${file}\0`).join(''), 'latin1')
  const read = await ask(gitDir, ['cat-file', '--batch', '-z'], { input })
  if (read.outcome !== 'ok') return []
  const found: { path: BytePath; text: string }[] = []
  let at = 0
  for (const path of files) {
    const missing = `${commit}:${path} missing\n`
    if (read.stdout.startsWith(missing, at)) {
      at += missing.length
      continue
    }
    const lineEnd = read.stdout.indexOf('\n', at)
    const size = Number(read.stdout.slice(at, lineEnd).split(' ')[2])
    const text = mergeRulesOf(read.stdout.slice(lineEnd + 1, lineEnd + 1 + size))
    if (text !== '') found.push({ path, text })
    at = lineEnd + size + 2
  }
  return found
}

/** `''`, `a/` and `a/b/` for `a/b/c`. */
function foldersAbove(path: BytePath): string[] {
  const parts = path.split('/').slice(0, -1)
  return ['', ...parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)]
}

/** A tree that was made by hand can hold names that lead out of a folder. */
function isOrdinary(path: BytePath): boolean {
  return path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}

const BUILT_IN = new Set(['merge', '-merge', '!merge', 'merge=text', 'merge=binary', 'merge=union', 'binary'])

/** Only what git itself knows how to do; a program of the repository's own is replaced by the merge of text. */
function mergeRulesOf(text: string): string {
  const kept = text.split('\n').flatMap(line => {
    const [, pattern, rest] = /^\s*("(?:[^"\\]|\\.)*"|[^\s#"]\S*)\s+(.*?)\s*$/.exec(line) ?? []
    if (pattern === undefined || rest === undefined || pattern.startsWith('[attr]')) return []
    const said = rest.split(/\s+/).flatMap(word => {
      if (BUILT_IN.has(word) || /^conflict-marker-size=\d+$/.test(word)) return [word]
      return word.startsWith('merge=') ? ['merge=text'] : []
    })
    return said.length === 0 ? [] : [`${pattern} ${said.join(' ')}\n`]
  })
  return kept.join('')
}
