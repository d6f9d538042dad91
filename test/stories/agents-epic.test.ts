import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scripts } from '../agents/epic.ts'
import { cap, expectLanded, heard, planned, removeScene } from '../agents/epic-story.ts'
import { plantNursery } from '../agents/nursery.ts'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'

let scene: Scene
let garden: Garden
let meeting: string
beforeAll(async () => {
  scene = await startScene()
  meeting = join(scene.ground.path, 'meeting')
  const worktrees = `worktrees: { env: { MEETING: '${meeting}' } }\n`
  garden = await plantNursery(scene, 'epic', scripts, `  default: plain\n  maxConcurrent: ${cap}\n`, worktrees)
})
afterAll(() => removeScene(scene))

test('an epic of six is designed, built, reviewed, mended and landed by agents, though one is killed, one idles, one is full, and flower itself falls', async () => {
  const { client } = scene
  const { briefId: parentId } = await client.call('brief.capture', { text: 'Lay the garden out', project: garden.name })
  const child = (text: string, script: string, more?: object): Promise<number> =>
    planned(scene, garden.name, { parentId, text, script, ...(more && { more }) })
  const paths = await child('Paths', 'plain')
  const rose = await child('Rose bed', 'rose', { dependsOn: [paths], designLoop: true })
  const lily = await child('Lily bed', 'lily', { dependsOn: [paths], review: true })
  const fence = await child('Fence', 'fence')
  const gate = await child('Gate', 'fence')
  const pond = await child('Pond', 'pond', { dependsOn: [fence, gate] })
  // Both have begun from the same MAIN, so that they will meet.
  await Promise.all([fence, gate].map(each => heard(scene, ['agent_started'], each)))
  writeFileSync(meeting, '')
  await heard(scene, ['verdict_given'], lily)
  await scene.restart()

  await expectLanded(scene, garden, { paths, rose, lily, fence, gate, pond })
  const { briefs } = await client.call('agent.costs', { project: garden.name })
  expect(briefs).toMatchObject([{ briefId: pond, tokens: 152_000, usd: 0.5 }])
}, 240_000)
