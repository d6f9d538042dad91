/** The template as it is now: the newest edited version, or the one that came with the house. */
import { builtInTemplates } from '#domain/packet.ts'
import { Refusal } from '#domain/refusal.ts'
import { newestTemplate } from '#store/queries/templates.ts'
import type { ReadWork } from '../work.ts'

export type CurrentTemplate = { name: string; version: number; body: string }

/** Refuses a name that no packet has. */
export async function currentTemplate(work: ReadWork, name: string): Promise<CurrentTemplate> {
  const body = builtInBody(name)
  const edited = await newestTemplate(work.tx, name)
  return edited ? { name, version: edited.version, body: edited.body } : { name, version: 0, body }
}

export function builtInBody(name: string): string {
  const body = Object.hasOwn(builtInTemplates, name) ? builtInTemplates[name] : undefined
  if (body === undefined) throw new Refusal('template.missing', { name })
  return body
}
