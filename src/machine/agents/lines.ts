// Whole lines out of chunks, never more of one in memory than a limit.

/** Lines longer than this are of no protocol that we speak; what a picture takes in base64 fits. */
const MOST_BYTES = 16_000_000
const LINE_END = 10

/** `hear` gets each line without its end; empty ones and those that are too long are left out. `end`: what is left is a line too. */
export function splitLines(
  hear: (line: string) => void,
  maxBytes = MOST_BYTES,
): { write: (chunk: Uint8Array) => void; end: () => void } {
  let parts: Uint8Array[] = []
  let size = 0
  const finish = (): void => {
    if (size > 0 && size <= maxBytes) hear(Buffer.concat(parts).toString('utf8').replace(/\r$/, ''))
    parts = []
    size = 0
  }
  const keep = (part: Uint8Array): void => {
    size += part.length
    if (size > maxBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  return {
    write(chunk) {
      let from = 0
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
        keep(chunk.subarray(from, at))
        finish()
        from = at + 1
      }
      keep(chunk.subarray(from))
    },
    end: finish,
  }
}
