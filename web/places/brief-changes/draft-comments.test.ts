import { expect, test } from 'vitest'
import { begun, changed, placeOf, readComments, ready } from './draft-comments.ts'

const at = (file: string, line: number | null) => ({ file, line, quoted: 'dig()', tip: 'a'.repeat(40) })

test('a place has one comment, and beginning it again goes on with it', () => {
  const once = changed(begun([], at('beds.md', 2)), at('beds.md', 2), { body: 'Deeper', open: false })
  expect(begun(once, at('beds.md', 2))).toEqual([{ ...at('beds.md', 2), body: 'Deeper', open: true }])
  expect(begun(once, at('beds.md', null)).map(placeOf)).toEqual(['beds.md:2', 'beds.md'])
})

test('one that nothing is written in goes once it is shut', () => {
  expect(changed(begun([], at('beds.md', 2)), at('beds.md', 2), { open: false })).toEqual([])
})

test('they are sent in the order of files and lines, and an empty one is not', () => {
  let all = begun(begun(begun(begun([], at('b.md', 9)), at('a.md', 30)), at('a.md', 4)), at('c.md', 1))
  for (const place of [at('b.md', 9), at('a.md', 30), at('a.md', 4)]) all = changed(all, place, { body: 'So.' })
  expect(ready(all).map(placeOf)).toEqual(['a.md:4', 'a.md:30', 'b.md:9'])
})

test('what is no comment is passed over', () => {
  expect(readComments('')).toEqual([])
  expect(readComments('{"file":')).toEqual([])
  expect(readComments('[1,{"file":"a","line":"2","body":"","quoted":"","tip":""}]')).toEqual([])
})
