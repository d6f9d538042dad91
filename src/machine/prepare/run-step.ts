// Runs one command of `prepare` or `teardown` in its worktree, with the worktree's environment and nothing inherited.

import { stripVTControlCharacters } from 'node:util'
import { type CommandLine, showCommand } from '#domain/configuration/command-line.ts'
import { redact } from '#domain/words/redact.ts'
import { runForTail, type TailResult } from '../command.ts'
import { MARKER } from '../service/run-record.ts'

export interface StepToRun {
  name: string
  command: CommandLine
  timeoutMs: number
}

export interface StepFailure {
  /** Where the command stands in the configuration, such as `worktrees.prepare[0]`. */
  step: string
  /** The command and what became of it, in one line. */
  problem: string
  /** The last of its output, at most 50 lines. */
  lastLines: string[]
}

export interface StepSurroundings {
  variables: Record<string, string>
  /** Of the run: what a killed flower leaves behind is found by it. */
  marker: string
  signal?: AbortSignal
}

/** Undefined when it ended well. */
export async function runStep(
  folder: string,
  { name, command, timeoutMs }: StepToRun,
  { variables, marker, signal }: StepSurroundings,
): Promise<StepFailure | undefined> {
  const [program = '', ...args] = 'shell' in command ? shellCall(command.shell) : command.words
  const options = { cwd: folder, env: { ...variables, [MARKER]: marker }, timeoutMs, maxBytes: 64 * 1024 }
  const result = await runForTail(program, args, { ...options, ...(signal ? { signal } : {}) })
  if (result.outcome === 'ok') return undefined
  const problem = `\`${showCommand(command)}\` ${whatBecame(result)}`
  return { step: name, problem, lastLines: [...lastLines(result.stdout, 20), ...lastLines(result.stderr, 30)] }
}

function shellCall(line: string): string[] {
  if (process.platform === 'win32') return [process.env['COMSPEC'] ?? 'cmd.exe', '/d', '/s', '/c', line]
  return ['/bin/sh', '-c', line]
}

function whatBecame(result: Exclude<TailResult, { outcome: 'ok' }>): string {
  switch (result.outcome) {
    case 'failed':
      return result.exitCode === undefined ? 'was ended by a signal' : `ended with exit code ${result.exitCode}`
    case 'timeout':
      return `was ended at its time limit of ${result.timeoutMs / 1_000} s`
    case 'missing':
      return `can't be run: there is no program ${result.program}`
    case 'missing_folder':
      return `can't be run: ${result.folder} is gone`
    case 'unusable':
      return `can't be run: ${result.reason}`
    case 'too_large':
    case 'cancelled':
      return 'was cancelled'
  }
}

function lastLines(text: string, most: number): string[] {
  const lines = redact(stripVTControlCharacters(text)).split(/\r\n|\r|\n/)
  return lines.filter(line => line.trim() !== '').slice(-most)
}
