// Whether a process that we once wrote down is still the same one.

import { readdirSync, readFileSync } from 'node:fs'

/**
 * Whether process `pid` runs. With `startedAt`, as `processStartedAt` once answered for it, a later process that was
 * given the same number is not mistaken for it. Zombies count as ended.
 */
export function isAlive(pid: number, startedAt?: string): boolean {
  // 0 and negative numbers would mean whole groups of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid > 0x7fffffff) return false
  if (!answersSignals(pid)) return false
  const state = readProcess(pid)
  if (state === undefined) return true
  return state.letter !== 'Z' && state.letter !== 'X' && (startedAt === undefined || state.startedAt === startedAt)
}

/**
 * When a process started, as a text that only compares: the machine's boot and the ticks since then.
 * Undefined where the system has no /proc or the process is gone.
 */
export function processStartedAt(pid: number): string | undefined {
  return readProcess(pid)?.startedAt
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, yet there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What /proc says of a process. */
export type ProcessFacts = { letter: string; parent: number; group: number; session: number; startedAt: string }

/** Undefined where the system has no /proc or the process is gone. */
export function readProcess(pid: number): ProcessFacts | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The program's name stands in parentheses and may hold anything, parentheses and spaces too.
    const [letter, parent, group, session, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = rest[15]
    if (!letter || !ticks) return undefined
    return {
      letter,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      startedAt: `${boot}:${ticks}`,
    }
  } catch {
    return undefined
  }
}

/** The environment that a process was started with holds exactly `name=value`. False for what we may not read. */
export function hasInEnvironment(pid: number, name: string, value: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(`\0${name}=${value}\0`)
  } catch {
    return false
  }
}

/** Every process number of this machine; empty where the system has no /proc. */
export function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}
