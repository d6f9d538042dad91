// Who writes numbered lines into a file from a process of its own, for as long as is wanted.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface LineWriter {
  /** Awaits as many lines more. */
  more: (count: number) => Promise<void>
  /** Ends it, and answers how many lines it has written in all. */
  end: () => Promise<number>
}

export async function writeLines(file: string): Promise<LineWriter> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'line-writer.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let written = 0
  const lines = createInterface(child.stdout)
  lines.on('line', line => {
    written = Number(line)
  })
  const more = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) await once(lines, 'line')
  }
  await more(3)
  return {
    more,
    end: async () => {
      child.stdin.end()
      await Promise.all([exited, once(lines, 'close')])
      return written
    },
  }
}
