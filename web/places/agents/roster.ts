import type { Output } from '#contract/catalogue.ts'
import { useRead } from '../../house/read.ts'
import { isAtWork } from './words.ts'

/** Milliseconds: what agents say, and their silence, come without an event. */
const [whileAtWork, whileResting] = [2_500, 10_000]

const untilNext = (data: Output<'agent.list'> | undefined): number =>
  data?.items.some(isAtWork) ? whileAtWork : whileResting

/** Who works, in one project or in all of them; `calm` reads it again seldom. */
export const useRoster = (project: string | undefined, how: { calm?: boolean; enabled?: boolean } = {}) =>
  useRead('agent.list', { project }, { ...how, every: how.calm ? () => whileResting : untilNext })
