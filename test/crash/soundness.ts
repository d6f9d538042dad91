/** What has to be true of a repository and of a home whenever nothing is under way, whatever was cut off before. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { PracticeGround } from '../practice-repository.ts'

export type Place = {
  ground: PracticeGround
  /** MAIN's folder, whose name is the project's. */
  project: string
  home: string
  client: () => Client
}

/** What is not as it has to be, in words; none when all is well. */
export async function faultsOf({ ground, project, home, client }: Place): Promise<string[]> {
  const gitDir = join(project, '.git')
  const [listing, check, branches, dirt] = await Promise.all([
    ground.git(project, 'worktree', 'list', '--porcelain'),
    ground.git(project, 'fsck', '--no-dangling', '--no-progress').catch(String),
    ground.git(project, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/flower'),
    ground.git(project, 'status', '--porcelain', '--untracked-files=all'),
  ])
  const slug = basename(project)
  const { items } = await client().call('worktree.list', { project: slug, ended: true, limit: 500 })
  const living = items.filter(each => each.endedAt === null)
  const made = new Set(living.map(each => each.path))
  const listed = listing.split('\n').flatMap(line => (line.startsWith('worktree ') ? [line.slice(9)] : []))
  const pool = join(home, 'pool', slug)
  const pooled = below(pool).map(name => join(pool, name))
  const known = new Set([project, ...made, ...pooled])
  const root = join(home, 'worktrees', slug)
  const folders = below(root).map(name => join(root, name))
  const wanted = new Set(living.map(each => each.branch))
  const litter = readdirSync(gitDir, { recursive: true, encoding: 'utf8' }).filter(
    path => /\.(?:lock|tmp)$|^flower-/.test(path) || /\.blobs(?:\/|$)/.test(path),
  )
  return [
    ...(check === '' ? [] : [`git fsck: ${check}`]),
    ...(dirt === '' ? [] : [`MAIN is not as it was: ${dirt}`]),
    ...(/^prunable/m.test(listing) ? [`git records a worktree without a folder: ${listing}`] : []),
    ...litter.map(path => `left in the git folder: ${path}`),
    ...listed.filter(path => !known.has(path)).map(path => `git records what nobody knows: ${path}`),
    ...folders.filter(path => !made.has(path)).map(path => `a folder that is nobody's: ${path}`),
    ...[...made, ...pooled].filter(path => !listed.includes(path)).map(path => `git does not know ${path}`),
    ...living.filter(each => each.errand !== null).map(each => `${each.name} still waits for ${each.errand}`),
    ...branches
      .split('\n')
      .filter(name => name !== '' && !wanted.has(name) && !isKept(name, items))
      .map(name => `a branch that is nobody's: ${name}`),
  ]
}

const below = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** A branch with work of its own stays when its worktree goes. */
const isKept = (branch: string, items: readonly { branch: string | null; status: string }[]): boolean =>
  items.some(each => each.branch === branch && each.status === 'removed')
