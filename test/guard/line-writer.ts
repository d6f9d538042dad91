// Somebody who goes on writing: opens a file, appends a numbered line and closes it, again and again until standard input
// ends. Says each number once its line is written. node test/guard/line-writer.ts FILE

import { appendFileSync, writeSync } from 'node:fs'

const [file = ''] = process.argv.slice(2)
let count = 0
let ended = false
process.stdin.resume().on('end', () => {
  ended = true
})

function write(): void {
  count += 1
  appendFileSync(file, `line ${count}\n`)
  writeSync(1, `${count}\n`)
  if (!ended) setTimeout(write, 1)
}
write()
