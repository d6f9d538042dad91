/** What flower.yaml of MAIN has for a place, once it may run; refuses otherwise, each time with the cure. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { parseConfiguration, problemLine } from '#domain/configuration/parse.ts'
import { Refusal } from '#domain/refusal.ts'
import { type DeclaredService, servicesOf } from '#domain/serving/place.ts'
import { assertLiving } from '#domain/worktree/moves.ts'
import { readSetting } from '#store/queries/settings.ts'
import { trustSetting } from '../project/trust.ts'
import type { ReadWork } from '../work.ts'
import { type Place, whereOf } from './place.ts'

/** At least one. */
export async function declaredAt(work: ReadWork, place: Place): Promise<DeclaredService[]> {
  refuseUnready(place)
  const text = work.facts.configuration ?? ''
  const configuration = readable(text, place)
  const declared = servicesOf(configuration, place.worktree ? 'worktree' : 'main')
  if (declared.length === 0)
    throw none(
      place,
      'flower.yaml of MAIN declares none that runs there',
      'Declare one there: docs/reference/configuration.md.',
    )
  const hash = configurationHash(text)
  const trusted = await readSetting(work.tx, trustSetting(place.project.id))
  if (trusted !== hash) throw new Refusal('configuration.untrusted', { project: place.project.slug, hash })
  return declared
}

const none = (place: Place, because: string, cure: string): Refusal =>
  new Refusal('service.none', { where: whereOf(place), because, cure })

function refuseUnready(place: Place): void {
  const { project, worktree } = place
  if (!worktree) return
  assertLiving(worktree)
  const main = `service.start {project: "${project.slug}"} starts those of MAIN`
  if (worktree.isolation === 'shared')
    throw none(place, 'it is shared, so it uses those of MAIN', `${main}; worktree.create makes isolated ones.`)
  if (worktree.isolation === 'code')
    throw none(place, 'it is for code only', `worktree.create {isolation: "isolated"} makes one that serves; ${main}.`)
  if (worktree.status === 'ready') return
  throw new Refusal('worktree.unready', { worktreeId: worktree.id, status: worktree.status, reason: worktree.reason })
}

function readable(text: string, { project }: Place): Configuration {
  const { configuration, problems } = parseConfiguration(text)
  if (configuration) return configuration
  throw new Refusal('configuration.unreadable', {
    project: project.slug,
    problems: problems.slice(0, 5).map(problemLine).join('; '),
  })
}
