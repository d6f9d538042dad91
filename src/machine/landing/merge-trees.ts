// Merges of commits without a working tree, many in one process.

import { join } from 'node:path'
import type { BytePath } from '../rescue/read-tree.ts'
import { layMergeRules } from './merge-rules.ts'
import { ask, DURABLY, type GitFailure } from './plumbing.ts'

/** Two commits to merge; git finds their merge base itself. */
export interface Pair {
  ours: string
  theirs: string
}

export interface Merge {
  clean: boolean
  /** The merged tree; with conflicts, files in it hold markers. */
  tree: string
  /** What is in conflict: stage 1 is the base, 2 ours, 3 theirs. */
  stages: { path: BytePath; mode: string; id: string; stage: number }[]
  /** What git said, with the paths that it spoke of. */
  words: { paths: BytePath[]; text: string }[]
}

export interface MergeOptions {
  /** Where merged trees and files are written instead of into the repository, for merges that are only looked at. */
  objectFolder?: string
}

const LIMITS = { writes: true, timeoutMs: 120_000, maxBytes: 128 * 1024 * 1024 }

/**
 * Merges each pair. Fails as a whole when one can't be merged at all, as commits without a common history can't.
 * A file that both sides changed is merged by the rules (`.gitattributes`) of the commit `rules`, as a checkout of it would
 * have them: those that are built into git. Programs that a repository names for merging are never started.
 */
export async function mergePairs(
  gitDir: string,
  pairs: Pair[],
  rules: string,
  options: MergeOptions = {},
): Promise<Merge[] | GitFailure> {
  const plain = await mergeOnce(gitDir, pairs, options)
  if ('outcome' in plain) return plain
  // Where nothing was merged within a file, no rule plays a part.
  const spoken = plain.flatMap((merge, at) => (merge.words.length > 0 ? [at] : []))
  const paths = spoken.flatMap(at => (plain[at]?.words ?? []).flatMap(word => word.paths))
  const again = spoken.map(at => pairs[at]).filter(pair => pair !== undefined)
  const ruled = await layMergeRules(gitDir, rules, paths, workTree =>
    mergeOnce(gitDir, again, { ...options, workTree }),
  )
  if (ruled === undefined) return plain
  if ('outcome' in ruled) return ruled
  return plain.map((merge, at) => ruled[spoken.indexOf(at)] ?? merge)
}

async function mergeOnce(
  gitDir: string,
  pairs: Pair[],
  { workTree, objectFolder }: MergeOptions & { workTree?: string },
): Promise<Merge[] | GitFailure> {
  if (pairs.length === 0) return []
  const input = pairs.map(pair => `${pair.ours} ${pair.theirs}\n`).join('')
  const settings = [
    '-c',
    'merge.default=text',
    '-c',
    'merge.conflictStyle=merge',
    '-c',
    'core.attributesFile=/dev/null',
  ]
  const looking = objectFolder !== undefined
  // One pair without a common history would end the whole process.
  const how = looking ? ['--allow-unrelated-histories'] : []
  const args = [
    ...(looking ? [] : DURABLY),
    ...settings,
    'merge-tree',
    '--write-tree',
    '--stdin',
    '-z',
    '--messages',
    ...how,
  ]
  const env: Record<string, string> = looking
    ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotedForGit(join(gitDir, 'objects')) }
    : {}
  const merged = await ask(gitDir, args, { ...LIMITS, input, workTree, objectFolder, env })
  return merged.outcome === 'ok' ? parseMerges(merged.stdout) : merged
}

/** As git reads a path among several. */
function quotedForGit(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

/** Status, tree, stages up to an empty field, words up to an empty field; and again. */
function parseMerges(output: string): Merge[] {
  const fields = output.split('\0')
  const merges: Merge[] = []
  let at = 0
  const next = (): string => fields[at++] ?? ''
  while (at < fields.length - 1) {
    const merge: Merge = { clean: next() === '1', tree: next(), stages: [], words: [] }
    for (let field = next(); field !== ''; field = next()) merge.stages.push(parseStage(field))
    for (let count = next(); count !== ''; count = next()) {
      const paths = Array.from({ length: Number(count) }, next)
      next()
      merge.words.push({ paths, text: next().trim() })
    }
    merges.push(merge)
  }
  return merges
}

function parseStage(field: string) {
  const tab = field.indexOf('\t')
  const [mode = '', id = '', stage = ''] = field.slice(0, tab).split(' ')
  return { path: field.slice(tab + 1), mode, id, stage: Number(stage) }
}
