/** A service's log, read from the disk before an operation's transaction begins. */
import { join } from 'node:path'
import { serviceKey } from '#domain/serving/place.ts'
import { nextOfLog, readLog } from '#machine/service/read-log.ts'
import type { LogFacts } from '#service/facts.ts'
import { type Known, meantProject } from '../worktree-facts.ts'

type KnownLogs = Known & { services: string; ending: AbortSignal | undefined }

const usualLines = 200

/** With `wait` as soon as there is a line after `after`; without `after`, after what there is now. */
export async function readServiceLog(input: Record<string, unknown>, known: KnownLogs): Promise<LogFacts | undefined> {
  const project = await meantProject(input, known)
  if (!project || typeof input.service !== 'string') return undefined
  const worktreeId = typeof input.worktreeId === 'number' ? input.worktreeId : null
  const folder = join(known.services, serviceKey({ projectId: project.id, worktreeId }, input.service))
  const { after, lines = usualLines, wait = 0 } = input as { after?: number; lines?: number; wait?: number }
  const last = after === undefined ? readLog({ folder, lines }) : undefined
  if (last && (last.lines.length > 0 || wait === 0)) return factsOf(last)
  const over = AbortSignal.any([AbortSignal.timeout(wait * 1_000), ...(known.ending ? [known.ending] : [])])
  return factsOf(await nextOfLog({ folder, after: after ?? last?.cursor ?? 0 }, over))
}

const factsOf = ({ lines, cursor, skipped }: ReturnType<typeof readLog>): LogFacts => ({
  lines,
  after: cursor,
  cut: skipped,
})
