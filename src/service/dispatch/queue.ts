/** The same as `recall.queue`, under its noun. */
import { queue as recalled } from '../recall/queue.ts'
import type { Read } from '../work.ts'

export const queue: Read<'dispatch.queue'> = (input, work) => recalled(input, work)
