import { describe, expect, test } from 'vitest'
import { languageOf, type Open, tokensOf } from './syntax.ts'

/** Each line as `kind:text` of what is not plain. */
function read(path: string, text: string): string[] {
  const language = languageOf(path)
  if (!language) return []
  let open: Open
  return text.split('\n').flatMap(line => {
    const found = tokensOf(line, language, open)
    open = found.open
    return found.tokens.filter(({ kind }) => kind !== 'plain').map(token => `${token.kind}:${token.text}`)
  })
}

describe('the colours of code', () => {
  test('comments and texts go over lines, and nothing inside of them counts', () => {
    expect(read('a.ts', 'const a = `x ${1}\nif "y"` /* let\nnull */ + 12')).toEqual([
      'word:const',
      'text:`x ${1}',
      'text:if "y"`',
      'note:/* let',
      'note:null */',
      'figure:12',
    ])
    expect(read('a.py', '"""if\nelse""" # not\nx = None')).toEqual([
      'text:"""if',
      'text:else"""',
      'note:# not',
      'word:None',
    ])
  })
  test('an apostrophe that nothing closes is none', () => {
    expect(read('a.sh', 'echo it\'s "so"')).toEqual(['word:echo', 'text:"so"'])
    expect(read('a.rs', "fn f<'a>(x: &'a str) -> u8 { 7 }")).toEqual(['word:fn', 'figure:7'])
  })
  test('a name behind a dot is no word of the language', () => {
    expect(read('a.ts', 'map.set(key).return(new Map())')).toEqual(['word:new'])
  })
  test('a hash begins a comment only at the start of a word', () => {
    expect(read('a.sh', 'echo ${#list} a#b # really')).toEqual(['word:echo', 'note:# really'])
  })
  test('SQL knows its words in any case', () => {
    expect(read('a.sql', 'SELECT name from beds -- all')).toEqual(['word:SELECT', 'word:from', 'note:-- all'])
  })
  test('a name decides the language, and an unknown one has no colours', () => {
    expect([languageOf('x/Dockerfile'), languageOf('x.y.TSX')].every(Boolean)).toBe(true)
    expect([languageOf('x/constructor'), languageOf('a.txt'), languageOf('LICENSE')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('any text comes back as it was', () => {
    const odd = ['"\\', "'", '`', '/*', '😀 é "ü"', '\t  #', '\\"\\"', '$x@y', '1e+5...']
    for (const path of ['a.ts', 'a.py', 'a.rs', 'a.sh', 'a.yml', 'a.json', 'a.css', 'a.html', 'a.sql'])
      for (const line of odd) {
        const language = languageOf(path)
        if (!language) throw new Error(path)
        expect(
          tokensOf(line, language, undefined)
            .tokens.map(token => token.text)
            .join(''),
        ).toBe(line)
      }
  })
})
