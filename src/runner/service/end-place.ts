/** Ends every service of a place, whoever started it: by what is on the disk, whatever the records say. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceKey } from '#domain/serving/place.ts'
import type { ServiceSpec } from '#machine/service/services.ts'
import type { PlaceInHand } from './place.ts'
import type { Tools } from './tend.ts'

/** Answers what can't be ended, in words; then it is still looked after. */
export async function endPlace(
  place: string,
  { machine, services, telling }: Pick<Tools, 'machine' | 'services' | 'telling'>,
): Promise<string[]> {
  const onDisk = await readdir(join(machine.services, place)).catch((): string[] => [])
  const keys = onDisk.map(each => `${place}/${each}`)
  const left = await Promise.all(
    keys.map(async key => {
      if (!services.status(key)) await services.adopt(specToEnd(machine.services, key))
      const view = await services.stop(key)
      if (view && view.status !== 'stopped') return `${key.slice(place.length + 1)} ${view.reason || 'is still there'}`
      await telling.tell(key)
      services.forget(key)
      return undefined
    }),
  )
  return left.filter(each => each !== undefined)
}

/** Its place has ended: nothing of it is left, neither processes nor records nor logs. */
export async function bury(place: PlaceInHand, tools: Tools): Promise<void> {
  const left = await endPlace(place.key, tools)
  for (const record of place.services) {
    const key = serviceKey(record, record.name)
    if (left.length > 0) {
      tools.telling.know(key, record)
      await tools.telling.tell(key)
      continue
    }
    tools.telling.forget(key)
    await tools.client.call('service.settle', { finding: { what: 'forgotten', serviceId: record.id } })
  }
  if (left.length > 0) return
  tools.book.drop(place.key)
  await rm(join(tools.machine.services, place.key), { recursive: true, force: true })
}

/** Nothing is ever started by it. */
const specToEnd = (root: string, key: string): ServiceSpec => ({
  key,
  run: { words: [] },
  cwd: root,
  env: {},
  folder: join(root, key),
  maxLogBytes: 0,
  host: '127.0.0.1',
  port: undefined,
  health: undefined,
  graceMs: 5_000,
})
