/** A service of a place as the machine starts it. */
import { join } from 'node:path'
import { type CommandLine, fillCommand } from '#domain/configuration/command-line.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { worktreeEnvironment } from '#domain/configuration/environment.ts'
import { renderTemplate, type Words } from '#domain/configuration/template.ts'
import { serviceKey } from '#domain/serving/place.ts'
import type { Health } from '#machine/service/probe.ts'
import type { ServiceSpec } from '#machine/service/services.ts'
import { type PlaceInHand, whoseOf, wordsOf } from './place.ts'

const maxLogBytes = 4_000_000
/** From SIGTERM to SIGKILL. */
const graceMs = 5_000

type Surroundings = { services: string; sitePort: number | null; ports: Readonly<Record<string, number>> }

type Program = Pick<ServiceSpec, 'run' | 'env' | 'health'>

/** What can't be started says why as soon as it is tried, so that what runs under it already can be looked after. */
export function specOf(place: PlaceInHand, name: string, { services, sitePort, ports }: Surroundings): ServiceSpec {
  const key = serviceKey(whoseOf(place), name)
  const where = {
    key,
    folder: join(services, key),
    cwd: place.worktree?.path ?? place.project.path,
    host: '127.0.0.1',
    port: hasNoPort(place, name) ? undefined : ports[name],
    maxLogBytes,
    graceMs,
  }
  const program = programOf(place, name, { sitePort, ports })
  if (typeof program !== 'string') return { ...where, ...program }
  const refuse = (): Promise<void> => Promise.reject(new Error(program))
  return { ...where, run: { words: [] }, env: {}, health: undefined, beforeStart: refuse }
}

const hasNoPort = ({ configured }: PlaceInHand, name: string): boolean =>
  configured.outcome === 'read' && configured.configuration.services[name]?.port === undefined

/** A text is why there is none. */
function programOf(
  { configured, project, worktree }: PlaceInHand,
  name: string,
  { sitePort, ports }: Pick<Surroundings, 'sitePort' | 'ports'>,
): Program | string {
  const obstacle = whyNothingRuns(configured)
  if (configured.outcome !== 'read' || obstacle) return obstacle ?? ''
  const { configuration } = configured
  const service = configuration.services[name]
  if (!service) return 'flower.yaml of MAIN declares it no more'
  const words = wordsOf({ project, worktree, configuration, ports, sitePort })
  const command = fillCommand(service.command, words)
  if (command.outcome !== 'filled') return command.problem
  const health = healthOf(service.health, words)
  if (typeof health === 'string') return health
  const { variables } = worktreeEnvironment(configuration, words, worktree?.isolation ?? 'isolated', name)
  return { run: command.command, env: variables, health }
}

/** What keeps every command of the configuration from running, in words. */
export function whyNothingRuns(configured: PlaceInHand['configured']): string | undefined {
  if (configured.outcome !== 'read') return configured.reason
  return configured.trusted
    ? undefined
    : `flower.yaml of MAIN waits for an operator's trust: project.trust {hash: "${configured.hash}"}`
}

type ConfiguredHealth = Configuration['services'][string]['health']

function healthOf(health: ConfiguredHealth, words: Words): Health | undefined | string {
  if (health === undefined) return undefined
  if (health.kind === 'http') {
    const url = renderTemplate(health.url, words)
    return url.outcome === 'rendered' ? { http: url.text } : `there is no value for {{${url.word}}}`
  }
  const command = fillCommand(health.command, words)
  return command.outcome === 'filled' ? { run: wordsToRun(command.command) } : command.problem
}

const wordsToRun = (command: CommandLine): string[] =>
  'shell' in command ? ['/bin/sh', '-c', command.shell] : command.words
