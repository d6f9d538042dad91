/** How a step after a landing has ended. */
import type { LandingStep } from '#domain/landing/landing.ts'

export type Ending = Pick<LandingStep, 'status' | 'exitCode' | 'lines'>

export const failed = (line: string): Ending => ({ status: 'failed', exitCode: null, lines: [line] })
