import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { clearQueue, countEvents, handOver, minutes, rowOf, statusOf } from '../../../test/work.ts'

describe.each(databases)('legs on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  beforeEach(() => clearQueue(house))
  afterAll(() => house.close())

  const claim = (dispatchId: number, agent: string) => house.call('dispatch.claim', { dispatchId }, agent)
  const finish = async (dispatchId: number, agent: string) => {
    const { token } = await claim(dispatchId, agent)
    return house.call('dispatch.complete', { dispatchId, token, summary: `${agent} did it` }, agent)
  }
  const shown = async (dispatchId: number) => (await house.call('dispatch.show', { dispatchId })).dispatch
  const judge = async (dispatchId: number, verdict: 'pass' | 'changes', agent: string) => {
    const { token } = await claim(dispatchId, agent)
    const comments = verdict === 'changes' ? [{ file: 'roses.md', line: 3, body: 'Too dry' }] : []
    return house.call('review.verdict', { dispatchId, token, verdict, body: `It is ${verdict}`, comments }, agent)
  }
  const nextOf = (answer: { nextDispatchId?: number | undefined }): number => {
    if (answer.nextDispatchId === undefined) throw new Error('nothing follows')
    return answer.nextDispatchId
  }

  it('with the design loop on, a design comes first and the build follows by itself', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant', { designLoop: true })
    expect(await shown(dispatchId)).toMatchObject({ leg: 'design' })
    const build = nextOf(await finish(dispatchId, 'agent:designer'))
    expect(await shown(build)).toMatchObject({ leg: 'build', status: 'queued' })
    expect(await statusOf(house, briefId)).toBe('dispatched')
    await finish(build, 'agent:builder')
    expect(await statusOf(house, briefId)).toBe('in_review')
  })

  it('a reviewed Brief goes build, review, changes, fix, review, pass; then it can be completed', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant', { review: true })
    const first = nextOf(await finish(dispatchId, 'agent:builder'))
    expect(await shown(first)).toMatchObject({ leg: 'review' })
    expect((await house.refused('brief.setStatus', { briefId, status: 'complete' })).code).toBe('brief.status_kept')
    const { fixDispatchId: fix = 0 } = await judge(first, 'changes', 'agent:reviewer')
    expect((await rowOf(house, briefId)).reviewed).toBe('changes')
    const { packet, kind, meantFor } = await shown(fix)
    expect({ kind, meantFor }).toEqual({ kind: 'continue', meantFor: 'agent:builder' })
    expect(packet).toContain('Too dry')
    expect((await house.refused('dispatch.claim', {}, 'agent:reviewer')).code).toBe('dispatch.none')
    const second = nextOf(await finish(fix, 'agent:builder'))
    expect((await rowOf(house, briefId)).reviewed).toBe(null)
    expect((await judge(second, 'pass', 'agent:reviewer')).fixDispatchId).toBe(undefined)
    expect(await rowOf(house, briefId)).toMatchObject({ status: 'in_review', reviewed: 'pass' })
    expect(await house.call('brief.setStatus', { briefId, status: 'complete' })).toMatchObject({ status: 'complete' })
  })

  it('a fix goes to another agent when the builder never comes back', async () => {
    const { dispatchId } = await handOver(house, 'Plant', { review: true })
    const review = nextOf(await finish(dispatchId, 'agent:builder'))
    const { fixDispatchId: fix = 0 } = await judge(review, 'changes', 'agent:reviewer')
    house.pass(minutes(5))
    expect(await house.call('dispatch.claim', {}, 'agent:helper')).toMatchObject({ dispatchId: fix, leg: 'fix' })
  })

  it('whoever worked on a Brief reviews it neither by name nor by chance', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant', { review: true })
    const review = nextOf(await finish(dispatchId, 'agent:builder'))
    const refusal = await house.refused('dispatch.claim', { dispatchId: review }, 'agent:builder')
    expect(refusal).toMatchObject({ code: 'review.own_work', data: { briefId, actor: 'agent:builder' } })
    expect((await house.refused('dispatch.claim', {}, 'agent:builder')).code).toBe('dispatch.none')
  })

  it('a review ends with a verdict and nothing else does', async () => {
    const { dispatchId } = await handOver(house, 'Plant', { review: true })
    const { token } = await claim(dispatchId, 'agent:builder')
    const before = await countEvents(house)
    const verdict = { dispatchId, token, verdict: 'pass', body: 'Mine is fine' }
    expect((await house.refused('review.verdict', verdict, 'agent:builder')).code).toBe('review.own_work')
    expect(await countEvents(house)).toBe(before)
    const built = await house.call('dispatch.complete', { dispatchId, token, summary: 'ok' }, 'agent:builder')
    const review = nextOf(built)
    const held = await claim(review, 'agent:reviewer')
    const done = { dispatchId: review, token: held.token, summary: 'looks fine' }
    expect((await house.refused('dispatch.complete', done, 'agent:reviewer')).code).toBe('dispatch.verdict_needed')
  })

  it('a review that is asked for while somebody works is refused, so that the work can be finished', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant', { review: true })
    const { token } = await claim(dispatchId, 'agent:builder')
    expect(await house.refused('review.request', { briefId }, 'agent:builder')).toMatchObject({
      code: 'dispatch.live',
      data: { dispatchId, holder: 'agent:builder' },
    })
    const review = nextOf(await house.call('dispatch.complete', { dispatchId, token, summary: 'ok' }, 'agent:builder'))
    expect((await house.refused('brief.dispatch', { briefId, leg: 'build' })).code).toBe('dispatch.live')
    expect(await judge(review, 'changes', 'agent:reviewer')).toHaveProperty('fixDispatchId')
  })

  it('a review can be asked for without a gate', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant')
    await finish(dispatchId, 'agent:builder')
    const { dispatchId: review } = await house.call('review.request', { briefId, note: 'Look at the roots' })
    expect((await shown(review)).packet).toContain('Look at the roots')
    await judge(review, 'pass', 'agent:reviewer')
    expect(await rowOf(house, briefId)).toMatchObject({ status: 'in_review', reviewed: 'pass' })
  })

  it('reviews that fail until their attempts are spent ask an operator, and the Brief rests in review', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Plant', { review: true })
    const review = nextOf(await finish(dispatchId, 'agent:builder'))
    for (let attempt = 0; attempt < 3; attempt++) {
      const { token } = await claim(review, 'agent:reviewer')
      await house.call('dispatch.fail', { dispatchId: review, token, reason: 'agent_error' }, 'agent:reviewer')
    }
    expect(await shown(review)).toMatchObject({ status: 'failed' })
    expect(await statusOf(house, briefId)).toBe('in_review')
    expect((await house.refused('review.request', { briefId }, 'agent:builder')).code).toBe('dispatch.spent')
    await house.call('review.request', { briefId })
  })
})
