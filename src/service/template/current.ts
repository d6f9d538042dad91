/** The template that packets are rendered from now: the newest version, or the one that came with the house. */
import { builtInTemplates } from '#domain/packet.ts'
import { Refusal } from '#domain/refusal.ts'
import { newestTemplate } from '#store/queries/templates.ts'
import type { ReadWork } from '../work.ts'

export async function currentTemplate(
  work: ReadWork,
  name: string,
): Promise<{ name: string; version: number; body: string }> {
  const builtIn = builtInTemplates[name]
  if (builtIn === undefined) throw new Refusal('template.missing', { name })
  const edited = await newestTemplate(work.tx, name)
  return edited ? { name, version: edited.version, body: edited.body } : { name, version: 0, body: builtIn }
}
