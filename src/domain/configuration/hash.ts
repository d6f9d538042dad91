import { createHash } from 'node:crypto'

/** The name of exact content, by which an operator trusts it: SHA-256 over the file's bytes, in hex. */
export const configurationHash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
