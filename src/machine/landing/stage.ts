// A landing's files made ready beside the checkout, with everything looked at that could stand against placing them.

import { constants, copyFile, mkdir, open } from 'node:fs/promises'
import { type BytePath, forEach, onDisk, readTree } from '../rescue/read-tree.ts'
import { keep } from './place.ts'
import {
  digestOf,
  identityOf,
  indexIdentity,
  type Kind,
  lstatIfThere,
  type Plan,
  type PlannedFile,
  type Scratch,
  writePlan,
} from './plan.ts'
import { ask, type GitFailure, shown } from './plumbing.ts'
import {
  type Checkout,
  type CommittedFile,
  type DirtyFile,
  differing,
  modifiedFiles,
  obstacles,
  skippedPaths,
} from './standing.ts'

export interface StageWish {
  gitDir: string
  checkout: Checkout
  from: string
  to: string
  scratch: Scratch
  timeoutMs: number
  /** A look at the checkout that was begun before its index was locked. */
  early?: Promise<EarlyLook | undefined>
  /** For every program that is started, so that it can be found when we are gone. */
  env: Record<string, string>
}

export interface Staged {
  outcome: 'staged'
  plan: Plan
  seen: Map<BytePath, string>
  submodules: MovedSubmodule[]
}

/** A submodule that a landing adds or moves to another commit. */
export interface MovedSubmodule {
  path: string
  /** Its commit before; undefined when it is new. */
  was?: string
}

export type StageAnswer = Staged | { outcome: 'dirty'; files: DirtyFile[] } | GitFailure

/**
 * git checks the new files out into an empty folder, with the index's copy as its index: so line endings, large files, links,
 * modes and sparse patterns are as in any checkout. Nothing in the real one is touched. The scratch folder is there already.
 */
export async function stage(wish: StageWish): Promise<StageAnswer> {
  const { checkout, scratch } = wish
  await mkdir(scratch.fresh)
  await mkdir(scratch.old)
  const index = await indexIdentity(checkout.ownGitDir)
  await copyFile(`${checkout.ownGitDir}/index`, scratch.index, constants.COPYFILE_FICLONE)
  // Side by side, as each looks at many files; each to its end, as the scratch folder goes away after a failure.
  const [fresh, standing, modified] = await Promise.all([
    checkOut(wish).catch(asFailure),
    lookAt(wish).catch(asFailure),
    modifiedBy(wish, index),
  ])
  if ('outcome' in fresh) return fresh
  if ('outcome' in standing) return standing
  if ('outcome' in modified) return modified
  const others = [...new Set([...modified, ...standing.others])]
  if (others.length > 0) return dirty(others, 'modified')
  const outside = standing.left.filter(({ path, after }) => after !== undefined && !fresh.has(path))
  if (outside.length > 0)
    return dirty(
      outside.map(change => change.path),
      'outside_sparse',
    )
  const files = standing.present.map(change => planned(change, fresh)).filter(file => file !== undefined)
  const inTheWay = await whatIsInTheWay(checkout, files)
  if (inTheWay.length > 0) return dirty(inTheWay, 'in_the_way')
  await forEach(files, file => seal(scratch, file))
  await writePlan(scratch, { files, index })
  return { outcome: 'staged', plan: { files, index }, seen: standing.seen, submodules: submodulesOf(standing.present) }
}

/** What was found modified, and which index the checkout had before it was looked for. */
export interface EarlyLook {
  index: string
  modified: BytePath[] | GitFailure
}

/** A look at all files of the checkout takes longest of all, so it may begin early. */
export async function lookEarly(checkout: Checkout): Promise<EarlyLook | undefined> {
  const index = await indexIdentity(checkout.ownGitDir).catch(() => undefined)
  return index === undefined ? undefined : { index, modified: await modifiedFiles(checkout) }
}

/** An early look holds when the index that is locked now is the one that it saw. */
async function modifiedBy({ checkout, early }: StageWish, index: string): Promise<BytePath[] | GitFailure> {
  const look = await early
  return look?.index === index ? look.modified : modifiedFiles(checkout)
}

function asFailure(error: unknown): GitFailure {
  return { outcome: 'failed', step: 'stage', detail: error instanceof Error ? error.message : String(error) }
}

function dirty(paths: BytePath[], why: DirtyFile['why']): StageAnswer {
  return { outcome: 'dirty', files: paths.map(path => ({ path: shown(path), why })) }
}

/** Answers which files were written. */
async function checkOut({
  checkout,
  scratch,
  from,
  to,
  timeoutMs,
  env,
}: StageWish): Promise<Set<BytePath> | GitFailure> {
  const options = { workTree: scratch.fresh, indexFile: scratch.index, timeoutMs, env, writes: true }
  const args = ['-c', 'submodule.recurse=false', 'read-tree', '-m', '-u', from, to]
  const done = await ask(checkout.ownGitDir, args, options)
  if (done.outcome !== 'ok') return done
  const entries = await readTree(scratch.fresh, () => false)
  return new Set(entries.filter(each => each.kind !== 'folder').map(each => each.path))
}

/** What the landing changes, seen from the checkout as it is. */
interface Standing {
  /** Without those that the checkout leaves out on purpose. */
  present: Change[]
  /** Those of them that it leaves out, and that are there all the same. */
  left: Change[]
  /** Which file is at each path. */
  seen: Map<BytePath, string>
  /** Paths that are not as committed. */
  others: BytePath[]
}

/** Keeps the files under second names first, so that what is proven of them is proven of what is kept. */
async function lookAt(wish: StageWish): Promise<Standing | GitFailure> {
  const { checkout, scratch } = wish
  const [changes, skipped] = await Promise.all([changesBetween(wish), skippedPaths(checkout, wish.gitDir)])
  if ('outcome' in changes) return changes
  if ('outcome' in skipped) return skipped
  const left: Change[] = []
  for (const change of changes.filter(({ path }) => skipped.has(path)))
    if ((await lstatIfThere(onDisk(checkout.path, change.path))) !== undefined) left.push(change)
  const present = changes.filter(change => !skipped.has(change.path) || left.includes(change))
  const committed = present.flatMap(({ before }) => (before && before.mode !== SUBMODULE ? [before] : []))
  const seen = await keepOld(checkout.path, scratch, committed)
  const others = await differing(checkout, committed, `${scratch.folder}/index-before`)
  return 'outcome' in others ? others : { present, left, seen, others }
}

interface Change {
  path: BytePath
  before?: CommittedFile
  after?: CommittedFile
}

async function changesBetween({ gitDir, from, to }: StageWish): Promise<Change[] | GitFailure> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]
  const listed = await ask(gitDir, args, { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 })
  if (listed.outcome !== 'ok') return listed
  const fields = listed.stdout.split('\0')
  const changes: Change[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [was = '', is = '', wasId = '', isId = ''] = (fields[at] ?? '').slice(1).split(' ')
    const path = fields[at + 1] ?? ''
    const side = (mode: string, id: string) => (mode === '000000' ? undefined : { path, mode, id })
    changes.push({ path, before: side(was, wasId), after: side(is, isId) })
  }
  return changes
}

const SUBMODULE = '160000'

/** Undefined when nothing is to be placed: a submodule's other commit, and what a sparse checkout leaves out. */
function planned({ path, before, after }: Change, fresh: Set<BytePath>): PlannedFile | undefined {
  const kindOf = (side?: CommittedFile): Kind | undefined => side && (side.mode === SUBMODULE ? 'folder' : 'file')
  const [was, is] = [kindOf(before), kindOf(after)]
  if (was === 'folder' && is === 'folder') return undefined
  const comes = is === 'folder' || (is === 'file' && fresh.has(path))
  if (was === undefined && !comes) return undefined
  return { path, ...(was ? { before: was } : {}), ...(comes && is ? { after: { kind: is } } : {}) }
}

async function whatIsInTheWay(checkout: Checkout, files: PlannedFile[]): Promise<BytePath[]> {
  const added = files.filter(file => file.after !== undefined && file.before !== 'file')
  const leaving = files.filter(file => file.before === 'file' && file.after?.kind !== 'file')
  return obstacles(
    checkout.path,
    added.map(file => file.path),
    new Set(leaving.map(file => file.path)),
  )
}

function submodulesOf(changes: Change[]): MovedSubmodule[] {
  const theirs = changes.filter(change => change.after?.mode === SUBMODULE)
  return theirs.map(({ path, before }) => ({
    path: shown(path),
    ...(before?.mode === SUBMODULE ? { was: before.id } : {}),
  }))
}

/** They can be brought back from there without git. */
async function keepOld(root: string, scratch: Scratch, files: CommittedFile[]): Promise<Map<BytePath, string>> {
  const seen = new Map<BytePath, string>()
  await forEach(files, async ({ path }) => {
    const there = await lstatIfThere(onDisk(root, path))
    if (there === undefined || there.isDirectory()) return
    await keep(onDisk(root, path), onDisk(scratch.old, path))
    seen.set(path, (await identityOf(onDisk(root, path))) ?? '')
  })
  return seen
}

/** Onto the disk with it, so that a power cut after the landing finds it whole. */
async function seal(scratch: Scratch, file: PlannedFile): Promise<void> {
  if (file.after?.kind !== 'file') return
  const place = onDisk(scratch.fresh, file.path)
  file.after.digest = await digestOf(scratch.fresh, file.path)
  if ((await lstatIfThere(place))?.isSymbolicLink()) return
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
