/** Makes a worktree ready for its agent's first turn. What stands in the way is told whole, and never passed over. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { valuesOf } from '#domain/configuration/environment.ts'
import type { Words } from '#domain/configuration/template.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import { type Preparation, prepare as prepareFolder } from '#machine/prepare/prepare.ts'
import { holdPorts } from '#machine/service/ports.ts'
import { type Configured, configurationOf } from './configured.ts'
import type { Errand } from './errand.ts'
import { absence, look } from './look.ts'

/** Where ports are looked for that nobody wants in particular. */
const portRange = { from: 20_100, to: 29_900 }

export async function prepare(errand: Errand): Promise<Finding> {
  const { worktree, project, machine, tell, signal } = errand
  if (worktree.journal?.of === 'prepare')
    await tell({ what: 'resumed', how: 'it goes on, and does what is still to be done', journal: worktree.journal })
  else await tell({ what: 'begun', journal: { of: 'prepare' } })
  const away = await absence(errand)
  if (away) return { what: away.outcome === 'gone' ? 'gone' : 'failed', reason: away.reason }
  const configured = await configurationOf(errand)
  if (configured.outcome !== 'read') return { what: 'failed', reason: configured.reason }
  const ports = await errand.ports.inTurn(() => portsFor(errand, configured.configuration))
  if ('reason' in ports) return { what: 'failed', reason: ports.reason }
  const done = await prepareFolder({
    main: project.path,
    folder: worktree.path,
    configuration: configured.configuration,
    trusted: configured.trusted,
    values: wordsOf(errand, ports.ports),
    isolation: worktree.isolation,
    journal: () => undefined,
    signal,
  })
  if (done.outcome !== 'ready') return { what: 'failed', reason: whyNot(done, configured) }
  // What was brought is out of git's sight, so that only commands can have changed what it says.
  const isAsProven = done.report.ran.length === 0 && errand.proven
  const after = isAsProven ? { outcome: 'seen' as const, standing: isAsProven } : await look(errand, machine.now())
  if (after.outcome !== 'seen') return { what: 'failed', reason: after.reason }
  return {
    what: 'prepared',
    fingerprint: done.fingerprint,
    ports: ports.ports,
    warnings: [...new Set([...worktree.warnings, ...warningsOf(done)])],
    standing: after.standing,
  }
}

export const wordsOf = ({ worktree, project }: Pick<Errand, 'worktree' | 'project'>, ports = worktree.ports): Words =>
  valuesOf({
    project: project.slug,
    worktree: worktree.name,
    branch: worktree.branch ?? '',
    path: worktree.path,
    ports,
  })

/** The same as before where they are still free. Only whoever is isolated has services of its own. */
async function portsFor(
  { worktree, ports: { given } }: Errand,
  { services }: Configuration,
): Promise<{ ports: Record<string, number> } | { reason: string }> {
  const own = Object.entries(services).filter(([, service]) => !service.onlyMain)
  if (worktree.isolation !== 'isolated' || own.length === 0) return { ports: {} }
  const others = [...given].flatMap(([id, ports]) => (id === worktree.id ? [] : ports))
  const held = await holdPorts({
    host: '127.0.0.1',
    wanted: Object.fromEntries(own.map(([name, service]) => [name, service.port])),
    kept: worktree.ports,
    taken: new Set(others),
    range: portRange,
  })
  if (held.outcome === 'none_free') return { reason: `No port is free for the service ${held.service}.` }
  if (held.outcome === 'unavailable') return { reason: `Nothing can listen on this machine: ${held.code}.` }
  await held.releaseAll()
  const ports = Object.fromEntries(Object.entries(held.ports).map(([name, { got }]) => [name, got]))
  given.set(worktree.id, Object.values(ports))
  return { ports }
}

function whyNot(done: Exclude<Preparation, { outcome: 'ready' }>, configured: Configured): string {
  if (done.outcome === 'refused') return `${done.problem}. ${done.cure}`
  if (done.outcome === 'failed') return [`${done.step}: ${done.problem}`, ...done.lastLines].join('\n')
  const commands = done.commands.map(each => `${each.path}: ${each.text}`)
  const hash = configured.outcome === 'read' ? configured.hash : ''
  return [
    `flower.yaml of MAIN waits for an operator's trust: project.trust {hash: "${hash}"}. It would run:`,
    ...commands,
  ].join('\n')
}

const warningsOf = ({ report }: Extract<Preparation, { outcome: 'ready' }>): string[] => [
  ...report.missing.map(path => `${path} is asked for by flower.yaml, but MAIN has none.`),
  ...report.withheld.map(({ what, why }) => `${what} was not brought: ${why}.`),
]
