import { describe, expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'
import { readUnified } from './unified.ts'

const diff = `diff --git a/beds.ts b/beds.ts
old mode 100644
new mode 100755
index 1..2
--- a/beds.ts
+++ b/beds.ts
@@ -8,4 +8,4 @@ function plant()
 const beds = 3
-const water = rain()
+const water = tap()
+// enough for all
 
--- dug
@@ -30 +31 @@
-last
\\ No newline at end of file
+last
`

describe('a unified diff', () => {
  const { notes, hunks } = readUnified(diff)
  test('each line has its numbers on both sides, and a line that looks like a head is one of its hunk', () => {
    expect(hunks.map(({ head, lines }) => [head, lines.map(({ old, now, text }) => [old, now, text])])).toEqual([
      [
        'function plant()',
        [
          [8, 8, 'const beds = 3'],
          [9, null, 'const water = rain()'],
          [null, 9, 'const water = tap()'],
          [null, 10, '// enough for all'],
          [10, 11, ''],
          [11, null, '-- dug'],
        ],
      ],
      [
        '',
        [
          [30, null, 'last'],
          [null, 31, 'last'],
        ],
      ],
    ])
    expect(notes).toEqual(['old mode 100644', 'new mode 100755'])
    expect(hunks[1]?.lines[0]?.unended).toBe(true)
  })
  test('the words that differ are marked, in the colours of the language', () => {
    const drawn = hunks.flatMap(hunk => piecesOf(hunk, 'beds.ts'))
    expect(drawn[2]?.map(({ text, kind, changed }) => `${changed ? '!' : ''}${kind}:${text}`)).toEqual([
      'word:const',
      'plain: water = ',
      '!plain:tap',
      'plain:()',
    ])
    expect(drawn[3]).toEqual([{ text: '// enough for all', kind: 'note', changed: false }])
  })
  test('what is drawn of a line is its text', () => {
    for (const hunk of hunks)
      expect(piecesOf(hunk, 'beds.sql').map(line => line.map(piece => piece.text).join(''))).toEqual(
        hunk.lines.map(line => line.text),
      )
  })
  test('what is no diff has no lines', () => {
    expect([readUnified(''), readUnified('Binary files a/x and b/x differ\n')].map(each => each.hunks)).toEqual([
      [],
      [],
    ])
  })
})
