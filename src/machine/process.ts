// Whether a process that we once wrote down is still the same one.

import { readFileSync } from 'node:fs'

/**
 * Whether process `pid` runs. With `startedAt`, as `processStartedAt` once answered for it, a later process that was
 * given the same number is not mistaken for it. Zombies count as ended.
 */
export function isAlive(pid: number, startedAt?: string): boolean {
  // 0 and negative numbers would mean whole groups of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid > 0x7fffffff) return false
  if (!answersSignals(pid)) return false
  const state = readState(pid)
  if (state === undefined) return true
  return state.letter !== 'Z' && state.letter !== 'X' && (startedAt === undefined || state.startedAt === startedAt)
}

/**
 * When a process started, as a text that only compares: the machine's boot and the ticks since then.
 * Undefined where the system has no /proc or the process is gone.
 */
export function processStartedAt(pid: number): string | undefined {
  return readState(pid)?.startedAt
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

function readState(pid: number): { letter: string; startedAt: string } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The program's name stands in parentheses and may hold anything, parentheses and spaces too.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [letter, ticks] = [fields[0], fields[19]]
    return letter && ticks ? { letter, startedAt: `${boot}:${ticks}` } : undefined
  } catch {
    return undefined
  }
}
