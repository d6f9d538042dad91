// What the guard of an agent's tools refused, laid down in files until the house takes it up: the guard waits for nobody.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAbsence, writeFileDurably } from '../files.ts'

const spooledRefusal = z.object({
  /** When it was refused; ISO 8601. */
  at: z.string(),
  tool: z.string(),
  cause: z.string(),
  /** The path or the piece of a command that it was about. */
  what: z.string(),
  reason: z.string(),
  worktree: z.string(),
  mainPath: z.string(),
  /** As the environment of the run had it. */
  actor: z.string().optional(),
  briefId: z.string().optional(),
  dispatchId: z.string().optional(),
  run: z.string().optional(),
})
export type SpooledRefusal = z.infer<typeof spooledRefusal>

/** Where they lie in flower's own folder. */
export const refusalFolderOf = (home: string): string => join(home, 'refusals')

/** An agent that asks for the same again and again fills no disk. */
const MOST = 1_000
const MOST_CHARACTERS = 2_000

/** Answers false when there are too many already. `id` is fresh: letters, digits and `-`. */
export async function spoolRefusal(folder: string, id: string, refusal: SpooledRefusal): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length >= MOST) return false
  const what = refusal.what.slice(0, MOST_CHARACTERS)
  const reason = refusal.reason.slice(0, MOST_CHARACTERS)
  // By time, so that their order is that of their names.
  const name = `${refusal.at.replaceAll(/[:.]/g, '-')}-${id}.json`
  await writeFileDurably(join(folder, name), JSON.stringify({ ...refusal, what, reason }), 0o600)
  return true
}

/**
 * Hands each refusal on, the oldest first, and drops it once `report` has answered; one that throws leaves the rest for the
 * next time. `id` stays the same for one refusal: use it as the command id, as a kill may come between. Answers how many.
 */
export async function takeRefusals(
  folder: string,
  report: (refusal: SpooledRefusal, id: string) => Promise<void>,
): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw error
  })
  const whole = names.filter(name => /^\d.*\.json$/.test(name)).sort()
  for (const name of whole) {
    const path = join(folder, name)
    const refusal = readSpooled(await readFile(path, 'utf8'))
    if (refusal) await report(refusal, name.replace(/\.json$/, ''))
    await rm(path, { force: true })
  }
  return whole.length
}

function readSpooled(text: string): SpooledRefusal | undefined {
  try {
    return spooledRefusal.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
