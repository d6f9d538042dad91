/** Projects by slug, by id and by the folder that a caller stands in. */
import { type Main, newMain } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Row } from '../codec.ts'
import { mainRow, projectRow } from '../rows.ts'
import { type ReadTx, statement } from '../transaction.ts'

const byId = statement<Row<Project>>('select * from projects where id = ?')
const bySlug = statement<Row<Project>>('select * from projects where slug = ? and removed_at is null')
const slugs = statement<{ id: number; slug: string }>('select id, slug from projects')

const listed = statement<Row<Project>>('select * from projects where removed_at is null order by id')

/** All projects that were not removed, in the order of their coming. */
export const listProjects = async (tx: ReadTx): Promise<Project[]> => (await listed(tx)).map(projectRow.read)

export async function findProject(tx: ReadTx, slug: string): Promise<Project | undefined> {
  const [row] = await bySlug(tx, slug)
  return row && projectRow.read(row)
}

export async function findProjectByGitDir(tx: ReadTx, gitDir: string): Promise<Project | undefined> {
  const row = await tx.db
    .selectFrom('projects')
    .selectAll()
    .where('git_dir', '=', gitDir)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && projectRow.read(row)
}

/** Removed ones too: a Brief keeps its project's name. */
export async function getProject(tx: ReadTx, id: number): Promise<Project> {
  const [row] = await byId(tx, id)
  if (!row) throw new Refusal('project.missing', { project: id })
  return projectRow.read(row)
}

/** The slugs of all projects that ever were, by id. */
export async function projectSlugs(tx: ReadTx): Promise<Map<number, string>> {
  return new Map((await slugs(tx)).map(row => [row.id, row.slug]))
}

/** The project that a caller means: the one named, or the only one there is. */
export async function meantProject(tx: ReadTx, slug: string | undefined): Promise<Project> {
  if (slug !== undefined) {
    const named = await findProject(tx, slug)
    if (!named) throw new Refusal('project.missing', { project: slug })
    return named
  }
  const all = await listProjects(tx)
  const only = all[0]
  if (only && all.length === 1) return only
  throw new Refusal('project.unclear', { count: all.length, candidates: all.map(each => each.slug).join(', ') })
}

/** The id of a project to filter by; undefined when none was named. */
export async function filterProject(tx: ReadTx, slug: string | undefined): Promise<number | undefined> {
  return slug === undefined ? undefined : (await meantProject(tx, slug)).id
}

const mainOf = statement<Row<Main>>('select * from mains where id = ?')

/** MAIN of a project; one that nobody has looked at yet is as new. */
export async function getMain(tx: ReadTx, projectId: number): Promise<Main> {
  const [row] = await mainOf(tx, projectId)
  return row ? mainRow.read(row) : newMain(projectId)
}
