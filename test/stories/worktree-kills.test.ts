import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '#machine/process.ts'
import { type Doomed, startDoomed } from '../crash/doomed.ts'
import { faultsOf } from '../crash/soundness.ts'
import { heldBy, hold, plant, scenes } from '../crash/worktree-scenes.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'

let ground: PracticeGround
let flower: Doomed
beforeAll(async () => {
  ground = await practiceGround()
  flower = await startDoomed(await ground.repository('first'))
})
afterAll(async () => {
  await flower.remove()
  await ground.remove()
})

let count = 0

describe.each(Object.entries(scenes))(
  '%s that flower was killed in is whole after the restart, and that is said:',
  (_, scene) => {
    it.each(Object.entries(scene.points))('%s', async (_, { hold: hangs, resumed, ...doom }) => {
      const place = await plant({ ground, home: flower.home, client: flower.client }, `garden-${++count}`)
      const subject = await scene.arrange(place)
      if (hangs) await hold(place)
      flower.points()
      const { answer, deaths } = await flower.through(
        [{ ...doom, match: doom.match?.replace('{project}', `garden-${count}`) }],
        scene.act(subject, place),
      )
      expect({ deaths, points: deaths === 1 ? [] : flower.points() }).toEqual({ deaths: 1, points: [] })
      expect(await scene.judge(place, subject, answer)).toEqual([])
      // Others may still be made ready for the next one.
      await expect.poll(() => faultsOf(place), { timeout: 60_000 }).toEqual([])
      const pid = heldBy(place)
      if (hangs) expect(pid !== undefined && isAlive(pid)).toBe(false)
      const told = await place.client().call('trace.list', { project: `garden-${count}`, limit: 200 })
      expect(told.items.some(each => each.type === 'worktree_resumed')).toBe(resumed)
    })
  },
)
