import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, statusOf } from '../../../test/work.ts'

const commit = (letter: string): string => letter.repeat(40)
const base = commit('0')

describe.each(databases)('an epic with a branch of its own on %s', database => {
  let house: TestHouse
  let projectId: number
  beforeAll(async () => {
    house = await openHouse(database)
    projectId = (await house.call('project.show', {})).project.id
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  const settle = (finding: unknown) => house.call('merge.settle', { projectId, finding }, 'system:runner', 'system')
  const finished = async () => (await house.call('merge.finished', { projectId }, 'system:runner', 'system')).finished
  const epicOf = async (title: string) => {
    const { briefId } = await house.call('brief.capture', { text: title })
    await house.call('brief.configure', { briefId, integration: true })
    return briefId
  }
  const childOf = async (parentId: number, title: string, more: object = {}) => {
    const { briefId } = await house.call('brief.capture', { text: title, spec: title, parentId, ...more })
    return briefId
  }
  const finish = async (briefId: number) => {
    const { dispatchId } = await house.call('brief.dispatch', { briefId })
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:builder')
    await house.call('dispatch.complete', { dispatchId, token, summary: 'built' }, 'agent:builder')
  }
  let landings = 0
  const land = async (briefId: number) => {
    const { mergeId } = await house.call('merge.submit', { briefId })
    const { merge } = await house.call('merge.show', { mergeId })
    const to = (++landings).toString(16).padStart(40, 'c')
    const proof = { commit: to, tree: to, toolchain: 'node 24', gates: [] }
    const landing = { submissionId: mergeId, tip: merge.tip, commits: [to] }
    const journal = { branch: merge.target, base, to: { commit: to, tree: to }, landings: [landing], proofs: [proof] }
    expect(await settle({ what: 'landing', journal })).toEqual({ taken: true })
    expect(await settle({ what: 'landed', steps: [] })).toEqual({ taken: true })
    house.pass(1_000)
    return merge
  }
  const blocked = async (briefId: number) => (await house.call('recall.brief', { briefId })).brief.blocked

  it('its children land there, and the whole is ready for MAIN once the last has', async () => {
    const epic = await epicOf('Garden')
    const line = `flower/epic-${epic}`
    const roses = await childOf(epic, 'Roses')
    const water = await childOf(epic, 'Water the roses', { dependsOn: [roses] })
    const outside = await house.call('brief.capture', { text: 'Open the gate', dependsOn: [roses] })
    const waits = await house.call('brief.capture', { text: 'Invite people', dependsOn: [epic] })
    await finish(roses)
    expect(await land(roses)).toMatchObject({ target: line })
    expect(await statusOf(house, roses)).toBe('complete')
    // There for those of the epic, and for nobody else.
    expect(await blocked(water)).toEqual([])
    expect(await blocked(outside.briefId)).toMatchObject([{ briefId: roses, heldBy: epic, ended: false }])
    const list = (query: string) => house.call('brief.list', { query })
    expect((await list('is:blocked')).items.map(each => each.id)).toContain(outside.briefId)
    expect((await list('is:blocked')).items.map(each => each.id)).not.toContain(water)
    expect(await finished()).toEqual([])
    await finish(water)
    expect(await finished()).toMatchObject([{ briefId: water, target: line }])
    await land(water)
    expect(await finished()).toMatchObject([{ briefId: epic, branch: line, target: 'main', consent: 'none' }])
    expect(await land(epic)).toMatchObject({ branch: line, target: 'main' })
    expect(await statusOf(house, epic)).toBe('complete')
    expect(await blocked(outside.briefId)).toEqual([])
    expect(await blocked(waits.briefId)).toEqual([])
    expect(await finished()).toEqual([])
    const freed = (await house.call('trace.list', { types: ['unblocked'] })).items.map(each => each.briefId)
    expect(new Set(freed)).toEqual(new Set([water, outside.briefId, waits.briefId]))
  })

  it('whoever leads it works apart, so that no branch that children land on is checked out; the lead’s work lands there too', async () => {
    const epic = await epicOf('Terrace')
    const line = `flower/epic-${epic}`
    const stones = await childOf(epic, 'Stones')
    const { dispatchId } = await house.call('brief.dispatch', { briefId: epic })
    const { dispatch } = await house.call('dispatch.show', { dispatchId })
    expect(dispatch.branch).toBe(`flower/${epic}-terrace`)
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:lead')
    await house.call('dispatch.complete', { dispatchId, token, summary: 'a plan' }, 'agent:lead')
    expect(await finished()).toMatchObject([{ briefId: epic, branch: dispatch.branch, target: line }])
    expect(await land(epic)).toMatchObject({ branch: dispatch.branch, target: line })
    expect(await statusOf(house, epic)).not.toBe('complete')
    expect(await finished()).toEqual([])
    await finish(stones)
    expect(await land(stones)).toMatchObject({ target: line })
    expect(await finished()).toMatchObject([{ briefId: epic, branch: line, target: 'main' }])
    await land(epic)
    expect(await statusOf(house, epic)).toBe('complete')
  })

  it('whoever leads it without children completes nothing before its branch is in MAIN', async () => {
    const epic = await epicOf('Shed')
    await finish(epic)
    expect(await land(epic)).toMatchObject({ target: `flower/epic-${epic}` })
    expect(await statusOf(house, epic)).not.toBe('complete')
    expect(await finished()).toMatchObject([{ briefId: epic, target: 'main' }])
    await land(epic)
    expect(await statusOf(house, epic)).toBe('complete')
  })

  it('one inside another lands on the outer one’s branch with the rest', async () => {
    const outer = await epicOf('Park')
    const inner = await epicOf('Pond')
    await house.call('brief.relate', { briefId: inner, parentId: outer })
    const fish = await childOf(inner, 'Fish')
    await finish(fish)
    expect(await land(fish)).toMatchObject({ target: `flower/epic-${outer}` })
    expect(await blocked(fish)).toEqual([])
  })

  it('is not turned off while work is there that MAIN has not', async () => {
    const epic = await epicOf('Orchard')
    const trees = await childOf(epic, 'Trees')
    await finish(trees)
    await land(trees)
    expect(await house.refused('brief.configure', { briefId: epic, integration: false })).toMatchObject({
      code: 'brief.integrating',
      next: `merge.submit {briefId: ${epic}} brings it into MAIN; then it can be turned off.`,
    })
    await land(epic)
    await house.call('brief.configure', { briefId: epic, integration: false })
  })

  it('what was sent back on the way into MAIN is mended on that branch, and a child that comes later makes it land again', async () => {
    const epic = await epicOf('Meadow')
    const line = `flower/epic-${epic}`
    const grass = await childOf(epic, 'Grass')
    await finish(grass)
    await land(grass)
    const { mergeId } = await house.call('merge.submit', { briefId: epic })
    const built = {
      submissionId: mergeId,
      tip: commit('b'),
      outcome: 'conflict',
      with: 'line',
      files: ['a'],
      sides: [],
    }
    await settle({ what: 'built', target: 'main', base, members: [built] })
    const { dispatches } = await house.call('recall.brief', { briefId: epic })
    expect(dispatches).toMatchObject([{ leg: 'fix', branch: line, status: 'queued' }])
    house.pass(1_000)
    const { token } = await house.call('dispatch.claim', { dispatchId: dispatches[0]?.id }, 'agent:builder')
    await house.call('dispatch.complete', { dispatchId: dispatches[0]?.id, token, summary: 'mended' }, 'agent:builder')
    expect(await finished()).toMatchObject([{ briefId: epic, branch: line }])
    const late = await childOf(epic, 'Clover')
    expect(await finished()).toEqual([])
    await finish(late)
    await land(late)
    expect(await finished()).toMatchObject([{ briefId: epic, branch: line }])
  })

  it('a child that is taken back frees nobody, and the whole that is taken back holds its children again', async () => {
    const epic = await epicOf('Hedge')
    const box = await childOf(epic, 'Box')
    const outside = await house.call('brief.capture', { text: 'Trim', dependsOn: [box] })
    await finish(box)
    await land(box)
    const whole = await land(epic)
    expect(await blocked(outside.briefId)).toEqual([])
    const { mergeId } = await house.call('merge.revert', { mergeId: whole.id })
    const { merge } = await house.call('merge.show', { mergeId })
    const to = commit('d')
    const proof = { commit: to, tree: to, toolchain: 'node 24', gates: [] }
    const landing = { submissionId: mergeId, tip: merge.tip, commits: [to] }
    const journal = { branch: 'main', base, to: { commit: to, tree: to }, landings: [landing], proofs: [proof] }
    await settle({ what: 'landing', journal })
    await settle({ what: 'landed', steps: [] })
    expect(await statusOf(house, epic)).toBe('planned')
    expect(await blocked(outside.briefId)).toMatchObject([{ briefId: box, heldBy: epic }])
  })

  it('its branch leaves the queue when a child joins or leaves, and it is ready again once that child has landed there', async () => {
    const epic = await epicOf('Terrace')
    const line = `flower/epic-${epic}`
    const slabs = await childOf(epic, 'Slabs')
    await finish(slabs)
    await land(slabs)
    const { mergeId } = await house.call('merge.submit', { briefId: epic })
    const late = await house.call('brief.capture', { text: 'Pots', spec: 'Pots' })
    await house.call('brief.relate', { briefId: late.briefId, parentId: epic })
    const ready = async () => (await finished()).map(each => each.briefId)
    const shown = async (id: number) => (await house.call('merge.show', { mergeId: id })).merge
    expect(await shown(mergeId)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringContaining(`#${late.briefId} joined`),
    })
    const told = (await house.call('trace.list', { briefId: epic, types: ['merge_cancelled'] })).items
    expect(told).toMatchObject([{ payload: { mergeId, branch: line } }])
    expect(await ready()).not.toContain(epic)
    house.pass(1_000)
    await finish(late.briefId)
    await land(late.briefId)
    expect(await ready()).toContain(epic)
    await house.call('merge.retry', { mergeId })
    await house.call('brief.relate', { briefId: slabs, parentId: null })
    expect(await shown(mergeId)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringContaining(`#${slabs} left`),
    })
    await house.call('merge.retry', { mergeId })
    const another = await childOf(epic, 'Bench')
    expect(await shown(mergeId)).toMatchObject({ status: 'cancelled' })
    await house.call('brief.setStatus', { briefId: another, status: 'cancelled', reason: 'no room' })
  })

  it('a child that waits to land waits for its new line once it joins or leaves, with all below it', async () => {
    const epic = await epicOf('Balcony')
    const line = `flower/epic-${epic}`
    const within = await house.call('brief.capture', { text: 'Boxes', spec: 'Boxes' })
    const below = await childOf(within.briefId, 'Soil')
    await finish(below)
    const { mergeId } = await house.call('merge.submit', { briefId: below })
    const target = async () => (await house.call('merge.show', { mergeId })).merge.target
    expect(await target()).toBe('main')
    await house.call('brief.relate', { briefId: within.briefId, parentId: epic })
    expect(await target()).toBe(line)
    await house.call('brief.relate', { briefId: within.briefId, parentId: null })
    expect(await target()).toBe('main')
    expect((await house.call('merge.show', { mergeId })).merge).toMatchObject({ status: 'queued', attempts: 0 })
    const told = (await house.call('trace.list', { briefId: below, types: ['merge_queued'] })).items
    expect(told.map(each => (each.payload as { target: string }).target)).toEqual(['main', line, 'main'])
  })
})
