import { describe, expect, it } from 'vitest'
import { blockReasons, describeBlock } from './blocked.ts'
import { briefStatuses } from './status.ts'

describe('what stands in the way of a Brief', () => {
  it('is every dependency that is not complete: done and in review is not enough', () => {
    const reasons = blockReasons(
      briefStatuses.map((status, at) => ({ briefId: at + 1, title: status, status })),
      [],
    )
    expect(reasons).toHaveLength(briefStatuses.length - 1)
    expect(reasons.map(each => each.kind === 'dependency' && each.status)).not.toContain('complete')
  })

  it('says so when a dependency will never land', () => {
    const reasons = blockReasons(
      [
        { briefId: 1, title: 'Dig', status: 'abandoned' },
        { briefId: 2, title: 'Plant', status: 'deferred' },
      ],
      [],
    )
    expect(reasons.map(describeBlock)).toEqual(['#1 ended as abandoned', '#2 is not in MAIN yet'])
  })

  it('is every blocking decision that is open', () => {
    expect(blockReasons([], [{ decisionId: 3, header: 'Which?' }]).map(describeBlock)).toEqual(['q3 is not answered'])
  })
})
