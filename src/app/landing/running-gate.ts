/** The run of a gate that judges a submission right now, read where the queue's driver of this machine has noted it. */
import { join } from 'node:path'
import type { Output } from '#contract/catalogue.ts'
import { segmentOf } from '#domain/worktree/name.ts'
import { runningIn } from '#machine/gate/left-over.ts'
import { readLog } from '#machine/service/read-log.ts'
import type { Facts } from '#service/facts.ts'

/** Lines of its log that are shown. */
const lines = 40

export function runningGate(
  { place, where }: Output<'merge.where'>,
  { checks, mergeId }: { checks: string; mergeId: number },
): Promise<Facts['running']> {
  return runningIn(join(checks, place.slug, segmentOf(where.target))).then(noted => {
    if (!noted?.about.mergeIds.includes(mergeId)) return undefined
    const { gate, commit, startedAt } = noted.about
    return { gate, commit, startedAt, lines: readLog({ folder: noted.folder, lines }).lines }
  })
}
