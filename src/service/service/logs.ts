/** What a service wrote. Its log was read from the disk before. */
import { servicesAt } from '#store/queries/services.ts'
import type { Read } from '../work.ts'
import { idsOf, missing, placeOf } from './place.ts'

export const logs: Read<'service.logs'> = async (input, work) => {
  const place = await placeOf(work.tx, input)
  const known = (await servicesAt(work.tx, idsOf(place))).map(each => each.name)
  if (!known.includes(input.service)) throw missing(input.service, place, known)
  const { lines, after, cut } = work.facts.log ?? { lines: [], after: 0, cut: 0 }
  return { lines, after, cut: cut > 0 ? cut : undefined }
}
