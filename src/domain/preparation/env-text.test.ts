import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignmentsIn, completeEnvironment, environmentText } from './env-text.ts'

describe('a file of variables', () => {
  it('gets the keys that it lacks and keeps every value that it has', () => {
    const existing = 'A=mine\n# B=commented\nexport C = "two\nlines"\n'
    const source = 'A=theirs\nB=2\nC=x\nKEY="-----BEGIN\nabc=def\n-----END"\nD=\n'
    expect(completeEnvironment(existing, source)).toEqual({
      text: `${existing}# Added from MAIN by flower\nB=2\nKEY="-----BEGIN\nabc=def\n-----END"\nD=\n`,
      added: ['B', 'KEY', 'D'],
    })
  })

  it('is left alone to the byte when nothing is missing', () => {
    const existing = '\uFEFFA=1\r\nB=2'
    expect(completeEnvironment(existing, 'B=3\nA=4')).toEqual({ text: existing, added: [] })
  })

  it('keeps its own line ends, and a last line without one stays a line', () => {
    expect(completeEnvironment('A=1\r\nB=2', 'C=3\n')?.text).toBe(
      'A=1\r\nB=2\r\n# Added from MAIN by flower\r\nC=3\r\n',
    )
  })

  it('with an open quote is still read line by line', () => {
    expect(assignmentsIn(`A="open\nB=2\n`).map(({ key }) => key)).toEqual(['A', 'B'])
  })

  it('is not completed when its open quote would swallow what is added', () => {
    expect(completeEnvironment('A="open', 'B="two"')).toBeUndefined()
  })

  it('begins with what was there and names every key once done', () => {
    const line = fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.string()).map(([key, value]) => `${key}=${value}`)
    const file = fc.array(fc.oneof(line, fc.string())).map(lines => lines.join('\n'))
    fc.assert(
      fc.property(file, file, (existing, source) => {
        const completed = completeEnvironment(existing, source)
        if (!completed) return
        expect(completed.text.startsWith(existing)).toBe(true)
        const before = assignmentsIn(existing).map(({ key }) => key)
        expect(assignmentsIn(completed.text).map(({ key }) => key)).toEqual(expect.arrayContaining(before))
        expect(completeEnvironment(completed.text, source)?.added).toEqual([])
      }),
    )
  })

  it('is written so that a shell and a reader of such files see the same', () => {
    const variables = { B: 'with space', A: 'plain/1', C: `it's $5 "x"`, D: '' }
    expect(environmentText(variables)).toBe(
      '# Written by flower for this worktree; written anew when it changes.\nA=plain/1\nB=\'with space\'\nC="it\'s \\$5 \\"x\\""\nD=\n',
    )
  })
})
