/** Makes an older version the newest again. What was between is kept. */
import { Refusal } from '#domain/refusal.ts'
import type { Write } from '../work.ts'
import { keepNext } from './update.ts'
import { versionsOf } from './versions.ts'

export const revert: Write<'template.revert'> = async (input, work) => {
  const versions = await versionsOf(work, input.name)
  const asked = versions.find(each => each.version === input.to)
  if (!asked) throw new Refusal('template.missing', { name: `${input.name}@${input.to}` })
  const version = await keepNext(work, versions[0], asked.body)
  return { name: input.name, version, next: `It reads as version ${input.to} did.` }
}
