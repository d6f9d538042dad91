// Any program: it gets the packet in a file and on its standard input, and how it exits is how its turn ended.

import type { Begin } from './driver.ts'

const LAST_LINES = 20

export const beginCommand: Begin = async host => {
  const { words, args } = host.start.harness
  const packet = host.write('packet.md', host.start.prompt)
  const child = await host.launch({
    words: [...words, ...args],
    env: { FLOWER_PACKET: packet },
    input: host.start.prompt,
  })
  let interrupted = false
  void child.ended.then(end => {
    const outcome = interrupted ? 'interrupted' : end.exitCode === 0 ? 'done' : 'failed'
    host.say({ kind: 'turn_ended', outcome, words: host.lastWords(LAST_LINES) })
    host.leave(end)
  })
  return {
    send: () => false,
    interrupt: () => {
      interrupted = true
      child.signal('SIGINT')
    },
    // It has had all that it gets and ends by itself.
    finish: () => undefined,
  }
}
