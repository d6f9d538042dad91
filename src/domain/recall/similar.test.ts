import { describe, expect, it } from 'vitest'
import { sharedWords, tellingWords } from './similar.ts'

describe('what a text is about', () => {
  it('is told by its longer words, once each, in their order', () => {
    expect(tellingWords('We should water the Roses, the roses and the pergola!')).toEqual(['water', 'roses', 'pergola'])
  })

  it('is nothing when only common words are said', () => {
    expect(tellingWords('so that it is so')).toEqual([])
    expect(tellingWords('?!')).toEqual([])
  })

  it('takes twelve words of a long text', () => {
    expect(tellingWords(Array.from({ length: 40 }, (_, at) => `word${at}`).join(' '))).toHaveLength(12)
  })

  it('is shared by a text that holds the same words, whole and in any case', () => {
    expect(sharedWords(['water', 'rose'], 'WATER the roses')).toEqual(['water'])
  })
})
