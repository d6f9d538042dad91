/** Asks for services to run. The runner starts them; what runs already is left as it is. */
import { join } from '#domain/change.ts'
import { askService, declareService } from '#domain/serving/moves.ts'
import { servicesAt } from '#store/queries/services.ts'
import { commit, type Write } from '../work.ts'
import { answerOf } from './answer.ts'
import { declaredAt } from './declared.ts'
import { idsOf, missing, namedPlace, placeOf, refuseMainTo } from './place.ts'

export const start: Write<'service.start'> = async (input, work) => {
  const place = await placeOf(work.tx, input)
  refuseMainTo(work, place, 'service.start')
  const declared = await declaredAt(work, place)
  const asked = declared.filter(each => input.service === undefined || each.name === input.service)
  if (input.service !== undefined && asked.length === 0)
    throw missing(
      input.service,
      place,
      declared.map(each => each.name),
    )
  const known = await servicesAt(work.tx, idsOf(place))
  const changes = asked.map(each => {
    const record = known.find(one => one.name === each.name)
    const id = record?.id ?? work.tx.ledger.nextId('service')
    const before = record ?? declareService(id, idsOf(place), each, work.now)
    return askService({ ...before, ...each }, 'running', namedPlace(place))
  })
  await commit(work, join(...changes))
  return answerOf(
    place,
    changes.flatMap(each => each.services),
    'running',
    work.sitePort,
  )
}
