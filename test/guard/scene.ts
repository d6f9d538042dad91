// MAIN with a linked worktree that an agent works in, guarded by hooks, and all of MAIN that must not change, part by part.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MainPart } from '#domain/guard/tier.ts'
import { installHooks } from '#machine/guard/hooks.ts'
import type { MainPlace } from '#machine/main/state.ts'
import { asText, onDisk, readTree } from '#machine/rescue/read-tree.ts'
import type { PracticeGround } from '../practice-repository.ts'

export interface Scene extends MainPlace {
  worktree: string
  ownGitDir: string
}

export async function guardedScene(ground: PracticeGround, name: string): Promise<Scene> {
  const mainPath = await ground.repository(name)
  const gitDir = join(mainPath, '.git')
  await mkdir(join(mainPath, 'src'))
  await writeFile(join(mainPath, 'src/a.ts'), 'a\n')
  await ground.git(mainPath, 'add', '-A')
  await ground.git(mainPath, 'commit', '-q', '-m', 'Source')
  await ground.git(mainPath, 'repack', '-adq')
  const worktree = join(ground.path, `${name} work`)
  await ground.git(mainPath, 'worktree', 'add', '-q', '--no-track', '-b', 'flower/work', worktree)
  await writeFile(join(worktree, 'notes.md'), 'work\n')
  await ground.git(worktree, 'commit', '-q', '-a', '-m', 'Work')
  const place = { gitDir, mainPath, branch: 'main' }
  await installHooks({ ...place, tokenFolder: join(ground.path, 'tokens') })
  return { ...place, worktree, ownGitDir: await ground.git(worktree, 'rev-parse', '--absolute-git-dir') }
}

/** For the scripts of the hostile agent. */
export const variablesOf = (scene: Scene): Record<string, string> => ({
  MAIN: scene.mainPath,
  GITDIR: scene.gitDir,
  WT: scene.worktree,
  OWN: scene.ownGitDir,
  GIT_AUTHOR_NAME: 'Agent',
  GIT_AUTHOR_EMAIL: 'agent@example.test',
  GIT_COMMITTER_NAME: 'Agent',
  GIT_COMMITTER_EMAIL: 'agent@example.test',
  FLOWER_RUN: 'run-of-the-agent',
})

export type Portrait = Partial<Record<MainPart, string>>

/** What can be read of MAIN without trusting git's settings there. */
export async function portraitOf(scene: Scene, ground: PracticeGround): Promise<Portrait> {
  const { mainPath, gitDir } = scene
  const git = (...args: string[]) =>
    ground.git(ground.path, `--git-dir=${gitDir}`, `--work-tree=${mainPath}`, ...args).catch(String)
  const file = (path: string) => readFile(join(gitDir, path), 'utf8').catch(String)
  const [files, modes] = await treeOf(mainPath, path => path === '.git')
  const [hooks] = await treeOf(join(gitDir, 'hooks'), () => false)
  const [guard] = await treeOf(join(gitDir, 'flower'), () => false)
  const packs = await readdir(join(gitDir, 'objects/pack')).catch((): string[] => [])
  return {
    files,
    modes,
    head: await file('HEAD'),
    index: await git('ls-files', '-s', '-v'),
    branch: `${await git('rev-parse', 'refs/heads/main')} ${await git('symbolic-ref', '--quiet', 'refs/heads/main')}`,
    hooks: hooks + guard,
    settings: (await file('config')) + (await file('info/exclude')) + (await file('commondir')),
    history: packs.toSorted().join(' '),
  }
}

/** Contents with what may be executed, and all permissions. */
async function treeOf(root: string, skip: (path: string) => boolean): Promise<[string, string]> {
  const entries = await readTree(root, skip).catch(() => [])
  const contents: string[] = []
  for (const entry of entries) {
    const bytes = entry.kind === 'file' ? await readFile(onDisk(root, entry.path)).catch(String) : (entry.target ?? '')
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    if (entry.kind !== 'folder') contents.push(`${asText(entry.path)} ${entry.kind} ${entry.mode & 0o100} ${hash}`)
  }
  return [contents.join('\n'), entries.map(({ path, mode }) => `${asText(path)} ${mode.toString(8)}`).join('\n')]
}

export function changedParts(before: Portrait, now: Portrait): MainPart[] {
  return (Object.keys(before) as MainPart[]).filter(part => before[part] !== now[part])
}
