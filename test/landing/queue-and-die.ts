/** Drives the queue of a home as flower does, and kills itself with SIGKILL at the nth time that a point is reached. Input: JSON as its one argument. */
import { writeFileSync } from 'node:fs'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import type { QueuePoint } from '#runner/landing/ground.ts'
import { makeLander } from '#runner/landing/lander.ts'
import { openHome } from '../../src/app/home.ts'
import { buildHouse } from '../../src/app/house.ts'
import { landingMachine } from '../../src/app/landing/start-lander.ts'

export type DyingQueue = {
  home: string
  /** Left out, nothing of its own kills it. */
  at?: { point: QueuePoint; nth: number }
  /** Is given `when` and the pid, for whatever else is to kill it. */
  kill?: { file: string; when: string }
}

const { home: path, at, kill } = JSON.parse(process.argv[2] ?? '') as DyingQueue
if (kill) writeFileSync(kill.file, `${kill.when} ${process.pid}\n`)
const home = await openHome({ FLOWER_HOME: path })
const house = await buildHouse({ home })
let left = at?.nth ?? 0
const machine = {
  ...landingMachine(house, home),
  step: async (point: QueuePoint) => {
    if (point !== at?.point || --left > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined)
  },
}
const faults: unknown[] = []
const client = localClient(house.execute, { actor: system('merge-queue'), role: 'system' })
for (const { slug } of (await client.call('project.list', {})).items)
  await client.call('merge.resume', { project: slug })
await makeLander(client, machine, reason => faults.push(reason)).tick()
await house.close()
if (faults.length > 0) throw new AggregateError(faults)
