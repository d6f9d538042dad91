/** Registers a repository. Its facts were gathered before; nothing in it is changed. */
import { newEvent } from '#domain/events/catalogue.ts'
import { noDefaults, type Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import { findProject, findProjectByGitDir } from '#store/queries/projects.ts'
import { keepProject } from '#store/rows.ts'
import { placesOf } from '../facts.ts'
import { commit, type Write, type WriteWork } from '../work.ts'

export const register: Write<'project.register'> = async (input, work) => {
  const found = work.facts.repository
  if (found?.outcome !== 'found')
    throw new Refusal('project.unready', {
      problem: found?.problem ?? 'nothing was found there',
      cure: found?.cure ?? 'Check the path.',
    })
  const { node } = placesOf(work)
  const known = await findProjectByGitDir(work.tx, found.gitDir)
  // From where it was named last, there it is.
  if (known && known.node !== node) await keepProject(work.tx, { ...known, node })
  if (known) return answer(known, 'It was registered already.')
  const project: Project = {
    id: work.tx.ledger.nextId('project'),
    slug: await freeSlug(work, input.name, found.name, found.primaryPath),
    node,
    path: found.primaryPath,
    gitDir: found.gitDir,
    primaryBranch: found.primaryBranch,
    remoteUrl: found.remoteUrl,
    defaults: noDefaults,
    createdAt: work.now,
    removedAt: null,
  }
  await keepProject(work.tx, project)
  await commit(work, {
    events: [
      newEvent(
        'project_registered',
        null,
        { slug: project.slug, path: project.path, primaryBranch: project.primaryBranch },
        project.id,
      ),
    ],
  })
  return answer(project, 'Capture what should happen with brief.capture {text}.')
}

const answer = (project: Project, next: string) => ({
  projectId: project.id,
  project: project.slug,
  path: project.path,
  primaryBranch: project.primaryBranch,
  next,
})

/** The name that was asked for, or the folder's with a number when that is taken. */
async function freeSlug(work: WriteWork, asked: string | undefined, suggested: string, path: string): Promise<string> {
  if (asked) {
    const taken = await findProject(work.tx, asked)
    if (taken) throw new Refusal('project.taken', { project: asked, path: taken.path, asked: path })
    return asked
  }
  for (let number = 1; ; number++) {
    const slug = number === 1 ? suggested : `${suggested}-${number}`
    if (!(await findProject(work.tx, slug))) return slug
  }
}
