/** Asks for services to stop. Asks for no trust and no configuration: what runs can always be stopped. */
import { join } from '#domain/change.ts'
import { askService } from '#domain/serving/moves.ts'
import { servicesAt } from '#store/queries/services.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'
import { idsOf, missing, namedPlace, placeOf, refuseMainTo } from './place.ts'

export const stop: Write<'service.stop'> = async (input, work) => {
  const place = await placeOf(work.tx, input)
  refuseMainTo(work, place, 'service.stop')
  const known = await servicesAt(work.tx, idsOf(place))
  const asked = known.filter(each => input.service === undefined || each.name === input.service)
  if (input.service !== undefined && asked.length === 0)
    throw missing(
      input.service,
      place,
      known.map(each => each.name),
    )
  const changes = asked.map(each => askService(each, 'stopped', namedPlace(place)))
  await commit(work, join(...changes))
  return answerOf(
    place,
    changes.flatMap(each => each.services),
    'stopped',
    work.sitePort,
  )
}
