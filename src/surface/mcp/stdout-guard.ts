/** Keeps stdout for the protocol: one stray line on it breaks a stdio session, and the client shows only a parse error. */
import { Writable } from 'node:stream'

/**
 * From here on whatever any code prints to stdout goes to stderr, `console.log` included. The stream that comes back is
 * the only way left to the real stdout. Call it before anything is loaded that might print.
 */
export function guardStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => void write(chunk, encoding, done),
  })
  // A client that is gone shows on the stream that is written to, like on any other.
  process.stdout.on('error', (reason: Error) => protocol.destroy(reason))
  return protocol
}
