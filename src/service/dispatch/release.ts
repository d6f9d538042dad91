/** Gives a dispatch back with a reason. */
import type { Write } from '../work.ts'
import { giveUp } from './give-up.ts'

export const release: Write<'dispatch.release'> = (input, work) => giveUp(work, input, 'released')
