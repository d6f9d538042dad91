/** Writes a new version of a template, from the version that its writer read. */
import { newEvent } from '#domain/events/catalogue.ts'
import { assertTemplate } from '#domain/packet.ts'
import { Refusal } from '#domain/refusal.ts'
import { addTemplate } from '#store/queries/templates.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { type CurrentTemplate, currentTemplate } from './current.ts'

export const update: Write<'template.update'> = async (input, work) => {
  const current = await currentTemplate(work, input.name)
  assertTemplate(input.body)
  if (input.version !== current.version && input.body !== current.body)
    throw new Refusal('template.changed', { name: input.name, version: current.version, yours: input.version })
  return { name: input.name, version: await keepNext(work, current, input.body), next }
}

const next = 'Packets are rendered from it from now on; those that were handed over stay as they are.'

/** Keeps a text as the newest version and answers its number; the same text again is no new version. */
export async function keepNext(work: WriteWork, current: CurrentTemplate, body: string): Promise<number> {
  if (body === current.body) return current.version
  const { name } = current
  const version = current.version + 1
  await addTemplate(work.tx, { name, version, body, actor: work.name, at: work.now })
  await commit(work, { events: [newEvent('template_updated', null, { name, version })] })
  return version
}
