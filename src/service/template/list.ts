/** The packet templates, each as it is now. */
import { builtInTemplates } from '#domain/packet.ts'
import type { Read } from '../work.ts'
import { versionsOf } from './versions.ts'

export const list: Read<'template.list'> = async (_, work) => {
  const items = []
  for (const name of Object.keys(builtInTemplates)) {
    const [{ body: _, ...newest }] = await versionsOf(work, name)
    items.push(newest)
  }
  return { items }
}
