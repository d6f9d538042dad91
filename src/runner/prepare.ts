/** Makes a worktree ready for its agent's first turn. What stands in the way is told whole, and never passed over. */
import type { Finding } from '#domain/worktree/moves.ts'
import { type Preparation, prepare as prepareFolder } from '#machine/prepare/prepare.ts'
import { type Configured, configurationOf } from './configured.ts'
import type { Errand } from './errand.ts'
import { endLeftovers, markerOf } from './leftovers.ts'
import { look } from './look.ts'
import { wordsOf } from './service/place.ts'

export async function prepare(errand: Errand): Promise<Finding> {
  const { worktree, project, machine, tell, signal } = errand
  if (worktree.journal?.of === 'prepare') {
    await tell({ what: 'resumed', how: 'it goes on, and does what is still to be done', journal: worktree.journal })
    // What was cut off may go on by itself, and would be in the way of what is done now.
    const left = await endLeftovers(errand)
    if (left) return { what: 'failed', reason: left }
  } else await tell({ what: 'begun', journal: { of: 'prepare' } })
  const before = await look(errand, machine.now())
  if (before.outcome === 'gone') return { what: 'gone', reason: before.reason }
  if (before.outcome === 'unclear') return { what: 'failed', reason: before.reason }
  const configured = await configurationOf(errand)
  if (configured.outcome !== 'read') return { what: 'failed', reason: configured.reason }
  const ports = await errand.serving.reserve(worktree, configured.configuration)
  if ('reason' in ports) return { what: 'failed', reason: ports.reason }
  const done = await prepareFolder({
    main: project.path,
    folder: worktree.path,
    configuration: configured.configuration,
    trusted: configured.trusted,
    values: wordsOf({ ...errand, ...ports, configuration: configured.configuration, sitePort: machine.sitePort() }),
    isolation: worktree.isolation,
    marker: markerOf(errand),
    journal: () => undefined,
    signal,
  })
  if (done.outcome !== 'ready') return { what: 'failed', reason: whyNot(done, configured) }
  const after = await look(errand, machine.now())
  if (after.outcome !== 'seen') return { what: 'failed', reason: after.reason }
  return {
    what: 'prepared',
    fingerprint: done.fingerprint,
    ports: ports.ports,
    warnings: [...new Set([...worktree.warnings, ...warningsOf(done)])],
    standing: after.standing,
  }
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
