/** Before a worktree is prepared: its services are on record, and each that listens has a port. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { placeKey, servicesOf } from '#domain/serving/place.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { whyNoPorts } from '../port-book.ts'
import { declareServices, holdFor, type Tools } from './tend.ts'

export type Reserved = { ports: Record<string, number> } | { reason: string }

/** The same ports as before, where they are still free or its own services have them. Only who is isolated has any. */
export async function reserve(worktree: Worktree, configuration: Configuration, tools: Tools): Promise<Reserved> {
  if (worktree.isolation !== 'isolated') return { ports: {} }
  const whose = { projectId: worktree.projectId, worktreeId: worktree.id }
  const declared = servicesOf(configuration, 'worktree')
  if (declared.length > 0) await declareServices(whose, declared, tools.client)
  tools.book.note(placeKey(whose), worktree.ports)
  const held = await holdFor(whose, declared, tools)
  if (held.outcome !== 'held') return { reason: whyNoPorts(held) }
  await held.releaseAll()
  const listens = new Set(declared.filter(each => each.wantedPort !== null).map(each => each.name))
  const given = Object.entries(tools.book.given(placeKey(whose)))
  return { ports: Object.fromEntries(given.filter(([name]) => listens.has(name))) }
}
