import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flower } from '../../../test/cli.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { base, commit, type QueueHands, queueHands, red } from '../../../test/landing/by-hand.ts'
import type { BranchFacts } from '../facts.ts'

describe.each(databases)('what waits in the merge queue on %s', database => {
  let house: TestHouse
  let hands: QueueHands
  let projectId: number
  let found: BranchFacts = { outcome: 'found', tip: commit('b'), style: 'merge' }
  beforeAll(async () => {
    house = await openHouse(database, { branch: () => found })
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

  it('a queue that was paused without a word names whoever did it once', async () => {
    await hands.lookAtMain()
    await house.call('merge.pause', {})
    const { halts } = await house.call('merge.queue', {})
    expect(halts).toEqual([{ project: 'garden', why: 'operator:ada paused it: no reason was given' }])
    const { out } = await flower(house, ['main', 'status'])
    expect(out).toMatch(/queue +paused by operator:ada\n/)
    await house.call('merge.resume', {})
  })

  it('the doctor and health name what keeps a queue from going on, with the next step', async () => {
    const said = async () => {
      const { complaints } = await house.call('recall.health', {})
      const doctor = (await house.call('system.doctor', {})).complaints
      for (const each of complaints) expect(doctor).toContainEqual(each)
      return complaints.map(each => `${each.what} → ${each.cure}`).join('\n')
    }
    await hands.lookAtMain()
    expect(await said()).toBe('')
    await hands.lookAtMain({ status: 'off_branch', branch: 'try' })
    expect(await said()).toMatch(/^Nothing lands in garden: MAIN is on try; .* → main.status \{project: "garden"\}/)
    await hands.lookAtMain({ status: 'dirty', files: ['roses.md'], changed: 1 })
    expect(await said()).toContain('main.rescue {project: "garden"}')
    await hands.lookAtMain()
    await hands.settle({ what: 'halted', why: 'A landing can not be completed.', red: null })
    expect(await said()).toContain('Nothing lands in garden: A landing can not be completed. → ')
    expect((await house.call('recall.health', {})).ok).toBe(false)
    await hands.settle({
      what: 'halted',
      why: null,
      red: { tip: base, verdict: { ...red(base), run: 1, asideAt: null } },
    })
    expect(await said()).toContain('MAIN of garden is red by itself since')
    await hands.settle({ what: 'halted', why: null, red: null })
    await house.call('merge.pause', { reason: 'market day' })
    expect(await said()).toContain('operator:ada paused it: market day. → Go on with merge.resume')
    await house.call('merge.resume', {})
    expect(await said()).toBe('')
  })

  it('a push that was rejected is told with its last lines wherever somebody looks', async () => {
    const { mergeId } = await hands.submitted('Mow')
    await hands.land(mergeId, commit('2'), [{ name: 'push', approve: false }])
    const [landing] = (await house.call('merge.landings', {})).items
    const stepId = landing?.steps[0]?.id
    const lines = ['To /srv/upstream\n ! [rejected] main -> main (fetch first)']
    await hands.settle({ what: 'stepped', stepId, status: 'failed', exitCode: 1, lines })
    for (const args of [['main', 'status'], ['merge', 'landings'], ['doctor'], ['recall', 'health']])
      expect((await flower(house, args)).out, args.join(' ')).toContain('! [rejected] main -> main (fetch first)')
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

  it('what was taken back says so, and warns whoever lands its branch again, until its reverse is taken back', async () => {
    const { briefId, mergeId } = await hands.submitted('Paint the shed')
    await hands.land(mergeId, commit('6'))
    found = { outcome: 'found', tip: commit('d'), style: 'merge' }
    const { mergeId: by } = await house.call('merge.revert', { mergeId })
    await hands.land(by, commit('8'))
    const taken = { mergeId, by, at: house.now() }
    expect(await hands.shown(mergeId)).toMatchObject({ status: 'landed', takenBack: taken })
    found = { outcome: 'found', tip: commit('b'), style: 'merge' }
    expect(await house.refused('merge.submit', { briefId })).toMatchObject({
      code: 'merge.unfit',
      next: `merge.revert {mergeId: ${by}} brings it back.`,
    })
    found = { outcome: 'found', tip: commit('e'), style: 'merge' }
    const again = await house.call('merge.submit', { briefId })
    expect(again.next).toContain(`What m${mergeId} landed of this branch was taken back by m${by}`)
    expect((await hands.shown(again.mergeId)).lost).toEqual([taken])
    await house.call('merge.cancel', { mergeId: again.mergeId })
    found = { outcome: 'found', tip: commit('a'), style: 'merge' }
    const { mergeId: whole } = await house.call('merge.revert', { mergeId: by })
    await hands.land(whole, commit('9'))
    expect((await hands.shown(mergeId)).takenBack).toBeUndefined()
    expect((await house.call('merge.retry', { mergeId: again.mergeId })).next).not.toContain('taken back')
    await house.call('merge.cancel', { mergeId: again.mergeId })
    found = { outcome: 'found', tip: commit('b'), style: 'merge' }
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
