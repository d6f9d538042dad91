/** What waits for the caller. */

import { whatWaits } from '../run/told.ts'
import type { Read } from '../work.ts'

export const inbox: Read<'agent.inbox'> = async (_, work) => whatWaits(work)
