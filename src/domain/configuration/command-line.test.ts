import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillCommand } from './command-line.ts'
import { parseDuration } from './duration.ts'
import { fitsSegment } from './place.ts'
import { splitWords } from './split-words.ts'

const words = (line: string) => {
  const split = splitWords(line)
  return split.outcome === 'words' ? split.words : split.problem
}

describe('a command on one line', () => {
  it.each([
    ['npm ci', ['npm', 'ci']],
    ['  npm\trun  "my task" ', ['npm', 'run', 'my task']],
    [`echo 'it is' "a \\"b\\"" c\\ d e"f"'g'`, ['echo', 'it is', 'a "b"', 'c d', 'efg']],
    [`grep '$HOME && x' ''`, ['grep', '$HOME && x', '']],
    ['vite --port {{port.web}} --cost 5$', ['vite', '--port', '{{port.web}}', '--cost', '5$']],
    ['docker ps --format {{.Names}}', ['docker', 'ps', '--format', '{{.Names}}']],
  ])('%s is split as its writer meant it', (line, expected) => {
    expect(words(line)).toEqual(expected)
  })

  it.each([
    'a && b',
    'a | b',
    'a; b',
    'a > f',
    'a $HOME',
    'a "${HOME}"',
    'a $(b)',
    'a `b`',
    'A=1 b',
    'a &',
    "a 'b",
    'a \\',
    '',
    '  ',
    '"" a',
  ])('%j is refused, as only a shell or nobody could mean it', line => {
    expect(splitWords(line).outcome).toBe('refused')
  })

  it('gives every word back that was put in quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter(word => !word.includes("'"))), rest => {
        expect(words(['run', ...rest.map(word => `'${word}'`)].join(' '))).toEqual(['run', ...rest])
      }),
    )
  })
})

describe('templates in a command', () => {
  const hostile = 'x$(touch pwned); `id` "\' && rm -rf /'

  it('never make two words of one, nor a second template of a value', () => {
    const command = { words: ['echo', 'on {{branch}}', '{{ worktree }}'] }
    expect(fillCommand(command, { branch: hostile, worktree: '{{branch}}' })).toEqual({
      outcome: 'filled',
      command: { words: ['echo', `on ${hostile}`, '{{branch}}'] },
    })
  })

  it('are filled in a line for a shell with plain values and refused with any other', () => {
    const command = { shell: 'echo "{{branch}}" && true' }
    expect(fillCommand(command, { branch: 'flower/4-login' })).toMatchObject({
      command: { shell: 'echo "flower/4-login" && true' },
    })
    expect(fillCommand(command, { branch: hostile })).toMatchObject({ outcome: 'refused' })
    expect(fillCommand(command, { branch: 'plain', path: '/home/Ada é' })).toMatchObject({ outcome: 'filled' })
  })

  it('name the word that has no value here', () => {
    expect(fillCommand({ words: ['vite', '{{port.web}}'] }, {})).toEqual({
      outcome: 'refused',
      problem: 'there is no value for {{port.web}}',
    })
    expect(fillCommand({ words: ['x', '{{toString}}'] }, {})).toMatchObject({ outcome: 'refused' })
  })
})

it('a duration is a whole number of seconds, minutes or hours, up to a week', () => {
  expect(['30s', '5m', '2h', '168h'].map(parseDuration)).toEqual([30_000, 300_000, 7_200_000, 604_800_000])
  expect(['0s', '-1s', '1.5h', '5', '5 m', '1d', '169h', ''].map(parseDuration)).toEqual(Array(8).fill(undefined))
})

it('a pattern fits names within one segment, and hidden ones only when it says so', () => {
  expect(fitsSegment('.env.local', '.env*')).toBe(true)
  expect(fitsSegment('.env', '*')).toBe(false)
  expect(fitsSegment('web', '*')).toBe(true)
  expect(fitsSegment('a.b.c', 'a*c')).toBe(true)
  expect(fitsSegment('abc', 'a?')).toBe(false)
  expect(fitsSegment('a+b', 'a+b')).toBe(true)
  expect(fitsSegment('a'.repeat(200), `${'*a'.repeat(60)}b`)).toBe(false)
})
