/** What waits for the caller. */
import type { Read } from '../work.ts'
import { whatWaits } from './told.ts'

export const inbox: Read<'agent.inbox'> = async (_, work) => whatWaits(work)
