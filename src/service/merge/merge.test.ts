import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { base, commit, journal, type QueueHands, queueHands, red } from '../../../test/landing/by-hand.ts'
import { clearQueue, handOver, statusOf } from '../../../test/work.ts'
import type { BranchFacts } from '../facts.ts'

/** The node that the house is on. */
const node = 'node-1'

describe.each(databases)('the merge queue on %s', database => {
  let house: TestHouse
  let found: BranchFacts
  let projectId: number
  let hands: QueueHands
  beforeAll(async () => {
    house = await openHouse(database, { branch: () => found })
    projectId = (await house.call('project.show', {})).project.id
    hands = queueHands(house, projectId)
  })
  beforeEach(() => {
    found = { outcome: 'found', tip: commit('a'), style: 'merge' }
    return clearQueue(house)
  })
  afterAll(() => house.close())

  const settle = (finding: unknown) => hands.settle(finding)
  const build = (title: string, settings = {}) => hands.build(title, settings)
  const submitted = (title: string, settings = {}) => hands.submitted(title, settings)
  const shown = (mergeId: number) => hands.shown(mergeId)
  const land = (mergeId: number, to: string, steps: unknown[] = []) => hands.land(mergeId, to, steps)
  const liveOf = async (briefId: number) => {
    const { dispatches } = await house.call('recall.brief', { briefId })
    return dispatches.filter(each => each.endedAt === null)
  }

  it('an agent that checks in hears what landed since it did before, and of which Briefs', async () => {
    const checkIn = () => house.call('agent.checkin', {}, 'agent:watcher')
    expect((await checkIn()).landed).toEqual([])
    house.pass(1_000)
    const { briefId, mergeId } = await submitted('Prune')
    await land(mergeId, commit('9'))
    expect((await checkIn()).landed).toEqual([{ briefIds: [briefId], commit: commit('9'), at: house.now() }])
    house.pass(1_000)
    expect((await checkIn()).landed).toEqual([])
  })

  it('a branch that lands completes its Brief, is linked to it with its proof, and frees whoever waited', async () => {
    const { briefId, mergeId } = await submitted('Plant roses')
    const { briefId: behind } = await house.call('brief.capture', { text: 'Water roses', dependsOn: [briefId] })
    expect(await shown(mergeId)).toMatchObject({ status: 'queued', place: 1, tip: commit('a'), target: 'main' })
    await land(mergeId, commit('1'))
    expect(await shown(mergeId)).toMatchObject({
      status: 'landed',
      landing: {
        commit: commit('1'),
        previous: base,
        by: 'queue',
        gates: [{ gate: 'test', verdict: 'passed' }],
        briefIds: [briefId],
      },
    })
    const recall = await house.call('recall.brief', { briefId })
    expect(recall.brief.status).toBe('complete')
    expect(recall.merge).toMatchObject({ status: 'landed', branch: expect.any(String), reason: null })
    expect(recall.links).toMatchObject([{ type: 'commit', ref: commit('1'), relation: 'landed' }])
    expect((await house.call('recall.brief', { briefId: behind })).brief.blocked).toEqual([])
    expect(await house.refused('merge.cancel', { mergeId })).toMatchObject({ code: 'merge.landed' })
    // Told again after a kill, it changes nothing.
    expect(await settle({ what: 'landed', steps: [] })).toEqual({ taken: false })
  })

  it('what was worked on again after its landing is not complete before that has landed too', async () => {
    const { briefId, mergeId } = await submitted('Stake the peas')
    const { decisionId } = await house.call('decision.ask', { briefId, header: 'How high?', body: 'Say.' })
    await land(mergeId, commit('8'))
    expect(await statusOf(house, briefId)).toBe('in_review')
    house.pass(1_000)
    const { dispatchId } = await house.call('brief.dispatch', { briefId })
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:builder')
    await house.call('decision.answer', { decisionId, answer: 'Two metres' })
    await house.call('dispatch.complete', { dispatchId, token, summary: 'higher' }, 'agent:builder')
    const found = await house.call('merge.finished', { projectId }, 'system:runner', 'system')
    expect(found).toMatchObject({ landed: [], finished: [{ briefId }] })
  })

  it('a standing checkout that follows MAIN is asked to move on with each landing', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'standing', follows: 'main' })
    const tell = (finding: unknown) => house.call('worktree.settle', { worktreeId, finding }, 'system:runner', 'system')
    const standing = {
      head: base, branch: null, modified: 0, untracked: 0, unmerged: 0, ahead: 0, behind: 0, landed: null, underWay: [], at: house.now(),
    } // biome-ignore format: one look
    await tell({ what: 'created', path: '/srv/standing', branch: null, base, warnings: [] })
    await tell({ what: 'prepared', fingerprint: 'x', ports: {}, warnings: [], standing })
    const { mergeId } = await submitted('Mow')
    await land(mergeId, commit('7'))
    const { items } = await house.call('worktree.errands', { node }, 'system:runner', 'system')
    expect(items.find(each => each.worktree.id === worktreeId)?.worktree.errand).toBe('sync')
  })

  it('a branch stands in the queue once, at the tip that it had when it was put in last', async () => {
    const { briefId, mergeId } = await submitted('Prune')
    found = { outcome: 'found', tip: commit('b'), style: 'merge' }
    expect(await house.call('merge.submit', { briefId, priority: 0 })).toMatchObject({ mergeId, status: 'queued' })
    expect(await shown(mergeId)).toMatchObject({ tip: commit('b'), priority: 0 })
    const { items } = await house.call('merge.queue', { briefId })
    expect(items).toHaveLength(1)
  })

  it('work that is not finished is refused with what is missing', async () => {
    const reviewed = await build('Rake', { review: true })
    expect(await house.refused('merge.submit', { briefId: reviewed })).toMatchObject({ code: 'merge.unfit' })
    const { briefId, dispatchId } = await handOver(house, 'Weed')
    await house.call('dispatch.claim', { dispatchId }, 'agent:builder')
    expect(await house.refused('merge.submit', { briefId })).toMatchObject({
      code: 'merge.held',
      data: { holder: 'agent:builder', dispatchId },
    })
    found = { outcome: 'unfit', because: 'it has no commit of its own', cure: 'Commit something.' }
    expect(await house.refused('merge.submit', { branch: 'someone/idle' })).toMatchObject({
      code: 'merge.unfit',
      next: 'Commit something.',
    })
  })

  const mending = async (briefId: number) => {
    const [live] = await liveOf(briefId)
    const { dispatch } = await house.call('dispatch.show', { dispatchId: live?.id ?? 0 })
    expect(dispatch).toMatchObject({ leg: 'fix', kind: 'continue', meantFor: 'agent:builder' })
    expect(dispatch.packet).toContain('expected 3, got 2')
    return dispatch
  }
  it('a red gate sends the work back to whoever built it, with the log, and after three times to an operator', async () => {
    const { briefId, mergeId } = await submitted('Sow')
    for (const time of [1, 2, 3]) {
      const run = { ...red(commit('c')), startedAt: house.now() }
      await settle({ what: 'judged', run, mergeIds: [mergeId] })
      const { tip } = await shown(mergeId)
      const verdict = { ...run, run: time }
      expect(await settle({ what: 'ejected', mergeId, tip, verdict })).toEqual({ taken: true })
      if (time === 3) break
      const { id: dispatchId } = await mending(briefId)
      const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:builder')
      await house.call('dispatch.complete', { dispatchId, token, summary: 'mended' }, 'agent:builder')
      await house.call('merge.submit', { briefId })
    }
    expect(await shown(mergeId)).toMatchObject({ status: 'ejected', attempts: 3 })
    expect(await liveOf(briefId)).toEqual([])
    const asked = (await house.call('recall.decisions', { briefId, status: 'open' })).items[0]
    expect(asked?.askedBy).toBe('system:merge-queue')
    await house.call('decision.answer', { decisionId: asked?.id, option: 1 })
    // Whoever an operator hands it to hears the same.
    await mending(briefId)
  })

  it('put in again just as it was, it meets no old verdict, and a blame that comes late is not taken', async () => {
    const { mergeId } = await submitted('Espalier')
    const run = { ...red(commit('e')), startedAt: house.now(), tree: 'e1'.repeat(20) }
    const { tip } = await shown(mergeId)
    const counting = async () => {
      const asked = { projectId, trees: [run.tree], commit: base }
      const { verdicts } = await house.call('merge.known', asked, 'system:runner', 'system')
      return verdicts.filter(each => each.asideAt === null).map(each => each.run)
    }
    await settle({ what: 'judged', run, mergeIds: [mergeId] })
    expect(await counting()).toEqual([1])
    await house.call('merge.cancel', { mergeId })
    await house.call('merge.retry', { mergeId })
    expect(await counting()).toEqual([])
    const late = { what: 'ejected', mergeId, tip, verdict: { ...run, run: 1 } }
    expect(await settle(late)).toEqual({ taken: false })
    expect(await shown(mergeId)).toMatchObject({
      status: 'queued',
      attempts: 0,
      verdicts: [{ run: 1, outcome: 'failed' }],
    })
    await settle({ what: 'judged', run: { ...run, outcome: 'passed' }, mergeIds: [mergeId] })
    expect((await shown(mergeId)).verdicts[0]).toMatchObject({ run: 2, outcome: 'flaky', asideAt: null })
    await house.call('merge.cancel', { mergeId })
  })

  it('a conflict comes back with both sides', async () => {
    const { briefId, mergeId } = await submitted('Graft')
    const { tip } = await shown(mergeId)
    const sides = [{ path: 'roses.md', line: 'red roses', branch: 'white roses' }]
    const member = { submissionId: mergeId, tip, outcome: 'conflict', with: 'line', files: ['roses.md'], sides }
    await settle({ what: 'built', target: 'main', base, members: [member] })
    expect(await shown(mergeId)).toMatchObject({ status: 'conflict' })
    const [fix] = await liveOf(briefId)
    const { dispatch } = await house.call('dispatch.show', { dispatchId: fix?.id })
    expect(dispatch.packet).toContain('white roses')
    expect(dispatch.packet).toContain('red roses')
    expect(dispatch.packet).toContain('You mend what came back')
    expect(dispatch.packet).toContain(
      `It conflicts with main, which is at ${base.slice(0, 12)}. Both sides changed roses.md.`,
    )
  })

  it('what is handed over again leaves the queue, and a landing that has begun is nobody’s to take back', async () => {
    const { briefId, mergeId } = await submitted('Mulch')
    await house.call('review.comment', { briefId, comments: [{ file: 'beds.md', line: 2, body: 'Deeper' }] })
    expect(await shown(mergeId)).toMatchObject({ status: 'cancelled' })
    const [fix] = await liveOf(briefId)
    expect((await house.call('dispatch.show', { dispatchId: fix?.id })).dispatch.packet).toContain('`beds.md:2` Deeper')
    await house.call('dispatch.cancel', { dispatchId: fix?.id })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    await house.call('merge.retry', { mergeId })
    expect(await settle({ what: 'landing', journal: journal(mergeId, commit('a'), commit('2')) })).toEqual({
      taken: true,
    })
    expect(await house.refused('merge.cancel', { mergeId })).toMatchObject({ code: 'merge.landing' })
    expect(await house.refused('brief.dispatch', { briefId })).toMatchObject({ code: 'merge.landing' })
    await settle({ what: 'undone', reason: 'main moved' })
    expect(await shown(mergeId)).toMatchObject({ status: 'queued' })
    await house.call('merge.cancel', { mergeId })
  })

  it('a queue in which nothing has moved for an hour is late, which health tells too', async () => {
    const { mergeId } = await submitted('Wait')
    const waits = async () => (await house.call('merge.queue', {})).waits
    const since = house.now()
    expect(await waits()).toMatchObject([{ project: 'garden', late: false }])
    house.pass(61 * 60_000)
    expect(await waits()).toMatchObject([{ project: 'garden', movedAt: since, late: true }])
    const { complaints } = await house.call('recall.health', {})
    expect(complaints.map(each => each.what).join()).toContain('Nothing has moved in the merge queue of garden')
    await house.call('merge.cancel', { mergeId })
  })

  it('while changes from outside are moved out of MAIN nothing begins to land', async () => {
    const { mergeId } = await submitted('Dig')
    const standing = {
      status: 'dirty',
      tip: base,
      branch: 'main',
      files: ['a'],
      changed: 1,
      detail: '',
      upstream: null,
      at: '',
    }
    const tell = (finding: unknown) => house.call('main.settle', { projectId, finding }, 'system:runner', 'system')
    await tell({ what: 'looked', standing })
    await house.call('main.rescue', {})
    const landing = { what: 'landing', journal: journal(mergeId, commit('a'), commit('4')) }
    expect(await settle(landing)).toEqual({ taken: false })
    await tell({ what: 'failed', reason: 'not now' })
    await tell({ what: 'looked', standing: { ...standing, status: 'clean', files: [], changed: 0 } })
    await house.call('merge.cancel', { mergeId })
  })

  it('while the queue is paused nothing begins to land', async () => {
    const { mergeId } = await submitted('Hoe')
    await house.call('merge.pause', { reason: 'market day' })
    expect(await settle({ what: 'landing', journal: journal(mergeId, commit('a'), commit('3')) })).toEqual({
      taken: false,
    })
    expect((await house.call('merge.queue', {})).halts).toEqual([
      { project: 'garden', why: 'operator:ada paused it: market day' },
    ])
    await house.call('merge.resume', {})
    await land(mergeId, commit('3'))
  })

  it('whoever changes the gates waits for an operator, who approves that tip and no other', async () => {
    const { briefId, mergeId } = await submitted('Fence')
    const stacked = (tip: string) => ({
      what: 'built',
      target: 'main',
      base,
      members: [
        {
          submissionId: mergeId,
          tip,
          outcome: 'stacked',
          commits: [commit('4')],
          to: { commit: commit('4'), tree: commit('5') },
          between: [],
          guarded: ['gates'],
        },
      ],
    })
    await settle(stacked(commit('a')))
    expect((await shown(mergeId)).waits).toContain('which an operator has to approve')
    expect(await house.refused('merge.approve', { mergeId }, 'agent:builder')).toMatchObject({ code: 'role.denied' })
    await house.call('merge.approve', { mergeId })
    await settle(stacked(commit('a')))
    expect(await shown(mergeId)).toMatchObject({ status: 'testing', approvedBy: 'operator:ada' })
    found = { outcome: 'found', tip: commit('b'), style: 'merge' }
    await house.call('merge.submit', { briefId })
    expect(await shown(mergeId)).toMatchObject({ status: 'queued', approvedBy: null })
    await house.call('merge.cancel', { mergeId })
  })

  it('a landing is taken back by its reverse, and its Brief is open again', async () => {
    const { briefId, mergeId } = await submitted('Paint the shed')
    expect(await house.refused('merge.revert', { mergeId })).toMatchObject({ code: 'merge.unfit' })
    await land(mergeId, commit('6'))
    found = { outcome: 'found', tip: commit('d'), style: 'merge' }
    const { mergeId: back } = await house.call('merge.revert', { mergeId })
    await land(back, commit('8'))
    expect(await statusOf(house, briefId)).toBe('planned')
  })

  it('a step that wants a word waits for it, and is due once it is given', async () => {
    const { mergeId } = await submitted('Irrigate')
    await land(mergeId, commit('9'), [
      { name: 'restart', approve: false },
      { name: 'migrate', approve: true },
    ])
    const steps = async () =>
      (await house.call('merge.errands', { node }, 'system:runner', 'system')).items[0]?.steps.map(
        ({ name, status }) => [name, status],
      )
    expect(await steps()).toEqual([
      ['restart', 'due'],
      ['migrate', 'asked'],
    ])
    const asked = (await house.call('recall.decisions', { status: 'open' })).items.find(each =>
      each.header.startsWith('Run migrate'),
    )
    await house.call('decision.answer', { decisionId: asked?.id, option: 'Run it' })
    expect(await steps()).toEqual([
      ['restart', 'due'],
      ['migrate', 'due'],
    ])
  })

  it('finished work without a commit is not put into the queue, and an operator is told what to do about it', async () => {
    const briefId = await build('Look, and touch nothing')
    house.pass(1_000)
    const reason = 'it has no commit that main lacks'
    await settle({ what: 'nothing', briefId, branch: 'flower/x', target: 'main', reason })
    const { finished } = await house.call('merge.finished', { projectId }, 'system:runner', 'system')
    expect(finished.map(each => each.briefId)).not.toContain(briefId)
    expect((await house.call('brief.why', { briefId })).why).toContain(`nothing of it lands: ${reason}.`)
    const loops = (await house.call('recall.openLoops', {})).items.filter(each => each.briefId === briefId)
    expect(loops).toMatchObject([{ kind: 'unlanded' }])
  })

  it('the runner is told of finished work once, and of MAIN that is in the way', async () => {
    const briefId = await build('Compost')
    const finished = async () => {
      const found = await house.call('merge.finished', { projectId }, 'system:runner', 'system')
      return found.finished.filter(each => each.briefId === briefId).map(each => each.consent)
    }
    expect(await finished()).toEqual(['none'])
    await settle({ what: 'ask', briefId })
    expect(await finished()).toEqual(['asked'])
    house.pass(1_000)
    await settle({
      what: 'nothing',
      briefId,
      branch: 'flower/x',
      target: 'main',
      reason: 'it has no commit of its own',
    })
    expect(await finished()).toEqual([])
    const standing = {
      status: 'dirty',
      tip: base,
      branch: 'main',
      files: ['roses.md'],
      changed: 1,
      detail: '',
      upstream: null,
      at: house.now(),
    }
    await house.call('main.settle', { projectId, finding: { what: 'looked', standing } }, 'system:runner', 'system')
    expect((await house.call('merge.queue', {})).halts[0]?.why).toContain('main.rescue')
    await house.call(
      'main.settle',
      { projectId, finding: { what: 'looked', standing: { ...standing, status: 'clean', files: [], changed: 0 } } },
      'system:runner',
      'system',
    )
    expect((await house.call('merge.queue', {})).halts).toEqual([])
  })
})
