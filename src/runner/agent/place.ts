/** The run's own folder, and what was noted there when it began. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runRef } from '#domain/agent/run.ts'
import { git } from '#machine/git/command.ts'

export const folderOf = (agents: string, runId: number): string => join(agents, runRef(runId))

/** Where the branch stood, so that its own commits can be counted at the end. */
export async function noteBeginning(folder: string, worktree: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'head'), (await headOf(worktree)) ?? '', { mode: 0o600 })
}

/** What came of it in the worktree: its commits, and changed files that it left lying. */
export async function leftBehind(folder: string, worktree: string): Promise<{ commits: number; dirty: number }> {
  const head = noted(folder)
  const counted = head ? await git({ folder: worktree }, ['rev-list', '--count', `${head}..HEAD`]) : undefined
  const status = await git({ folder: worktree }, ['status', '--porcelain', '-z', '--untracked-files=normal'])
  return {
    commits: counted?.outcome === 'ok' ? Number(counted.stdout.trim()) : 0,
    dirty: status.outcome === 'ok' ? status.stdout.split('\0').filter(Boolean).length : 0,
  }
}

async function headOf(folder: string): Promise<string | undefined> {
  const shown = await git({ folder }, ['rev-parse', '--verify', '-q', 'HEAD'])
  return shown.outcome === 'ok' ? shown.stdout.trim() : undefined
}

function noted(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'head'), 'utf8') || undefined
  } catch {
    return undefined
  }
}
