/** Writes everything into one file. The machine does it while work goes on. */
import { machineOf } from '../facts.ts'
import type { Read } from '../work.ts'

export const backup: Read<'data.backup'> = (input, work) => machineOf(work).backup(input.path)
