/** Answers anew once each service is as it was asked for, or has failed at it. */
import type { ServiceAnswer } from '#contract/service.ts'
import { isSettled } from '#domain/serving/record.ts'
import { servicesAt } from '#store/queries/services.ts'
import { type Patient, until } from '../until.ts'
import { answerOf } from './answer.ts'
import { idsOf, placeOf } from './place.ts'

export const untilServed = (
  house: Patient & { sitePort: () => number | null },
  first: ServiceAnswer,
  seconds: number,
): Promise<ServiceAnswer> =>
  until(house, first, seconds, async tx => {
    const place = await placeOf(tx, { worktreeId: first.worktreeId ?? undefined, project: first.project })
    const names = new Set(first.items.map(each => each.service))
    const services = (await servicesAt(tx, idsOf(place))).filter(each => names.has(each.name))
    return {
      answer: answerOf(place, services, first.items[0]?.wanted ?? 'stopped', house.sitePort()),
      isDone: services.every(isSettled),
    }
  })
