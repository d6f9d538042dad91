/** What the runner has to know: every MAIN with its project. */
import { getMain, listProjects } from '#store/queries/projects.ts'
import { projectPlace } from '../project/place.ts'
import type { Read } from '../work.ts'

export const errands: Read<'main.errands'> = async ({ node }, work) => {
  const items = []
  for (const { id } of (await listProjects(work.tx)).filter(each => each.node === node))
    items.push({ main: await getMain(work.tx, id), project: await projectPlace(work, id) })
  return { items }
}
