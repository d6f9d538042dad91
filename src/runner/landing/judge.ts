/** Runs one gate on one commit, in a checkout of the queue's own, and tells what it said. */
import { join } from 'node:path'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { valuesOf } from '#domain/configuration/environment.ts'
import type { Judging } from '#domain/landing/plan.ts'
import { segmentOf } from '#domain/worktree/name.ts'
import { judge as judgeCommit } from '#machine/gate/judge.ts'
import { type Ground, tell } from './ground.ts'

/** Of one run's log on the disk. */
const maxLogBytes = 8 * 1024 * 1024

export type Judged = 'told' | 'cancelled' | { trouble: string }

type Rules = { configuration: Configuration; trusted: boolean; toolchain: string }

export async function judge(ground: Ground, target: string, judging: Judging, rules: Rules): Promise<Judged> {
  const { item, machine, signal } = ground
  const { project } = item
  const { gate, commit, submissionIds } = judging
  const { worktrees } = rules.configuration
  const defined = rules.configuration.gates[gate.name]
  if (!defined) return { trouble: `MAIN has no gate ${gate.name} any more.` }
  const folder = join(machine.checks, project.slug, segmentOf(target))
  const answer = await judgeCommit({
    gitDir: project.gitDir,
    main: project.path,
    folder,
    commit,
    configuration: rules.configuration,
    trusted: rules.trusted,
    values: valuesOf({
      project: project.slug,
      worktree: 'gate',
      branch: target,
      path: join(folder, 'tree'),
      ports: {},
    }),
    isolation: 'code',
    filling: { largeFiles: worktrees.largeFiles, timeoutMs: worktrees.checkoutTimeout },
    gate: { ...gate, command: defined.command, timeoutMs: defined.timeout },
    toolchain: rules.toolchain,
    mergeIds: submissionIds,
    marker: machine.newMarker(),
    logs: join(machine.gateLogs, project.slug),
    maxLogBytes,
    now: Date.now,
    signal,
  })
  if (answer.outcome === 'cancelled') return 'cancelled'
  if (answer.outcome === 'trouble') return { trouble: answer.reason }
  if (answer.outcome === 'untrusted') return { trouble: 'The commands of flower.yaml wait for trust.' }
  await tell(ground, { what: 'judged', run: answer.run, mergeIds: submissionIds })
  return 'told'
}
