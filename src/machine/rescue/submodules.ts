// Submodules of a linked worktree have their repositories in the worktree's own git folder, and each side names the other.

import { writeFile } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { git } from '../git/command.ts'
import { isThere } from '../worktree/same-place.ts'
import { readTree } from './read-tree.ts'

interface Move {
  /** Where the checkout still lies. */
  lies: string
  /** Where it will be. */
  folder: string
  ownGitDir: string
  before: { folder: string; id: string }
}

/** Makes both sides name each other again after folder or registration have another name than before; else does nothing. */
export async function reconnectSubmodules(move: Move): Promise<void> {
  const { lies, folder, ownGitDir, before } = move
  if (folder === before.folder && basename(ownGitDir) === before.id) return
  const modules = join(ownGitDir, 'modules')
  if (!(await isThere(modules))) return
  const heads = await readTree(modules, path => /(?:^|\/)(?:objects|refs|logs|hooks)$/.test(path))
  for (const { path } of heads.filter(entry => entry.path.endsWith('/config'))) {
    const module = join(modules, Buffer.from(path, 'latin1').toString('utf8'), '..')
    const config = join(module, 'config')
    const recorded = await git({ gitDir: ownGitDir }, ['config', '--file', config, '-z', '--get', 'core.worktree'])
    if (recorded.outcome !== 'ok') continue
    const formerModule = module.replace(ownGitDir, join(ownGitDir, '..', before.id))
    const former = resolve(formerModule, recorded.stdout.replace(/\0$/, ''))
    if (!former.startsWith(before.folder + sep)) continue
    const below = former.slice(before.folder.length)
    if (!(await isThere(join(lies, below, '.git')))) continue
    await writeFile(join(lies, below, '.git'), `gitdir: ${module}\n`)
    const told = ['config', '--file', config, 'core.worktree', join(folder, below)]
    await git({ gitDir: ownGitDir }, told, { writes: true })
  }
}
