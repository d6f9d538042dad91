/** Secrets of access: told once, kept only as what they hash to. */
import { createHash } from 'node:crypto'

/** SHA-256 in hexadecimal. The secrets are 32 random bytes, so that no slow hash is needed against guessing. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Marks a secret as one of ours, so that scanners and people know it where it should not be. */
export const markSecret = (random: string): string => `flower_${random}`
