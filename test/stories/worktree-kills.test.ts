import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '#machine/process.ts'
import { type Doomed, startDoomed } from '../crash/doomed.ts'
import { faultsOf } from '../crash/soundness.ts'
import { heldBy, hold, plant } from '../crash/worktree-place.ts'
import { scenes } from '../crash/worktree-scenes.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'

describe.each(Object.entries(scenes))(
  '%s that flower was killed in is whole after the restart, and that is said:',
  (_, scene) => {
    let ground: PracticeGround
    let flower: Doomed
    beforeEach(async () => {
      ground = await practiceGround()
      flower = await startDoomed()
    })
    afterEach(async () => {
      await flower.remove()
      await ground.remove()
    })

    it.each(Object.entries(scene.points))('%s', async (_, { hold: hangs, resumed, ...doom }) => {
      const place = await plant({ ground, home: flower.home, client: flower.client })
      const subject = await scene.arrange(place)
      if (hangs) await hold(place)
      flower.points()
      const { answer, deaths } = await flower.through([doom], scene.act(subject), async () =>
        expect(await scene.atDeath?.(place, subject)).toEqual(scene.atDeath && []),
      )
      // It was reached at all; else what was.
      expect(deaths === 1 ? [] : flower.points()).toEqual([])
      expect(await scene.judge(place, subject, answer)).toEqual([])
      // Others may still be made ready for the next one.
      await expect.poll(() => faultsOf(place)).toEqual([])
      const pid = heldBy(place)
      if (hangs) expect(pid !== undefined && isAlive(pid)).toBe(false)
      const told = await place.client().call('trace.list', { project: 'garden', limit: 200 })
      expect(told.items.some(each => each.type === 'worktree_resumed')).toBe(resumed)
    })
  },
)
