import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { base, commit, type QueueHands, queueHands, red } from '../../../test/landing/by-hand.ts'

describe.each(databases)('what waits in the merge queue on %s', database => {
  let house: TestHouse
  let hands: QueueHands
  let projectId: number
  beforeAll(async () => {
    house = await openHouse(database)
    projectId = (await house.call('project.show', {})).project.id
    hands = queueHands(house, projectId)
  })
  afterAll(() => house.close())

  const why = (briefId: number) => house.call('brief.why', { briefId })

  it('a Brief waits for an operator to complete it only while it has nothing in the queue', async () => {
    await hands.lookAtMain()
    const { briefId, mergeId } = await hands.submitted('Plant roses')
    expect(await why(briefId)).toMatchObject({
      why: `m${mergeId} is next to land on main.`,
      who: 'nobody: the merge queue does it',
    })
    const { waiting } = await house.call('recall.queue', {})
    expect(waiting.find(each => each.id === briefId)?.why).toBe(`m${mergeId} is next to land on main.`)
    await hands.lookAtMain({ status: 'dirty', files: ['roses.md'], changed: 1 })
    expect(await why(briefId)).toMatchObject({
      why: expect.stringContaining(`m${mergeId} waits to land on main: MAIN holds 1 file changed from outside`),
      next: 'Move the changes into a worktree with main.rescue {project: "garden"}; the queue goes on by itself then.',
    })
    await hands.lookAtMain()
    await house.call('merge.pause', { reason: 'market day' })
    expect(await why(briefId)).toMatchObject({
      why: `m${mergeId} waits to land on main: operator:ada paused it: market day.`,
      next: 'Go on with merge.resume {project: "garden"}.',
    })
    await house.call('merge.resume', {})
    await house.call('merge.cancel', { mergeId })
    expect((await why(briefId)).why).toBe('It is done and waits to be taken over.')
  })

  it('MAIN that is red by itself is told wherever it stands, until it has moved', async () => {
    await hands.lookAtMain()
    const verdict = { ...red(base), run: 1, asideAt: null }
    const told = { what: 'halted', why: null, red: { tip: base, verdict } }
    expect(await hands.settle(told)).toEqual({ taken: true })
    expect(await hands.settle(told)).toEqual({ taken: false })
    const { main } = await house.call('main.status', {})
    expect(main.red).toMatchObject({ gate: 'test', lines: red(base).lines, since: '2026-03-02T09:00:01.200Z' })
    const glance = async () => (await house.call('system.info', {})).mains
    expect(await glance()).toEqual([{ project: 'garden', status: 'clean', tip: base, red: true }])
    await hands.lookAtMain({ tip: commit('1') })
    expect(await glance()).toMatchObject([{ red: false }])
    await hands.lookAtMain()
    await hands.settle({ what: 'halted', why: null, red: null })
    expect((await house.call('main.status', {})).main.red).toBeUndefined()
  })

  it('a Brief that is held on a red MAIN says so, with what helps', async () => {
    const { briefId, mergeId } = await hands.submitted('Sow')
    await hands.settle({ what: 'judged', run: red(base), mergeIds: [] })
    const onIt = { ...red(commit('c')), tree: commit('e') }
    await hands.settle({ what: 'judged', run: onIt, mergeIds: [mergeId] })
    await hands.settle({ what: 'held', mergeId, at: base, verdict: { ...onIt, run: 1 } })
    expect(await why(briefId)).toMatchObject({
      why: expect.stringContaining(`m${mergeId} waits to land on main: main is red by itself at ${base.slice(0, 12)}`),
      next: expect.stringContaining(`merge.show {mergeId: ${mergeId}} has the gate's log`),
    })
    await house.call('merge.cancel', { mergeId })
  })
})
