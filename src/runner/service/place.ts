/** One place as the runner has it in hand: MAIN of a project or a worktree, with what flower.yaml says of it. */
import type { Output } from '#contract/catalogue.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { databaseNameOf, valuesOf } from '#domain/configuration/environment.ts'
import type { Words } from '#domain/configuration/template.ts'
import { type ServingPlace, servicesOf, sitesOf } from '#domain/serving/place.ts'
import { siteUrl } from '#domain/serving/site-name.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import type { Configured } from '../configured.ts'

export type PlaceItem = Output<'service.errands'>['places'][number]

export type PlaceInHand = PlaceItem & { key: string; configured: Configured }

export const whoseOf = ({ project, worktree }: Pick<PlaceItem, 'project' | 'worktree'>): ServingPlace => ({
  projectId: project.id,
  worktreeId: worktree?.id ?? null,
})

/** Empty where nothing of it runs there. */
export function declaredAt(
  { worktree }: Pick<PlaceItem, 'worktree'>,
  configuration: Configuration,
): ReturnType<typeof servicesOf> {
  if (worktree === null) return servicesOf(configuration, 'main')
  return worktree.isolation === 'isolated' ? servicesOf(configuration, 'worktree') : []
}

type Values = {
  project: { slug: string; path: string; primaryBranch: string }
  /** Null for MAIN. */
  worktree: Worktree | null
  configuration: Configuration
  ports: Readonly<Record<string, number>>
  sitePort: number | null
}

/** The values of templates in a place: the same for preparing it, its services and whatever else is started there. */
export function wordsOf({ project, worktree, configuration, ports, sitePort }: Values): Words {
  const { slug } = project
  if (worktree === null) {
    const site = siteAt(sitePort, slug, null, configuration)
    return valuesOf({
      project: slug,
      worktree: 'main',
      branch: project.primaryBranch,
      path: project.path,
      ports,
      ...site,
    })
  }
  const { name, branch, path, isolation } = worktree
  const own = { project: slug, worktree: name, branch: branch ?? '', path }
  if (isolation === 'code') return valuesOf({ ...own, ports: {} })
  // Whoever shares looks at what MAIN serves; its database is not theirs to name.
  if (isolation === 'shared') return valuesOf({ ...own, ports: {}, ...siteAt(sitePort, slug, null, configuration) })
  const database = databaseNameOf(slug, name)
  return valuesOf({ ...own, ports, database, ...siteAt(sitePort, slug, name, configuration) })
}

function siteAt(sitePort: number | null, project: string, worktree: string | null, configuration: Configuration) {
  const [plain] = sitesOf(configuration, worktree === null ? 'main' : 'worktree')
  return sitePort === null || plain === undefined ? {} : { site: siteUrl(sitePort, project, worktree, plain.site) }
}
