/** Kills flower at every point that an errand passes, one after the other, and at a second one by chance while it goes on. */

import { practiceGround } from '../practice-repository.ts'
import { chanceFrom } from './chance.ts'
import type { Doom } from './doom.ts'
import { startDoomed } from './doomed.ts'
import { faultsOf, type Place } from './soundness.ts'
import { plant } from './worktree-place.ts'
import { type Scene, scenes } from './worktree-scenes.ts'

export type SweepOptions = {
  seed: number /** Every so-manyth point only. */
  stride: number
  say: (line: string) => void
}

export type SweepReport = {
  seed: number
  stride: number
  /** By scene: points that were died at, and deaths. */
  points: Record<string, number>
  deaths: number
  seconds: number
  /** What was lost or left half done, with how to repeat it. */
  problems: string[]
}

export async function sweep(options: SweepOptions): Promise<SweepReport> {
  const began = performance.now()
  const report: SweepReport = { ...options, points: {}, deaths: 0, seconds: 0, problems: [] }
  for (const [name, scene] of Object.entries(scenes)) await sweepScene(name, scene, options, report)
  return { ...report, seconds: Math.round((performance.now() - began) / 1_000) }
}

async function sweepScene(
  name: string,
  scene: Scene,
  { seed, stride, say }: SweepOptions,
  report: SweepReport,
): Promise<void> {
  const never: Doom = { when: 'after', count: 0 }
  const passed = (await play(scene, [never])).points
  const chance = chanceFrom(seed)
  const dooms = passed.flatMap((point, at): Doom[] => {
    const count = at + 1
    // What a program does goes on when flower is gone.
    const isProgram = /^\S+ .* in \S*$/.test(point)
    return isProgram
      ? [
          { when: 'during', count },
          { when: 'after', count },
        ]
      : [{ when: 'after', count }]
  })
  const chosen = dooms.filter((_, at) => (at + seed) % stride === 0)
  say(`${name}: ${passed.length} points, ${chosen.length} ways to die`)
  for (const doom of chosen) {
    const second: Doom = { when: chance.below(2) === 0 ? 'during' : 'after', count: 1 + chance.below(passed.length) }
    const dying = chance.below(2) === 0 ? [doom, second] : [doom]
    const { deaths, faults, points } = await play(scene, dying)
    report.deaths += deaths
    report.points[name] = (report.points[name] ?? 0) + 1
    const died = points.filter(each => each.startsWith('†')).join(', then ')
    for (const fault of faults) say(`${name}, ${died}: ${fault}`)
    report.problems.push(...faults.map(fault => `${name}, ${died}: ${fault}`))
  }
}

/** Each on a house of its own: what others of a house do would take longer and longer. */
async function play(scene: Scene, dooms: Doom[]) {
  const ground = await practiceGround()
  const flower = await startDoomed()
  try {
    const place = await plant({ ground, home: flower.home, client: flower.client })
    const subject = await scene.arrange(place)
    flower.points()
    const lost: string[] = []
    const { answer, deaths } = await flower.through(dooms, scene.act(subject), async () => {
      lost.push(...((await scene.atDeath?.(place, subject)) ?? []))
    })
    const points = flower.points()
    const faults = [...lost, ...(await scene.judge(place, subject, answer)), ...(await lastingFaults(place))]
    return { deaths, points, faults }
  } finally {
    await flower.remove()
    await ground.remove()
  }
}

/** Others may still be made ready for the next one, so what passes is none. */
async function lastingFaults(place: Place): Promise<string[]> {
  const until = performance.now() + 60_000
  for (;;) {
    const faults = await faultsOf(place)
    if (faults.length === 0 || performance.now() > until) return faults
  }
}
