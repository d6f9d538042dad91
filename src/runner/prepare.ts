/** Makes a worktree ready for its agent's first turn. What stands in the way is told whole, and never passed over. */
import type { Finding } from '#domain/worktree/moves.ts'
import { type Preparation, prepare as prepareFolder } from '#machine/prepare/prepare.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { reregister } from '#machine/worktree/reregister.ts'
import { isThere } from '#machine/worktree/same-place.ts'
import { type Configured, configurationOf } from './configured.ts'
import type { Errand } from './errand.ts'
import { endLeftovers, markerOf } from './leftovers.ts'
import { absence, look } from './look.ts'
import { wordsOf } from './service/place.ts'

export async function prepare(errand: Errand): Promise<Finding> {
  const { worktree, project, machine, tell, signal } = errand
  if (worktree.journal?.of === 'prepare') {
    await tell({ what: 'resumed', how: 'it goes on, and does what is still to be done', journal: worktree.journal })
    // What was cut off may go on by itself, and would be in the way of what is done now.
    const left = await endLeftovers(errand)
    if (left) return { what: 'failed', reason: left }
  } else await tell({ what: 'begun', journal: { of: 'prepare' } })
  await knownToGit(errand)
  const away = await absence(errand)
  if (away) return { what: away.outcome === 'gone' ? 'gone' : 'failed', reason: away.reason }
  const configured = await configurationOf(errand)
  if (configured.outcome !== 'read') return { what: 'failed', reason: configured.reason }
  const ports = await errand.serving.reserve(worktree, configured.configuration)
  if ('reason' in ports) return { what: 'failed', reason: ports.reason }
  const done = await prepareFolder({
    main: project.path,
    repository: project.gitDir,
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
  // What was brought is out of git's sight, so that only commands can have changed what it says.
  const isAsProven = done.report.ran.length === 0 && errand.proven
  const after = isAsProven ? { outcome: 'seen' as const, standing: isAsProven } : await look(errand, machine.now())
  if (after.outcome !== 'seen') return { what: 'failed', reason: after.reason }
  return {
    what: 'prepared',
    fingerprint: done.fingerprint,
    ports: ports.ports,
    warnings: [...worktree.warnings.filter(each => !ofPreparing.test(each)), ...warningsOf(done)],
    standing: after.standing,
  }
}

/** An entry that somebody took away is made anew, when the folder is there and its branch is free; else the look tells what is. */
async function knownToGit({ worktree, project, tell }: Errand): Promise<void> {
  const { path, branch } = worktree
  if (branch === null || !(await isThere(path)) || (await registrationOf(project.gitDir, path))) return
  const done = await reregister({ gitDir: project.gitDir, folder: path, branch })
  if (done.outcome !== 'registered') return
  const how = 'git did not know it any more, and does again; what was staged shows as changed'
  await tell({ what: 'resumed', how, journal: { of: 'prepare' } })
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

/** What an earlier preparing warned of is looked at anew by each. */
const ofPreparing = / is asked for by flower\.yaml, but MAIN has none\.$| was not brought: /

const warningsOf = ({ report }: Extract<Preparation, { outcome: 'ready' }>): string[] => [
  ...report.missing.map(path => `${path} is asked for by flower.yaml, but MAIN has none.`),
  ...report.withheld.map(({ what, why }) => `${what} was not brought: ${why}.`),
]
