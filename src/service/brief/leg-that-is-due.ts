/** The leg that comes next for a Brief when nobody names one. */
import type { Brief } from '#domain/brief.ts'
import type { Leg } from '#domain/status.ts'
import { dispatchesOf } from '#store/queries/dispatches.ts'
import { cameBack } from '../landing/came-back.ts'
import type { ReadWork } from '../work.ts'

/** With the design loop on a design comes first; after a review that asked for changes, or when it came back from the queue, a fix; else the build. */
export async function legThatIsDue(work: ReadWork, brief: Brief): Promise<Leg> {
  if (brief.reviewed === 'changes' || (await cameBack(work, brief.id))) return 'fix'
  if (!brief.designLoop) return 'build'
  const designed = (await dispatchesOf(work.tx, brief.id)).some(each => each.leg === 'design' && each.status === 'done')
  return designed ? 'build' : 'design'
}
