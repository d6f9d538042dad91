// Puts the hooks of MAIN's guard in, takes them out without a trace, and looks whether they are as they were put in.

import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence, readFileIfThere, writeFileDurably } from '../files.ts'
import { inTurn } from '../worktree/in-turn.ts'
import { registrations } from '../worktree/registration.ts'
import { isThere } from '../worktree/same-place.ts'
import { type HookFile, isAsPlanned, isOurs, leadsTo, putHook } from './hook-file.ts'
import { guardFolderOf, type HookFacts, hookFiles } from './hook-scripts.ts'
import { hooksIn, readHooksPaths } from './own-hooks.ts'
import { editConfig, hasInclude, INCLUDED, includedConfig, includeOf, withInclude, withoutInclude } from './setting.ts'

export interface GuardWish extends Omit<HookFacts, 'ownHooks'> {
  /** MAIN's checkout; where a relative `core.hooksPath` is looked at. Left out for a bare repository. */
  mainPath?: string
}

export type Installation =
  /** `ownHooks` is where the repository's own hooks are, which run after the guard's. */
  | { outcome: 'installed'; ownHooks: string; changed: boolean }
  /** Another setting wins over the repository's config (a worktree's own, say), so nothing was installed. */
  | { outcome: 'overridden'; hooksPath: string }
  /** Somebody holds this lock file of git's; ask again, or remove it when its process is gone. */
  | { outcome: 'locked'; lock: string }
  /** The git folder has a line break in its name. */
  | { outcome: 'unusable_path'; gitDir: string }
  | { outcome: 'git_failed'; detail: string }

/** Changes nothing but `flower/` in the git folder and one include in its config. Doing it again brings both up to date. */
export async function installHooks(wish: GuardWish): Promise<Installation> {
  const include = includeOf(wish.gitDir)
  if (include === undefined) return { outcome: 'unusable_path', gitDir: wish.gitDir }
  return inTurn(wish.gitDir, () => putIn(wish, include))
}

async function putIn(wish: GuardWish, include: string): Promise<Installation> {
  const expected = await expectationOf(wish)
  if (expected.outcome !== 'expected') return expected
  const before = await lookAt(expected, wish.gitDir)
  // The files first: an include of what is not there yet would mean no hooks at all.
  await mkdir(expected.hooksFolder, { recursive: true, mode: 0o755 })
  for (const [name, planned] of expected.files) {
    if (before.wrong.includes(name)) await putHook(join(expected.hooksFolder, name), planned)
  }
  for (const name of before.stale) await rm(join(expected.hooksFolder, name))
  const included = join(wish.gitDir, INCLUDED)
  if (!before.included) await writeFileDurably(included, expected.included, 0o644)
  const edit = await editConfig(join(wish.gitDir, 'config'), config => withInclude(config, include))
  if (edit.outcome === 'locked') return edit
  const after = await readHooksPaths({ gitDir: wish.gitDir }, wish.gitDir, expected.hooksFolder)
  if (after.outcome !== 'read') return after
  if (after.inForce !== expected.hooksFolder) {
    await takeOut(wish, include)
    return { outcome: 'overridden', hooksPath: after.inForce ?? '' }
  }
  const changed = edit.outcome === 'edited' || before.wrong.length > 0 || !before.included
  return { outcome: 'installed', ownHooks: expected.ownHooks, changed }
}

interface Expected {
  outcome: 'expected'
  ownHooks: string
  hooksFolder: string
  files: Map<string, HookFile>
  included: string
}

/** What ought to be there, given what the repository's own hooks are now. */
async function expectationOf(wish: GuardWish): Promise<Expected | { outcome: 'git_failed'; detail: string }> {
  const hooksFolder = join(guardFolderOf(wish.gitDir), 'hooks')
  const paths = await readHooksPaths({ gitDir: wish.gitDir }, wish.gitDir, hooksFolder)
  if (paths.outcome !== 'read') return paths
  const there = await hooksIn(paths.own, wish.mainPath ?? wish.gitDir)
  const files = hookFiles({ ...wish, ownHooks: paths.own }, there)
  const included = includedConfig(hooksFolder, paths.own)
  return { outcome: 'expected', ownHooks: paths.own, hooksFolder, files, included }
}

/** Which scripts are not as they ought to be, which are ours from before, which are not ours; and whether the included file is right. */
async function lookAt(expected: Expected, gitDir: string) {
  const planned = [...expected.files]
  const right = await Promise.all(planned.map(([name, file]) => isAsPlanned(join(expected.hooksFolder, name), file)))
  const included = (await readFileIfThere(join(gitDir, INCLUDED)))?.toString('utf8') === expected.included
  const others = (await namesIn(expected.hooksFolder)).filter(name => !expected.files.has(name))
  const ours = await Promise.all(others.map(name => isOurs(join(expected.hooksFolder, name))))
  return {
    wrong: planned.map(([name]) => name).filter((_, at) => !right[at]),
    stale: others.filter((_, at) => ours[at]),
    foreign: others.filter((_, at) => !ours[at]),
    included,
  }
}

export type Removal =
  /** `left` are files that somebody else put into the guard's folder: they stay there. */
  { outcome: 'uninstalled'; left: string[] } | { outcome: 'absent' } | Extract<Installation, { outcome: 'locked' }>

/** Config and git folder are byte for byte as if the guard had never been there, but for what others changed meanwhile. */
export async function uninstallHooks(wish: GuardWish): Promise<Removal> {
  const include = includeOf(wish.gitDir)
  if (include === undefined) return { outcome: 'absent' }
  return inTurn(wish.gitDir, () => takeOut(wish, include))
}

async function takeOut(wish: GuardWish, include: string): Promise<Removal> {
  const { gitDir } = wish
  const folder = guardFolderOf(gitDir)
  const hooks = join(folder, 'hooks')
  const edit = await editConfig(join(gitDir, 'config'), config => withoutInclude(config, include))
  if (edit.outcome === 'locked') return edit
  const found = (await namesIn(hooks)).concat((await isThere(join(gitDir, INCLUDED))) ? ['guard.config'] : [])
  if (edit.outcome === 'unchanged' && found.length === 0) return { outcome: 'absent' }
  const left: string[] = []
  for (const name of await namesIn(hooks)) {
    if (await isOurs(join(hooks, name))) await rm(join(hooks, name))
    else left.push(name)
  }
  await rm(join(gitDir, INCLUDED), { force: true })
  // Only empty ones go: whatever else is there is not ours.
  await rmdir(hooks).catch(() => {})
  await rmdir(folder).catch(() => {})
  return { outcome: 'uninstalled', left }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })
}

export type HookProblem =
  /** `missing` also: one that the repository has got since, under a name that flower doesn't know. */
  | { kind: 'missing' | 'changed'; hook: string }
  /** A file in the guard's folder that flower didn't put there. */
  | { kind: 'foreign'; hook: string }
  /** git isn't told of the guard's hooks any more. */
  | { kind: 'setting_gone' }
  /** Another `core.hooksPath` wins in this checkout. */
  | { kind: 'overridden'; hooksPath: string; checkout: string }
  /** The repository's own hooks are elsewhere than when the guard was installed. */
  | { kind: 'own_hooks_moved'; now: string }

export type HookInspection =
  | { outcome: 'absent' }
  | { outcome: 'intact'; ownHooks: string }
  /** `installHooks` mends all but `foreign` and `overridden`. */
  | { outcome: 'altered'; problems: HookProblem[] }
  | Extract<Installation, { outcome: 'git_failed' | 'unusable_path' }>

/** Reads only. */
export async function inspectHooks(wish: GuardWish): Promise<HookInspection> {
  const { gitDir } = wish
  const include = includeOf(gitDir)
  if (include === undefined) return { outcome: 'unusable_path', gitDir }
  const expected = await expectationOf(wish)
  if (expected.outcome !== 'expected') return expected
  const config = await readFile(join(gitDir, 'config'), 'latin1')
  const names = await namesIn(expected.hooksFolder)
  if (!hasInclude(config, include) && names.length === 0) return { outcome: 'absent' }
  const problems = [
    ...(hasInclude(config, include) ? await overriding(wish, expected) : [{ kind: 'setting_gone' as const }]),
    ...(await faultsOf(expected, gitDir, names)),
  ]
  return problems.length === 0 ? { outcome: 'intact', ownHooks: expected.ownHooks } : { outcome: 'altered', problems }
}

async function faultsOf(expected: Expected, gitDir: string, names: string[]): Promise<HookProblem[]> {
  const { wrong, foreign, included } = await lookAt(expected, gitDir)
  // Another folder of own hooks changes every script, which then is one fault and not thirty.
  const moved = !included && wrong.length === expected.files.size && names.length > 0
  if (moved) return [{ kind: 'own_hooks_moved', now: expected.ownHooks }]
  // A hook that the repository got since runs through its link.
  const linked = await Promise.all(
    wrong.map(hook => leadsTo(join(expected.hooksFolder, hook), `${expected.ownHooks}/${hook}`)),
  )
  return [
    ...(included ? [] : [{ kind: 'setting_gone' as const }]),
    ...wrong
      .filter((_, at) => !linked[at])
      .map(hook => ({ kind: names.includes(hook) ? ('changed' as const) : ('missing' as const), hook })),
    ...foreign.map(hook => ({ kind: 'foreign' as const, hook })),
  ]
}

/** In MAIN and in every worktree that has settings of its own. */
async function overriding(wish: GuardWish, expected: Expected): Promise<HookProblem[]> {
  const { gitDir } = wish
  const places = [{ path: wish.mainPath ?? gitDir, place: { gitDir } }]
  for (const each of await registrations(gitDir)) {
    const own = await isThere(join(each.ownGitDir, 'config.worktree'))
    if (own) places.push({ path: each.path, place: { gitDir: each.ownGitDir } })
  }
  const problems: HookProblem[] = []
  for (const { path, place } of places) {
    const read = await readHooksPaths(place, gitDir, expected.hooksFolder)
    if (read.outcome !== 'read' || read.inForce === expected.hooksFolder) continue
    problems.push({ kind: 'overridden', hooksPath: read.inForce ?? '', checkout: path })
  }
  return problems
}
