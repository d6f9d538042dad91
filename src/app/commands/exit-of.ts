/** The exit code of a program that we ran in our own terminal, as a shell would tell it. */
import { constants } from 'node:os'
import type { runHere } from '#machine/command.ts'
import { CannotStart } from '../cannot-start.ts'

export function exitOf(ended: Awaited<ReturnType<typeof runHere>>): number {
  if (ended.outcome === 'missing')
    throw new CannotStart(`There is no program ${ended.program}.`, 'Install it, or check PATH.', 127)
  if (ended.outcome !== 'ended') throw new CannotStart(`It could not be started: ${ended.outcome}.`, 'flower doctor')
  return ended.signal === null ? (ended.exitCode ?? 1) : 128 + constants.signals[ended.signal]
}
