/** The run of a gate that judges a submission right now, read where the queue's driver of this machine has noted it. */
import { join } from 'node:path'
import { segmentOf } from '#domain/worktree/name.ts'
import { runningIn } from '#machine/gate/left-over.ts'
import { readLog } from '#machine/service/read-log.ts'
import type { Facts } from '#service/facts.ts'
import type { BranchesKnown } from './branch-facts.ts'

/** Lines of its log that are shown. */
const lines = 40

export async function runningGate(
  mergeId: number,
  { where }: Pick<BranchesKnown, 'where'>,
  checks: string,
): Promise<Facts['running']> {
  const meant = await where({ mergeId })
  const noted = await runningIn(join(checks, meant.place.slug, segmentOf(meant.where.target)))
  if (!noted?.about.mergeIds.includes(mergeId)) return undefined
  const { gate, commit, startedAt } = noted.about
  return { gate, commit, startedAt, lines: readLog({ folder: noted.folder, lines }).lines }
}
