/** What went wrong, for a person or for a program: one sentence, and the command that would help. */
import { Refusal } from '#domain/refusal.ts'
import { exitCodeOf, exitCodes } from '../exit-code.ts'
import type { OperationCommand } from './command.ts'
import type { StartFault } from './door.ts'
import { Misuse } from './misuse.ts'
import { spellNext } from './spell-next.ts'

export type Complaint = { exit: number; code: string; detail: string; data: Record<string, unknown>; next: string }

/** `about` is the command that was under way. */
export function complaintOf(reason: unknown, about: OperationCommand | undefined): Complaint {
  if (reason instanceof Refusal) {
    const next =
      reason.code === 'access.token_needed'
        ? 'Set FLOWER_TOKEN to a token that `flower token create` made.'
        : spellNext(reason.next, about)
    return { exit: exitCodeOf(reason.kind), code: reason.code, detail: reason.message, data: reason.data, next }
  }
  if (reason instanceof Misuse)
    return { exit: exitCodes.usage, code: 'usage', detail: reason.message, data: {}, next: reason.next }
  if (isStartFault(reason))
    return { exit: reason.exitCode, code: 'failure', detail: reason.message, data: {}, next: reason.cure }
  const detail = reason instanceof Error ? reason.message : String(reason)
  return { exit: exitCodes.failure, code: 'failure', detail, data: {}, next: '`flower doctor` looks at everything.' }
}

export const isStartFault = (reason: unknown): reason is StartFault =>
  reason instanceof Error && 'cure' in reason && 'exitCode' in reason && typeof reason.exitCode === 'number'
