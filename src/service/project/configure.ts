/** Sets which branch is MAIN's, and the defaults that new Briefs of a project begin with; those that are there keep their switches. */
import { newEvent } from '#domain/events/catalogue.ts'
import { newMain } from '#domain/main/main.ts'
import type { Project, ProjectDefaults } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import { liveSubmissions } from '#store/queries/merges.ts'
import { getMain, meantProject } from '#store/queries/projects.ts'
import { keepProject } from '#store/rows.ts'
import { commit, type Write, type WriteWork } from '../work.ts'

export const configure: Write<'project.configure'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const set = Object.fromEntries(
    Object.entries(input.defaults ?? {}).filter(
      ([name, value]) => value !== undefined && value !== project.defaults[name as keyof ProjectDefaults],
    ),
  )
  const defaults: ProjectDefaults = { ...project.defaults, ...set }
  const { primaryBranch = project.primaryBranch } = input
  const isMoved = primaryBranch !== project.primaryBranch
  const told = isMoved ? { ...set, primaryBranch } : set
  if (isMoved) await moveMain(work, project, primaryBranch)
  if (Object.keys(told).length > 0) {
    await keepProject(work.tx, { ...project, primaryBranch, defaults })
    await commit(work, {
      events: [newEvent('project_configured', null, { slug: project.slug, set: told }, project.id)],
    })
  }
  const next = isMoved
    ? `Check ${primaryBranch} out in MAIN; until then nothing lands.`
    : 'New Briefs begin with these; brief.configure changes a single one.'
  return { project: project.slug, primaryBranch, defaults, next }
}

/** What was known of MAIN was of another branch. Its hooks are put in place anew, as they guard a branch by its name. */
async function moveMain(work: WriteWork, project: Project, branch: string): Promise<void> {
  if (!work.facts.isBranch)
    throw new Refusal('project.unready', {
      problem: `There is no branch ${branch} in ${project.slug}.`,
      cure: 'Name a local branch that has a commit.',
    })
  const main = await getMain(work.tx, project.id)
  if (main.landing || main.errand || (await liveSubmissions(work.tx, project.id)).length > 0)
    throw new Refusal('project.unready', {
      problem: `${project.slug} has work under way in MAIN or in its queue.`,
      cure: 'Let it land, or take it out with merge.cancel; merge.queue lists it.',
    })
  const { standing, since } = newMain(project.id)
  const errand = main.guarded ? ('guard' as const) : null
  await commit(work, { mains: [{ ...main, standing, since, errand }], events: [] })
}
