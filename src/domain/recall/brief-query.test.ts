import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { asksForClosed, parseBriefQuery } from './brief-query.ts'

function refusalOf(text: string): Refusal {
  try {
    parseBriefQuery(text)
  } catch (reason) {
    if (reason instanceof Refusal) return reason
    throw reason
  }
  throw new Error(`not refused: ${text}`)
}

describe('the query language of Briefs', () => {
  it('says in whole sentences which word is unknown and which are known', () => {
    expect(refusalOf('is:all').message).toMatch(
      /^`query`: `is:all` is unknown\. Known: open, .*\. Put it in quotes to look for it as words\.$/,
    )
    expect(refusalOf('is:opn').message).toContain('did you mean `open`? Known: ')
  })

  it('reads words, phrases, filters and what is turned round', () => {
    expect(parseBriefQuery('roses "red ones" -"old bed" is:open -label:later by:operator:ada parent:#4')).toEqual({
      phrases: [
        { words: ['roses'], open: false },
        { words: ['red', 'ones'], open: false },
      ],
      without: [{ words: ['old', 'bed'], open: false }],
      conditions: [
        { key: 'is', values: ['open'], not: false },
        { key: 'label', values: ['later'], not: true },
        { key: 'by', values: ['operator:ada'], not: false },
        { key: 'parent', values: ['4'], not: false },
      ],
    })
  })

  it('takes the last word as one that is still being typed, until a space or a quote ends it', () => {
    expect(parseBriefQuery('water ros').phrases.map(each => each.open)).toEqual([false, true])
    expect(parseBriefQuery('water ros ').phrases.map(each => each.open)).toEqual([false, false])
    expect(parseBriefQuery('"water ros"').phrases.map(each => each.open)).toEqual([false])
    expect(parseBriefQuery('ros is:open').phrases.map(each => each.open)).toEqual([false])
  })

  it('reads a comma, and a filter said twice, as "or" where a Brief has one value of it', () => {
    expect(parseBriefQuery('status:idea,planned status:refining').conditions).toEqual([
      { key: 'status', values: ['idea', 'planned', 'refining'], not: false },
    ])
    expect(parseBriefQuery('label:a label:b').conditions).toHaveLength(2)
  })

  it('refuses an unknown filter, and an unknown value, with the known ones', () => {
    const filter = refusalOf('stat:idea')
    expect(filter.code).toBe('input.invalid')
    expect(filter.message).toContain('`stat:` is no filter')
    expect(filter.message).toContain('is, status, label, origin, project, by, parent')
    expect(refusalOf('status:planed').message).toContain('did you mean `planned`')
    expect(refusalOf('is:happy').message).toContain('dispatchable')
    expect(refusalOf('parent:rose').message).toContain('parent:#4')
    expect(refusalOf('label:').message).toContain('says nothing')
  })

  it('reads an address and what is quoted as words, not as a filter', () => {
    expect(parseBriefQuery('https://flower.example/a "stat:idea"').phrases.map(each => each.words)).toEqual([
      ['https', 'flower', 'example', 'a'],
      ['stat', 'idea'],
    ])
  })

  it('leaves closed ones out unless they are asked for', () => {
    for (const text of ['', 'label:a', 'is:epic', 'by:operator:ada', '!!!']) {
      expect(asksForClosed(parseBriefQuery(text))).toBe(false)
    }
    for (const text of ['roses', 'is:closed', '-is:open', 'status:complete', 'parent:4']) {
      expect(asksForClosed(parseBriefQuery(text))).toBe(true)
    }
  })

  it('answers or refuses whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        try {
          parseBriefQuery(text)
        } catch (reason) {
          expect(reason).toBeInstanceOf(Refusal)
        }
      }),
    )
  })
})
