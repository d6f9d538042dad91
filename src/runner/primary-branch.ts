/** The branch that flower.yaml of MAIN names as MAIN's, which may be another than the one that was registered. */
import type { Complaint } from '#contract/shapes.ts'
import { configurationFile } from '#domain/configuration/configuration.ts'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { commitAt } from '#machine/git/commits.ts'
import { isRefName } from '#machine/git/ref-name.ts'
import { configurationText } from './configured.ts'

type Main = { slug: string; path: string; gitDir: string; primaryBranch: string }

/** Of a local branch: whether it has a commit. */
export const isBranch = async ({ gitDir }: Pick<Main, 'gitDir'>, name: string): Promise<boolean> =>
  isRefName(name) && (await commitAt(gitDir, `refs/heads/${name}`)) !== undefined

/** Undefined also where flower.yaml can't be read, which is told elsewhere. */
export const namedBranch = async (main: Omit<Main, 'slug'>): Promise<string | undefined> =>
  parseConfiguration(await configurationText(main)).configuration?.main.branch

export async function primaryBranchComplaints(project: Main): Promise<Complaint[]> {
  const named = await namedBranch(project)
  if (named === undefined || named === project.primaryBranch) return []
  const cure = (await isBranch(project, named))
    ? `project.configure {project: "${project.slug}", primaryBranch: "${named}"} makes it MAIN's.`
    : `Make that branch, or take main.branch out of ${configurationFile}.`
  const what = `${configurationFile} of ${project.slug} names ${named} as MAIN's branch, and MAIN's is ${project.primaryBranch}.`
  return [{ what, severity: 'warning', cure }]
}
