import { describe, expect, it } from 'vitest'
import { localClient } from '#client/local.ts'
import { readActor } from '#domain/actor.ts'
import { flower } from '../../test/cli.ts'
import { databases, openHouse, type TestHouse } from '../../test/house.ts'
import { seedDemo } from './demo.ts'
import type { CallAs } from './demo-cast.ts'

const playIn =
  (house: TestHouse): CallAs =>
  (name, role) => {
    const actor = readActor(name)
    if (!actor) throw new Error(`no actor: ${name}`)
    return localClient(house.execute, { actor, role })
  }

describe.each(databases)('the demo on %s', database => {
  it('plays its story once; a second run changes nothing', async () => {
    const house = await openHouse(database)
    const demo = await seedDemo(playIn(house), 'garden')
    const { seq } = await house.call('system.info')
    expect(await seedDemo(playIn(house), 'garden')).toEqual(demo)
    expect((await house.call('system.info')).seq).toBe(seq)
    expect((await house.call('trace.verify')).ok).toBe(true)
    await house.close()
  })

  it('begins anew in a project that was taken off the list and came back', async () => {
    const house = await openHouse(database)
    const before = await seedDemo(playIn(house), 'garden')
    const { project } = await house.call('project.show', { project: 'garden' })
    const { queued, inFlight } = await house.call('recall.queue', { project: 'garden' })
    for (const { id } of [...queued, ...inFlight]) await house.call('dispatch.cancel', { dispatchId: id })
    await house.call('project.remove', { project: 'garden' })
    await house.call('project.register', { path: project.path })
    const { briefs } = await seedDemo(playIn(house), 'garden')
    expect(briefs.filter(each => before.briefs.includes(each))).toEqual([])
    const { total } = await house.call('brief.list', { project: 'garden', query: 'is:open' })
    expect(total).toBeGreaterThan(5)
    await house.close()
  })

  it('shows every state that a person has to know', async () => {
    const house = await openHouse(database)
    const { briefs, decisions, dispatches } = await seedDemo(playIn(house), 'garden')
    const epic = await house.call('recall.brief', { briefId: briefs[0] })
    expect(epic.brief.revision).toBe(2)
    expect(epic.relationships.rollup).toMatchObject({ total: 6, complete: 2 })
    expect(epic.attachments).toHaveLength(1)
    expect(epic.participants.length).toBe(4)
    const status = async (dispatchId: number) => (await house.call('dispatch.show', { dispatchId })).dispatch.status
    expect(['claimed', 'running']).toContain(await status(dispatches.held))
    expect(await status(dispatches.queued)).toBe('queued')
    expect(await status(dispatches.failed)).toBe('failed')
    const { items } = await house.call('recall.decisions', { status: 'all' })
    expect(items.find(each => each.id === decisions.lanes)).toMatchObject({ status: 'open', blocking: true })
    expect(items.find(each => each.id === decisions.secrets)).toMatchObject({ status: 'answered' })
    await house.close()
  })
})

it('every read of the demo prints for a person, within the width of the terminal where lists are', async () => {
  const house = await openHouse('sqlite')
  const { briefs, dispatches } = await seedDemo(playIn(house), 'garden')
  const shown = async (...args: string[]): Promise<string> => {
    const said = await flower(house, args)
    expect(said, said.err).toMatchObject({ code: 0 })
    return said.out
  }
  const [epic = 0] = briefs
  expect(await shown('ls')).toMatch(/#1 +\w[\w ]* +Worktree-isolated active work/)
  const page = await shown('show', String(epic))
  for (const part of ['Spec, r2', 'Around it', '2 of 6 complete', 'Trace', 'site-down.png'])
    expect(page).toContain(part)
  expect(await shown('recall', 'queue')).toMatch(/In flight\n[\s\S]+Waiting\n/)
  expect(await shown('decisions')).toContain('2 Three: And bursts on demand. Proposed.')
  expect(await shown('active')).toContain('agent:flower-builder')
  expect(await shown('search', 'ports')).toContain('#')
  expect(await shown('recall', 'open-loops')).toContain('flower ')
  expect(await shown('dispatch', 'show', `d${dispatches.failed}`)).toContain('gate_failed')
  expect(await shown('why', String(epic))).toContain('since')
  expect(await shown('trace', 'list')).toContain('captured')
  expect(await shown('trace', 'prove', '3')).toContain('What is hashed')
  expect(await shown('verify')).toMatch(/^✓ \d+ events/)
  expect(await shown('brief', 'similar', 'worktree isolated work')).toContain('#1')
  expect(await shown('brief', 'spec-history', String(epic), '--revision', '2')).toContain('Against the one before')
  expect(await shown('scratchpad', 'list')).toContain('Handoff: ports')
  expect(await shown('scratchpad', 'read', 's1')).toContain('Walls: one breach left.')
  expect(await shown('template', 'show', 'packet.build')).toContain('{{spec}}')
  expect(await shown('template', 'preview', 'packet.build', String(epic))).toContain('# Brief #1')
  await shown('recall', 'health')
  await house.close()
})
