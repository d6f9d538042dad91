/** Where a project is on this machine, as the runner needs it. */
import type { Place } from '#contract/shapes.ts'
import { getProject } from '#store/queries/projects.ts'
import { readSetting } from '#store/queries/settings.ts'
import type { ReadWork } from '../work.ts'
import { trustSetting } from './trust.ts'

export async function projectPlace({ tx }: Pick<ReadWork, 'tx'>, projectId: number): Promise<Place> {
  const { slug, path, gitDir, primaryBranch } = await getProject(tx, projectId)
  return {
    id: projectId,
    slug,
    path,
    gitDir,
    primaryBranch,
    trusted: (await readSetting(tx, trustSetting(projectId))) ?? null,
  }
}
