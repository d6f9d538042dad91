/** What the tellings of the great story share: how its Briefs are planned, how it is followed, and what has to be true at its end. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Output } from '#contract/catalogue.ts'
import { allProcesses } from '#machine/process.ts'
import type { Garden, Scene } from '../landing/garden.ts'
import { type LiveReader, readLive } from '../live.ts'

/** Agents at work at once. */
export const cap = 3

export type Epic = { paths: number; rose: number; lily: number; fence: number; gate: number; pond: number }

/** Captured below the epic, and planned: by then nobody has to lift a hand, unless somebody is to be chosen for it. */
export async function planned(
  { client }: Scene,
  project: string,
  child: { parentId: number; text: string; script: string; more?: object },
): Promise<number> {
  const { parentId, text, script, more } = child
  const spec = `One bed. [[script: ${script}]]`
  const settings = { autoDispatch: true, ...more }
  const { briefId } = await client.call('brief.capture', { text, spec, parentId, project, ...settings })
  await client.call('brief.setStatus', { briefId, status: 'planned' })
  return briefId
}

/** Resolves at the first such event of a Brief, that this house or a later one tells. Answers its place in the stream. */
export async function heard(scene: Scene, types: string[], briefId: number): Promise<number> {
  const live = await readLive(scene.server(), 0)
  const event = await live.until(each => each.briefId === briefId && types.includes(each.type))
  live.close()
  return event.seq
}

/** Living processes of runs of this house, of one Brief alone if it is named; with the names of their programs. */
export function processesOfRuns(scene: Scene, briefId?: number): { pid: number; name: string }[] {
  const ofBrief = briefId === undefined ? '' : `\0FLOWER_BRIEF=${briefId}\0`
  return allProcesses().flatMap(pid => {
    try {
      const environment = `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`
      const isOurs = environment.includes(`\0FLOWER_URL=${scene.server().url}\0`)
      if (!isOurs || !/\0FLOWER_RUN=r\d+-/.test(environment) || !environment.includes(ofBrief)) return []
      return [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }]
    } catch {
      return []
    }
  })
}

/** After a story that ended badly: agents outlive their house. */
export async function removeScene(scene: Scene): Promise<void> {
  await scene.server().kill()
  for (const { pid } of processesOfRuns(scene)) process.kill(pid, 'SIGKILL')
  await scene.remove()
}

export type Run = Output<'agent.runs'>['items'][number]

/** Waits until all six have landed and everybody has gone. Answers all runs. */
export async function expectLanded(scene: Scene, garden: Garden, epic: Epic): Promise<Run[]> {
  const { client } = scene
  const { paths, rose, lily, fence, gate, pond } = epic
  const ids = Object.values(epic)
  const ends = await Promise.all(ids.map(each => heard(scene, ['landed'], each)))
  const landed = new Map(ids.map((briefId, at) => [briefId, ends[at] ?? 0]))
  for (const [before, after] of [
    [paths, rose],
    [paths, lily],
    [fence, pond],
    [gate, pond],
  ] as const)
    expect(landed.get(before)).toBeLessThan(landed.get(after) ?? 0)
  for (const briefId of ids) {
    const { brief, links } = await client.call('recall.brief', { briefId })
    expect(brief.status).toBe('complete')
    expect(links.filter(each => each.type === 'commit').length).toBeGreaterThan(0)
  }
  expect(await garden.trace(rose)).toEqual(expect.arrayContaining(['spec_snapshot', 'completed']))
  expect(garden.text(`beds-${lily}`)).toBe('lily\n')
  expect([...(await garden.trace(fence)), ...(await garden.trace(gate))]).toContain('merge_conflicted')
  await expectPond(scene, garden, pond)

  expect((await client.call('trace.verify', {})).ok).toBe(true)
  expect((await client.call('main.verify', { project: garden.name })).ok).toBe(true)
  return expectNobodyLeft(scene, ids)
}

/** Killed, idle, relieved, done. */
async function expectPond({ client }: Scene, garden: Garden, pond: number): Promise<void> {
  expect(await garden.trace(pond)).toEqual(
    expect.arrayContaining(['attempt_ended', 'handoff_asked', 'successor_wanted', 'agent_refreshed', 'landed']),
  )
  const { dispatches } = await client.call('recall.brief', { briefId: pond })
  expect(
    dispatches
      .flatMap(each => each.attempts)
      .map(each => each.reason ?? each.outcome ?? 'live')
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['agent_error', 'done', 'no_work', 'relieved'])
}

/** Whoever was started has ended, and nothing of it is left. */
async function expectNobodyLeft(scene: Scene, briefIds: number[]): Promise<Run[]> {
  const runs = (await Promise.all(briefIds.map(briefId => scene.client.call('agent.runs', { briefId })))).flatMap(
    each => each.items,
  )
  const live = await readLive(scene.server(), 0)
  await live.until(() => live.heard.filter(each => each.type === 'agent_ended').length === runs.length)
  live.close()
  expect(processesOfRuns(scene)).toEqual([])
  expect(mostAtOnce(live.heard)).toBeLessThanOrEqual(cap)
  return runs
}

/** Whoever relieves another takes its place. */
function mostAtOnce(events: LiveReader['heard']): number {
  const relieved = new Set<unknown>()
  let now = 0
  let most = 0
  for (const { type, payload } of events) {
    const { agent, relieves } = payload as { agent?: string; relieves?: string }
    if (type === 'agent_started' && relieves !== undefined) relieved.add(relieves)
    else if (type === 'agent_started') now += 1
    else if (type === 'agent_ended' && !relieved.has(agent)) now -= 1
    most = Math.max(most, now)
  }
  return most
}
