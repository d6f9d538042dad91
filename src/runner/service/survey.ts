/** Every place of a node with what the house wants there and what flower.yaml of its MAIN says now. */
import type { Client } from '#client/client.ts'
import { placeKey } from '#domain/serving/place.ts'
import { type Configured, configurationOf } from '../configured.ts'
import { type PlaceInHand, type PlaceItem, whoseOf } from './place.ts'

export async function survey(client: Client, node: string): Promise<PlaceInHand[]> {
  const { places } = await client.call('service.errands', { node })
  const read = new Map<number, Promise<Configured>>()
  const configuredIn = (item: PlaceItem): Promise<Configured> => {
    const configured = read.get(item.project.id) ?? configurationOf(item).catch(unreadable)
    read.set(item.project.id, configured)
    return configured
  }
  return Promise.all(
    places.map(async item => ({ ...item, key: placeKey(whoseOf(item)), configured: await configuredIn(item) })),
  )
}

/** A file that can't be read is that project's trouble alone. */
const unreadable = (reason: unknown): Configured => ({
  outcome: 'unreadable',
  reason: `flower.yaml of MAIN can't be read: ${reason instanceof Error ? reason.message : String(reason)}`,
})

/** A worktree keeps its ports on its own record, MAIN on those of its services. */
export const portsKeptAt = ({ worktree, services }: PlaceItem): Record<string, number> =>
  worktree?.ports ?? Object.fromEntries(services.flatMap(({ name, port }) => (port === null ? [] : [[name, port]])))
