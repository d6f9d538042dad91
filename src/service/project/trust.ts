/** An operator trusts the exact content of a flower.yaml: only then do its commands run. A change asks again. */
import { newEvent } from '#domain/events/catalogue.ts'
import { meantProject } from '#store/queries/projects.ts'
import { keepSetting, readSetting } from '#store/queries/settings.ts'
import { commit, type Write } from '../work.ts'

export const trustSetting = (projectId: number): string => `trust:${projectId}`

export const trust: Write<'project.trust'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const before = await readSetting(work.tx, trustSetting(project.id))
  const answer = { project: project.slug, hash: input.hash }
  if (before === input.hash) return { ...answer, next: 'It was trusted already.' }
  await keepSetting(work.tx, trustSetting(project.id), input.hash)
  await commit(work, {
    events: [newEvent('configuration_trusted', null, { slug: project.slug, hash: input.hash }, project.id)],
  })
  return { ...answer, next: 'Worktrees that waited for it go on with worktree.prepare.' }
}
