/** The same as `recall.briefs`, under its noun. */
import { briefs } from '../recall/briefs.ts'
import type { Read } from '../work.ts'

export const list: Read<'brief.list'> = (input, work) => briefs(input, work)
