/** The same as `recall.decisions`, under its noun. */
import { decisions } from '../recall/decisions.ts'
import type { Read } from '../work.ts'

export const list: Read<'decision.list'> = (input, work) => decisions(input, work)
