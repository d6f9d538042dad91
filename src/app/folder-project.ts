/** Which project a folder belongs to: found by files alone, because it is asked for with each command. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from '#client/client.ts'

/** The slug; undefined when the folder is in no repository, or in one that flower doesn't know. */
export async function projectOfFolder(folder: string, client: Client): Promise<string | undefined> {
  const gitDir = await commonGitDir(folder)
  if (!gitDir) return undefined
  const { items } = await client.call('project.list', {})
  return items.find(each => each.gitDir === gitDir)?.slug
}

/** The git folder that all worktrees of a repository share, as a real path. A linked worktree has a file `.git` that leads to it. */
async function commonGitDir(folder: string): Promise<string | undefined> {
  for (let at = await realpath(folder).catch(() => resolve(folder)); ; at = dirname(at)) {
    const place = join(at, '.git')
    const found = await stat(place).catch(() => undefined)
    if (found?.isDirectory()) return realpath(place)
    if (found?.isFile()) return throughLink(at, place)
    if (dirname(at) === at) return undefined
  }
}

async function throughLink(folder: string, file: string): Promise<string | undefined> {
  const target = /^gitdir: (.+)$/m.exec(await readFile(file, 'utf8'))?.[1]?.trim()
  if (!target) return undefined
  const own = resolve(folder, target)
  const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => '.')
  return realpath(resolve(own, common.trim())).catch(() => undefined)
}
