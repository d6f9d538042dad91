import { expect, test } from 'vitest'
import type { MergeView } from '#contract/shapes.ts'
import type { BriefHead } from '../brief/words.ts'
import type { Changes } from './reads.ts'
import { whereItIs, whyNotLanded } from './whether.ts'

const changes = { ahead: 1, tip: 'b' } as Changes
const brief = (part: Partial<BriefHead> = {}) =>
  ({
    status: 'in_review',
    review: false,
    reviewed: null,
    needsApproval: false,
    approved: false,
    live: [],
    ...part,
  }) as BriefHead
const merge = (status: MergeView['status'], tip = 'b') => ({ status, tip }) as MergeView
const why = (part: Partial<BriefHead> = {}, found: Changes | null = changes) =>
  whyNotLanded({ brief: brief(part), changes: found, merge: null, me: 'operator:ada' })

test('finished work can land, and anything else says what it waits for', () => {
  expect(why()).toBeUndefined()
  expect(why({}, { ...changes, ahead: 0 })).toContain('no commit')
  expect(why({}, null)).toContain('no commit')
  expect(why({ status: 'cancelled' })).toContain('reopen it')
  expect(why({ needsApproval: true })).toContain('approval')
  expect(why({ review: true, reviewed: 'changes' })).toBe('review asked for changes')
  expect(why({ review: true })).toContain('ask for a review')
  const review = { id: 4, holder: null as string | null, leg: 'review', status: 'queued' }
  const under = (part: Partial<typeof review>) =>
    why({ review: true, live: [{ ...review, ...part }] as BriefHead['live'] })
  expect(under({})).toBe('its review gate has not passed: d4 waits for a reviewer')
  expect(under({ holder: 'agent:reviewer-1', status: 'running' })).toBe(
    'its review gate has not passed: agent:reviewer-1 reviews it in d4',
  )
  expect(why({ review: true, reviewed: 'pass' })).toBeUndefined()
  const held = { id: 3, holder: 'agent:builder', leg: 'build', status: 'running' }
  expect(why({ live: [held] as BriefHead['live'] })).toBe('agent:builder works on it: d3')
  expect(why({ live: [{ ...held, holder: null }] as BriefHead['live'] })).toBeUndefined()
})

test('a branch is in the queue, in its target, or here with what is new on it', () => {
  expect(whereItIs({ changes, merge: null })).toBe('here')
  expect(whereItIs({ changes, merge: merge('testing', 'a') })).toBe('queued')
  expect(whereItIs({ changes: { ...changes, ahead: 0 }, merge: merge('landed') })).toBe('landed')
  expect(whereItIs({ changes: null, merge: merge('landed') })).toBe('landed')
  expect(whereItIs({ changes, merge: merge('landed', 'a') })).toBe('here')
  // Squashed: its own commits are not in the target, and all that they say is.
  expect(whereItIs({ changes, merge: merge('landed', 'b') })).toBe('landed')
  const back = { ...merge('landed'), takenBack: { mergeId: 1, by: 2, at: '' } }
  expect(whereItIs({ changes, merge: back })).toBe('back')
  expect(whereItIs({ changes: { ...changes, tip: 'c' }, merge: back })).toBe('here')
  expect(whereItIs({ changes, merge: merge('ejected') })).toBe('here')
})
