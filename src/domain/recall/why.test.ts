import { describe, expect, it } from 'vitest'
import type { BriefStatus } from '../status.ts'
import { briefStatuses } from '../status.ts'
import { type Stillness, whyStill } from './why.ts'

const brief: Stillness['brief'] = {
  id: 4,
  status: 'planned',
  needsApproval: false,
  approvedAt: null,
  autoDispatch: false,
  review: false,
  reviewed: null,
  movedAt: '2026-03-02T09:00:00.000Z',
  foldedInto: null,
  createdBy: 'operator:ada',
}
const dispatch: Stillness['live'][number] = {
  id: 7,
  leg: 'build',
  status: 'queued',
  holder: null,
  meantFor: null,
  leaseExpiresAt: null,
  movedAt: '2026-03-02T10:00:00.000Z',
}
const still = (some: Partial<Omit<Stillness, 'brief'>> & { brief?: Partial<Stillness['brief']> } = {}): Stillness => ({
  blocked: [],
  live: [],
  openDecisions: [],
  openChildren: 0,
  ...some,
  brief: { ...brief, ...some.brief },
})

describe('why a Brief is not moving', () => {
  it('has an answer with a next step for every status', () => {
    for (const status of briefStatuses) {
      const why = whyStill(still({ brief: { status } }))
      expect(why.why).toMatch(/\.$/)
      expect(why.next).not.toBe('')
    }
  })

  it('is that somebody holds it, whatever else stands open', () => {
    const held = {
      ...dispatch,
      status: 'running' as const,
      holder: 'agent:builder-1',
      leaseExpiresAt: '2026-03-02T10:05:00.000Z',
    }
    const why = whyStill(
      still({ live: [held], openDecisions: [{ id: 1, header: 'Which?', assignee: null, askedAt: '' }] }),
    )
    expect(why.why).toContain('agent:builder-1 holds d7')
    expect(why.who).toBe('agent:builder-1')
  })

  it('is a question that is not answered, with whom it was asked of and since when', () => {
    const why = whyStill(
      still({
        blocked: [{ kind: 'decision', decisionId: 3, header: 'Red or white?' }],
        openDecisions: [
          { id: 3, header: 'Red or white?', assignee: 'operator:ben', askedAt: '2026-03-01T00:00:00.000Z' },
        ],
      }),
    )
    expect(why).toEqual({
      why: 'q3 is not answered: Red or white?',
      since: '2026-03-01T00:00:00.000Z',
      who: 'operator:ben',
      next: 'Answer it with decision.answer {decisionId: 3}.',
    })
  })

  it('is a dependency that ended and will never land, which an operator has to settle', () => {
    const reason = {
      kind: 'dependency' as const,
      briefId: 2,
      title: 'Dig',
      status: 'cancelled' as BriefStatus,
      ended: true,
    }
    const why = whyStill(still({ blocked: [reason] }))
    expect(why.why).toContain('#2 ended as cancelled')
    expect(why.who).toBe('an operator')
    expect(why.next).toContain('removeDependsOn: [2]')
  })

  it('is that approval is missing, before that nobody handed it over', () => {
    expect(whyStill(still({ brief: { needsApproval: true } })).next).toContain('brief.approve {briefId: 4}')
    expect(whyStill(still()).next).toContain('brief.dispatch {briefId: 4}')
  })

  it('is that a queued dispatch waits, for its time or for an agent', () => {
    const kept = { ...dispatch, meantFor: 'agent:builder' }
    const whoFor = (waits: string) => whyStill(still({ live: [{ ...kept, waits }] })).who
    expect(whoFor('for agent:builder until noon, then for anybody')).toBe('agent:builder')
    expect(whoFor('for the answer to q7')).toBe('an operator')
    expect(whyStill(still({ live: [{ ...dispatch, waits: 'until noon (usage_limit)' }] })).who).toContain('by itself')
    expect(whyStill(still({ live: [{ ...dispatch, meantFor: 'agent:builder-2' }] })).who).toBe('agent:builder-2')
    expect(whyStill(still({ live: [dispatch] })).next).toContain('dispatch.claim {dispatchId: 7}')
  })

  it('is of an epic that its children are all complete, and what closes it', () => {
    const closedChildren = { all: 2, complete: 2 }
    expect(whyStill(still({ closedChildren }))).toMatchObject({
      why: 'It is an epic, and all of its children are complete; nobody has completed it.',
      next: 'Complete it with brief.setStatus {briefId: 4, status: "complete"}.',
    })
    expect(whyStill(still({ closedChildren, brief: { integration: true } })).next).toContain(
      'merge.submit {briefId: 4}',
    )
    expect(whyStill(still({ closedChildren: { all: 3, complete: 2 } })).why).toContain('none of its 3 children is open')
    expect(whyStill(still({ closedChildren, openChildren: 1 })).why).toContain('1 of its children is open')
    expect(whyStill(still({ closedChildren: { all: 1, complete: 0 } })).why).toContain('nobody has handed it over')
  })

  it('is where it stands in the merge queue, and never that an operator has to complete it', () => {
    const merge = {
      id: 1,
      status: 'queued' as const,
      target: 'main',
      movedAt: dispatch.movedAt,
      place: 2,
      waits: undefined,
    }
    const review = { status: 'in_review' as const }
    expect(whyStill(still({ brief: review })).next).toContain('brief.setStatus {briefId: 4, status: "complete"}')
    expect(whyStill(still({ brief: review, merge }))).toEqual({
      why: 'm1 is number 2 of those to land on main.',
      since: dispatch.movedAt,
      who: 'nobody: the merge queue does it',
      next: 'merge.show {mergeId: 1} tells how it goes.',
    })
    expect(whyStill(still({ brief: review, merge: { ...merge, place: 1 } })).why).toBe('m1 is next to land on main.')
    expect(whyStill(still({ brief: review, merge: { ...merge, status: 'testing' } })).why).toBe(
      'm1 is tested for main.',
    )
    const waits = { why: 'operator:ada paused it: market day', who: 'an operator', next: 'Go on with merge.resume.' }
    expect(whyStill(still({ brief: review, merge: { ...merge, status: 'testing', waits } }))).toMatchObject({
      why: 'm1 waits to land on main: operator:ada paused it: market day.',
      next: 'Go on with merge.resume.',
    })
  })

  it('is that its attempts are spent, that all is paused, or that its children are open', () => {
    const failed = { id: 7, leg: 'build' as const, reason: 'gate_failed' as const, movedAt: dispatch.movedAt }
    expect(whyStill(still({ failed })).why).toContain('d7 (build) failed: gate failed')
    expect(whyStill(still({ paused: { since: '', by: 'operator:ada' } })).why).toContain('paused by operator:ada')
    expect(whyStill(still({ openChildren: 2 })).why).toContain('2 of its children are open')
  })
})
