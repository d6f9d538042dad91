/** Says that an attempt failed, with the reason. */
import type { Write } from '../work.ts'
import { giveUp } from './give-up.ts'

export const fail: Write<'dispatch.fail'> = (input, work) => giveUp(work, input, 'failed')
