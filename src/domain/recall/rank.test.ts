import { describe, expect, it } from 'vitest'
import { rank } from './rank.ts'
import { phrasesOf, wordsOf } from './words.ts'

const now = '2026-03-02T09:00:00.000Z'
const text = (title: string, body: string, at = now) => ({ title, body, at })
const ranked = (query: string, ...texts: ReturnType<typeof text>[]) =>
  rank(texts, phrasesOf(wordsOf(query)), now).map(each => each.found.title || each.found.body)

describe('ranking', () => {
  it('puts a word in the title before the same word in the body', () => {
    expect(ranked('roses', text('Beds', 'Some roses grow here'), text('Roses', 'Some grow here too'))[0]).toBe('Roses')
  })

  it('puts a short text before a long one that says the word as often', () => {
    const long = text('long', `roses ${'and other plants '.repeat(200)}`)
    expect(ranked('roses', long, text('short', 'roses and more'))[0]).toBe('short')
  })

  it('puts the newer of two equal texts first, but a better one before a newer one', () => {
    const old = text('old', 'water the roses', '2025-01-01T00:00:00.000Z')
    const better = text('better', 'water the roses, roses, roses', '2025-01-01T00:00:00.000Z')
    expect(ranked('roses', old, text('new', 'water the roses'))).toEqual(['new', 'old'])
    expect(ranked('roses', text('new', 'water the roses'), better)[0]).toBe('better')
  })

  it('weighs a rare word more than one that every text holds', () => {
    const common = text('common', 'garden garden garden')
    const rare = text('rare', 'garden pergola')
    expect(ranked('garden pergola ', common, text('other', 'garden'), rare)[0]).toBe('rare')
  })

  it('counts whole words, and the beginning of one for the last word', () => {
    const [found] = rank([text('', 'a primrose')], phrasesOf(['rose']), now)
    expect(found?.score).toBe(0)
    expect(rank([text('', 'roses')], phrasesOf(['rose']), now)[0]?.score).toBeGreaterThan(0)
  })

  it('shows the words around the best hit in one line of whole words', () => {
    const body = `${'Nothing of note grows here. '.repeat(20)}\n\nThe pergola\nneeds paint. ${'More words follow it. '.repeat(40)}`
    const [found] = rank([text('', body)], phrasesOf(['pergola']), now)
    expect(found?.snippet).toMatch(/^…\S.* The pergola needs paint\. .*…$/)
    expect(found?.snippet.length).toBeLessThan(250)
  })

  it('never cuts a character in half', () => {
    const [found] = rank([text('', `${'🌹'.repeat(300)} pergola ${'🌹'.repeat(300)}`)], phrasesOf(['pergola']), now)
    expect(found?.snippet.isWellFormed()).toBe(true)
  })
})
