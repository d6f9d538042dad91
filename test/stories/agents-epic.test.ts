import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allProcesses } from '#machine/process.ts'
import { scripts } from '../agents/epic.ts'
import { plantNursery } from '../agents/nursery.ts'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'
import { readLive } from '../live.ts'

let scene: Scene
let garden: Garden
let meeting: string
beforeAll(async () => {
  scene = await startScene()
  meeting = join(scene.ground.path, 'meeting')
  const worktrees = `worktrees: { env: { MEETING: '${meeting}' } }\n`
  garden = await plantNursery(scene, 'epic', scripts, '  default: plain\n  maxConcurrent: 3\n', worktrees)
})
afterAll(() => scene.remove())

/** Captured below the epic, and planned: from then on nobody lifts a hand. */
async function child(parentId: number, name: string, script: string, more: object = {}): Promise<number> {
  const spec = `One bed. [[script: ${script}]]`
  const { briefId } = await scene.client.call('brief.capture', {
    text: name,
    spec,
    parentId,
    autoDispatch: true,
    project: garden.name,
    ...more,
  })
  await scene.client.call('brief.setStatus', { briefId, status: 'planned' })
  return briefId
}

/** Resolves at the first such event after a place in the stream, that house or a later one tells it. */
async function heard(types: string[], briefId: number, after = 0): Promise<number> {
  const live = await readLive(scene.server(), after)
  const event = await live.until(each => each.briefId === briefId && types.includes(each.type))
  live.close()
  return event.seq
}

/** Whose environment names a run of the house that we started. */
const ofRuns = (): number[] =>
  allProcesses().filter(pid => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      return environment.includes(`FLOWER_URL=${scene.server().url}`) && /\0FLOWER_RUN=r\d+-/.test(`\0${environment}`)
    } catch {
      return false
    }
  })

test('an epic of six is designed, built, reviewed, mended and landed by agents, though one is killed, one idles, one is full, and flower itself falls', async () => {
  const { client } = scene
  const { briefId: epic } = await client.call('brief.capture', { text: 'Lay the garden out', project: garden.name })
  const paths = await child(epic, 'Paths', 'plain')
  const rose = await child(epic, 'Rose bed', 'rose', { dependsOn: [paths], designLoop: true })
  const lily = await child(epic, 'Lily bed', 'lily', { dependsOn: [paths], review: true })
  const fence = await child(epic, 'Fence', 'fence')
  const gate = await child(epic, 'Gate', 'fence')
  const pond = await child(epic, 'Pond', 'pond', { dependsOn: [fence, gate] })
  // Both have begun from the same MAIN, so that they will meet.
  await Promise.all([fence, gate].map(each => heard(['agent_started'], each)))
  writeFileSync(meeting, '')
  await heard(['verdict_given'], lily)
  await scene.restart()
  const ends = await Promise.all([paths, rose, lily, fence, gate, pond].map(each => heard(['landed'], each)))

  const landed = new Map([paths, rose, lily, fence, gate, pond].map((briefId, at) => [briefId, ends[at] ?? 0]))
  for (const [before, after] of [
    [paths, rose],
    [paths, lily],
    [fence, pond],
    [gate, pond],
  ] as const)
    expect(landed.get(before)).toBeLessThan(landed.get(after) ?? 0)
  for (const briefId of landed.keys()) {
    const { brief, links } = await client.call('recall.brief', { briefId })
    expect(brief.status).toBe('complete')
    expect(links.filter(each => each.type === 'commit').length).toBeGreaterThan(0)
  }
  expect(await garden.trace(rose)).toEqual(expect.arrayContaining(['spec_snapshot', 'completed']))
  expect(garden.text(`beds-${lily}`)).toBe('lily\n')
  const told = await garden.trace(pond)
  expect(told).toEqual(
    expect.arrayContaining(['attempt_ended', 'handoff_asked', 'successor_wanted', 'agent_refreshed', 'landed']),
  )
  const { dispatches } = await client.call('recall.brief', { briefId: pond })
  expect(
    dispatches
      .flatMap(each => each.attempts)
      .map(each => each.reason ?? each.outcome ?? 'live')
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['agent_error', 'done', 'no_work', 'relieved'])
  expect([...(await garden.trace(fence)), ...(await garden.trace(gate))]).toContain('merge_conflicted')
  const { briefs } = await client.call('agent.costs', { project: garden.name })
  expect(briefs).toMatchObject([{ briefId: pond, tokens: 152_000, usd: 0.5 }])

  expect((await client.call('trace.verify', {})).ok).toBe(true)
  expect((await client.call('main.verify', { project: garden.name })).ok).toBe(true)
  // Whoever was started has ended, and nothing of it is left.
  const runs = await Promise.all([...landed.keys()].map(briefId => client.call('agent.runs', { briefId })))
  const started = runs.flatMap(each => each.items).length
  const live = await readLive(scene.server(), 0)
  await live.until(() => live.heard.filter(each => each.type === 'agent_ended').length === started)
  live.close()
  expect(ofRuns()).toEqual([])
}, 240_000)
