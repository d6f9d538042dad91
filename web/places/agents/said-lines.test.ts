import { describe, expect, test } from 'vitest'
import { grownSaid, lineOf, mostLines } from './said-lines.ts'

const at = '2026-07-04T14:21:04.000Z'
const text = (words: string) => ({ at, said: { kind: 'text' as const, text: words } })

describe('what an agent said, as lines', () => {
  test('its words, its tools and what it waits for are told apart', () => {
    expect(lineOf({ kind: 'text', text: ' I begin.\n' })).toEqual({ kind: 'words', what: '', text: 'I begin.' })
    expect(lineOf({ kind: 'tool', callId: '1', name: 'Bash', input: 'ls' })).toMatchObject({ what: 'Bash', text: 'ls' })
    expect(lineOf({ kind: 'permission', tool: 'Bash', reason: 'rm' })).toMatchObject({ kind: 'asks', text: 'Bash: rm' })
    expect(lineOf({ kind: 'exited', exitCode: null, signal: 'SIGKILL' })).toMatchObject({ kind: 'bad' })
  })

  test('a tool that ended well and figures are no lines of their own', () => {
    expect(lineOf({ kind: 'tool_ended', callId: '1', failed: false })).toBeUndefined()
    expect(
      lineOf({ kind: 'usage', model: 'm', usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 0 } }),
    ).toBeUndefined()
  })

  test('a context that fills goes on in one line', () => {
    const context = (tokens: number) => ({ at, said: { kind: 'context' as const, tokens, window: 200_000 } })
    const lines = grownSaid(grownSaid([], [text('a'), context(10_000)]), [context(20_000), text('b')])
    expect(lines.map(each => [each.no, each.text])).toEqual([
      [1, 'a'],
      [3, '20k of 200k'],
      [4, 'b'],
    ])
  })

  test('only the newest are kept', () => {
    const lines = grownSaid(
      [],
      Array.from({ length: mostLines + 5 }, (_, no) => text(`${no}`)),
    )
    expect(lines).toHaveLength(mostLines)
    expect(lines.at(-1)).toMatchObject({ no: mostLines + 5, text: `${mostLines + 4}` })
  })
})
