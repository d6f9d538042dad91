/** An empty place for a store, on either database, and programs that work on it beside the test. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StorePlace } from '#store/store.ts'
import { freshDatabase } from './postgres.ts'

export const at = '2026-03-02T09:00:00.000Z'
export const now = (): string => at

export async function freshPlace(
  database: 'sqlite' | 'postgres',
): Promise<{ place: StorePlace; drop: () => Promise<void> }> {
  if (database === 'postgres') {
    const { url, drop } = await freshDatabase()
    return { place: { url }, drop }
  }
  const { folder, drop } = freshFolder()
  return { place: { file: join(folder, 'flower.db') }, drop: async () => drop() }
}

export function freshFolder(): { folder: string; drop: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'flower-store-'))
  return { folder, drop: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) }
}

const run = promisify(execFile)
/** Runs a TypeScript file of the checkout in a process of its own and answers what it printed. */
export const runFile = async (file: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, ['--conditions=flower-source', file, ...args], { cwd: join(import.meta.dirname, '..') }))
    .stdout
