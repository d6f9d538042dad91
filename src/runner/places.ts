/** Where the worktrees of a project lie on this node: in the home, or where its flower.yaml says. */
import { dirname, join, resolve } from 'node:path'
import type { Isolation } from '#domain/worktree/worktree.ts'
import { realPathIfThere } from '#machine/files.ts'
import { isOnOneDisk, isSamePlace, liesBelow } from '#machine/worktree/same-place.ts'
import { configurationOf } from './configured.ts'
import type { Item, Machine } from './errand.ts'

export type Places =
  /** `root` holds nothing but worktrees when it is `ours`; else other things of the operator's may lie there too. */
  | { outcome: 'fit'; root: string; ours: boolean; pool: string; isolation: Isolation }
  | { outcome: 'unfit'; because: string; cure: string }

type Project = Item['project']
type Home = Pick<Machine, 'root' | 'pool' | 'trash'>

export async function placesOf(project: Project, home: Home): Promise<Places> {
  const configured = await configurationOf({ project })
  const isThere = configured.outcome === 'read' && configured.written
  if (!isThere && (await realPathIfThere(project.path)) === undefined)
    return unfit(`MAIN is not at ${project.path}`, 'Register the project again where it is now: project.register.')
  const pool = join(home.pool, project.slug)
  const usual = { outcome: 'fit', root: join(home.root, project.slug), ours: true, pool } as const
  // What is wrong with the file is told in full by the preparing, which it stops.
  if (configured.outcome !== 'read') return { ...usual, isolation: 'isolated' }
  const { root: wanted, isolation } = configured.configuration.worktrees
  if (wanted === undefined) return { ...usual, isolation }
  if (!configured.trusted)
    return unfit(
      `flower.yaml wants worktrees in ${wanted}, which waits for an operator's trust`,
      `See what it says with project.show, then project.trust {project: "${project.slug}", hash: "${configured.hash}"}.`,
    )
  const root = resolve(project.path, wanted)
  if (
    (await isSamePlace(root, project.path)) ||
    (await liesBelow(root, project.path)) ||
    (await isWithinGit(root, project))
  )
    return unfit(
      `${root} (worktrees.root of flower.yaml) lies in MAIN, whose tools would walk all worktrees`,
      `Name a folder beside it there, such as ../${project.slug}-worktrees.`,
    )
  return { outcome: 'fit', root, ours: false, pool: await besides(pool, root, project.slug, 'pool'), isolation }
}

const unfit = (because: string, cure: string): Places => ({ outcome: 'unfit', because, cure })

const isWithinGit = async (root: string, { gitDir }: Project): Promise<boolean> =>
  (await isSamePlace(root, gitDir)) || (await liesBelow(root, gitDir))

/** A move to another disk is a copy: then the folder is one in `root` itself, by a name that no worktree has. */
async function besides(inHome: string, root: string, slug: string, what: 'pool' | 'trash'): Promise<string> {
  return (await isOnOneDisk(inHome, root)) ? inHome : folderBeside(root, slug, what)
}

const folderBeside = (root: string, slug: string, what: 'pool' | 'trash'): string => join(root, `.flower-${what}`, slug)

/** Where what is taken from `path` lies until it is too old. */
export const trashFor = (path: string, slug: string, home: Home): Promise<string> =>
  besides(join(home.trash, slug), dirname(path), slug, 'trash')

/** The same where the system would not move it to the home, although both seem to be on one disk. */
export const trashBeside = (path: string, slug: string): string => folderBeside(dirname(path), slug, 'trash')

/** Whether it is a folder that we made for removed worktrees, wherever. */
export const isTrash = async (folder: string, home: Home): Promise<boolean> =>
  (await liesBelow(folder, home.trash)) || /[\\/]\.flower-trash[\\/][^\\/]+[\\/][^\\/]+$/.test(folder)
