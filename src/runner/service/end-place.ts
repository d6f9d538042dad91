/** Ends every service of a place, whoever started it: by what is on the disk, whatever the records say. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceSpec } from '#machine/service/services.ts'
import type { Tools } from './tend.ts'

/** Answers what can't be ended, in words; then it is still looked after. */
export async function endPlace(
  place: string,
  { machine, services }: Pick<Tools, 'machine' | 'services'>,
): Promise<string[]> {
  const onDisk = await readdir(join(machine.services, place)).catch((): string[] => [])
  const keys = onDisk.map(each => `${place}/${each}`)
  const left = await Promise.all(
    keys.map(async key => {
      if (!services.status(key)) await services.adopt(specToEnd(machine.services, key))
      const view = await services.stop(key)
      if (view && view.status !== 'stopped') return `${key.slice(place.length + 1)} ${view.reason || 'is still there'}`
      services.forget(key)
      return undefined
    }),
  )
  return left.filter(each => each !== undefined)
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
