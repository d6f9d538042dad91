/** Which project and worktree a folder belongs to: found by files alone, because it is asked for with each command. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from '#client/client.ts'

/** The slug; undefined when the folder is in no repository, or in one that flower doesn't know. */
export async function projectOfFolder(folder: string, client: Client): Promise<string | undefined> {
  const place = await checkoutOf(folder)
  if (!place) return undefined
  const { items } = await client.call('project.list', {})
  return items.find(each => each.gitDir === place.gitDir)?.slug
}

/** Its id; `unknown` in a worktree of a known project that flower doesn't have, undefined in MAIN and wherever no project is. */
export async function worktreeOfFolder(folder: string, client: Client): Promise<number | 'unknown' | undefined> {
  const place = await checkoutOf(folder)
  if (!place?.linked) return undefined
  const { items } = await client.call('project.list', {})
  const project = items.find(each => each.gitDir === place.gitDir)
  // MAIN may be a linked checkout itself.
  if (!project || (await realpath(project.path).catch(() => project.path)) === place.root) return undefined
  return (await worktreeAt(place.root, project.slug, client)) ?? 'unknown'
}

async function worktreeAt(root: string, project: string, client: Client): Promise<number | undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await client.call('worktree.list', { project, limit: 500, ...(cursor ? { cursor } : {}) })
    for (const each of page.items)
      if (each.path === root || (await realpath(each.path).catch(() => each.path)) === root) return each.id
    cursor = page.nextCursor
    if (cursor === undefined) return undefined
  }
}

/** `gitDir`: the git folder that all worktrees of a repository share; `root`: of this checkout. Both are real paths. */
type Checkout = { root: string; gitDir: string; linked: boolean }

/** A linked worktree has a file `.git` that leads to the git folder. */
async function checkoutOf(folder: string): Promise<Checkout | undefined> {
  for (let at = await realpath(folder).catch(() => resolve(folder)); ; at = dirname(at)) {
    const place = join(at, '.git')
    const found = await stat(place).catch(() => undefined)
    if (found?.isDirectory()) return { root: at, gitDir: await realpath(place), linked: false }
    if (found?.isFile()) return throughLink(at, place)
    if (dirname(at) === at) return undefined
  }
}

async function throughLink(root: string, file: string): Promise<Checkout | undefined> {
  const target = /^gitdir: (.+)$/m.exec(await readFile(file, 'utf8'))?.[1]?.trim()
  if (!target) return undefined
  const own = resolve(root, target)
  const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => undefined)
  const gitDir = await realpath(resolve(own, common?.trim() ?? '.')).catch(() => undefined)
  // A submodule has such a file too, and is no worktree.
  return gitDir === undefined ? undefined : { root, gitDir, linked: common !== undefined }
}
