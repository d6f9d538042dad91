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
  const [checkedOut, changes, modified, skipped] = await Promise.all([
    checkOut(wish),
    changesBetween(wish),
    modifiedFiles(checkout),
    skippedPaths(checkout, wish.gitDir),
  ])
  for (const each of [checkedOut, changes, modified, skipped])
    if ('outcome' in each && each.outcome === 'failed') return each
  if ('outcome' in changes || 'outcome' in modified || 'outcome' in skipped) return unexpected
  if (modified.length > 0) return dirty(modified, 'modified')
  const fresh = new Set(
    (await readTree(scratch.fresh, () => false)).filter(each => each.kind !== 'folder').map(each => each.path),
  )
  const outside = await outsideSparse(checkout, changes, skipped, fresh)
  if (outside.length > 0) return dirty(outside, 'outside_sparse')
  const present = await presentOnes(checkout, changes, skipped)
  const files = present.map(change => planned(change, fresh)).filter(file => file !== undefined)
  return prove(wish, present, { files, index })
}

const unexpected: GitFailure = { outcome: 'failed', step: 'stage', detail: 'git answered what it never answers' }

function dirty(paths: BytePath[], why: DirtyFile['why']): StageAnswer {
  return { outcome: 'dirty', files: paths.map(path => ({ path: shown(path), why })) }
}

async function checkOut({ checkout, scratch, from, to, timeoutMs, env }: StageWish) {
  const options = { workTree: scratch.fresh, indexFile: scratch.index, timeoutMs, env, writes: true }
  return ask(checkout.ownGitDir, ['-c', 'submodule.recurse=false', 'read-tree', '-m', '-u', from, to], options)
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

/** A file that a sparse checkout leaves out and that is there can't be brought forward by it. */
async function outsideSparse(checkout: Checkout, changes: Change[], skipped: Set<BytePath>, fresh: Set<BytePath>) {
  const asked = changes.filter(({ path, after }) => skipped.has(path) && after !== undefined && !fresh.has(path))
  const there = await Promise.all(asked.map(({ path }) => lstatIfThere(onDisk(checkout.path, path))))
  return asked.filter((_, at) => there[at] !== undefined).map(({ path }) => path)
}

/** Without those that the checkout leaves out. */
async function presentOnes(checkout: Checkout, changes: Change[], skipped: Set<BytePath>): Promise<Change[]> {
  const isThere = async ({ path }: Change) =>
    !skipped.has(path) || (await lstatIfThere(onDisk(checkout.path, path))) !== undefined
  const there = await Promise.all(changes.map(isThere))
  return changes.filter((_, at) => there[at])
}

/** Undefined when nothing is to be placed: a submodule's other commit, and what a sparse checkout leaves out. */
function planned({ path, before, after }: Change, fresh: Set<BytePath>): PlannedFile | undefined {
  const kindOf = (side?: CommittedFile): Kind | undefined => side && (side.mode === SUBMODULE ? 'folder' : 'file')
  const [was, is] = [kindOf(before), kindOf(after)]
  if (was === 'folder' && is === 'folder') return undefined
  const comes = is === 'folder' || (is === 'file' && fresh.has(path))
  if (was === undefined && !comes) return undefined
  return { path, ...(was ? { before: was } : {}), ...(comes && is ? { after: { kind: is } } : {}) }
}

/** Proves that nothing is in the way, keeps the old files, proves that they are as committed, and writes the plan. */
async function prove(wish: StageWish, changes: Change[], plan: Plan): Promise<StageAnswer> {
  const { checkout, scratch } = wish
  const added = plan.files.filter(file => file.after !== undefined && file.before !== 'file').map(file => file.path)
  const leaving = plan.files
    .filter(file => file.before === 'file' && file.after?.kind !== 'file')
    .map(file => file.path)
  const inTheWay = await obstacles(checkout.path, added, new Set(leaving))
  if (inTheWay.length > 0) return dirty(inTheWay, 'in_the_way')
  const seen = await keepOld(checkout.path, scratch, plan)
  const committed = changes.flatMap(({ before }) => (before && before.mode !== SUBMODULE ? [before] : []))
  const others = await differing(checkout, committed, `${scratch.folder}/index-before`)
  if ('outcome' in others) return others
  if (others.length > 0) return dirty(others, 'modified')
  await forEach(plan.files, file => seal(scratch, file))
  await writePlan(scratch, plan)
  const submodules = changes
    .filter(change => change.after?.mode === SUBMODULE)
    .map(({ path, before }) => ({ path: shown(path), ...(before?.mode === SUBMODULE ? { was: before.id } : {}) }))
  return { outcome: 'staged', plan, seen, submodules }
}

/** Under second names, from which they can be brought back without git. Answers which files these are. */
async function keepOld(root: string, scratch: Scratch, plan: Plan): Promise<Map<BytePath, string>> {
  const seen = new Map<BytePath, string>()
  const old = plan.files.filter(file => file.before === 'file')
  await forEach(old, async ({ path }) => {
    if ((await lstatIfThere(onDisk(root, path))) === undefined) return
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
