/** A forecast, told at once to the house that a running flower serves, as the one who tries merges every few minutes does. */
import { join } from 'node:path'
import type { Overlap } from '#domain/main/main.ts'
import { openHouse } from '../house.ts'
import type { TestServer } from '../server.ts'

export async function tellForecast(server: TestServer, overlaps: Overlap[]): Promise<void> {
  const house = await openHouse('sqlite', { project: false, at: { file: join(server.home, 'flower.db') } })
  try {
    house.pass(Date.now() - Date.parse(house.now()))
    const projectId = (await house.call('project.show', {})).project.id
    const finding = { what: 'forecast', overlaps, at: house.now() }
    await house.call('main.settle', { projectId, finding }, 'system:runner', 'system')
  } finally {
    await house.close()
  }
}
