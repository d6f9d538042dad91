/** The flower.yaml of a project as MAIN has it, never as a branch would like it. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Configuration, configurationFile } from '#domain/configuration/configuration.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { type ParsedConfiguration, parseConfiguration, problemLine } from '#domain/configuration/parse.ts'
import { readFileIfThere } from '#machine/files.ts'
import { git } from '#machine/git/command.ts'
import type { Filling } from '#machine/worktree/fill.ts'
import type { Item } from './errand.ts'

export type Configured =
  /** `written`: there is such a file, and so MAIN is where it should be. */
  | { outcome: 'read'; configuration: Configuration; trusted: boolean; hash: string; written: boolean }
  | { outcome: 'unreadable'; reason: string }

type Main = Pick<Item['project'], 'path' | 'gitDir' | 'primaryBranch'>

/** As it lies in MAIN's checkout; of a bare repository, which has none, as MAIN's branch has it. Empty where there is none. */
export async function configurationText({ path, gitDir, primaryBranch }: Main): Promise<string> {
  if (path !== gitDir) return (await readFileIfThere(join(path, configurationFile)))?.toString('utf8') ?? ''
  const shown = await git({ gitDir }, ['cat-file', 'blob', `refs/heads/${primaryBranch}:${configurationFile}`])
  return shown.outcome === 'ok' ? shown.stdout : ''
}

type Understood = { hash: string; parsed: ParsedConfiguration; written: boolean }

const understand = (text: string, written: boolean): Understood => ({
  hash: configurationHash(text),
  parsed: parseConfiguration(text),
  written,
})

/** What files said last, by their path: one is asked for with every hand-over, and rarely says anything new. */
const unchanged = new Map<string, Understood & { signature: string }>()

let nothing: Understood | undefined

/** Milliseconds within which a file may change again without its time telling. */
const coarseMs = 100

async function understood(main: Main): Promise<Understood> {
  if (main.path === main.gitDir) return understand(await configurationText(main), false)
  const path = join(main.path, configurationFile)
  const now = Date.now()
  // At once: to have another thread ask takes twenty times as long, and every hand-over and claim asks.
  const seen = statSync(path, { throwIfNoEntry: false })
  if (!seen) {
    nothing ??= understand('', false)
    return nothing
  }
  const { ino, size, mtimeMs, ctimeMs } = seen
  const signature = [ino, size, mtimeMs, ctimeMs].join(' ')
  const known = unchanged.get(path)
  if (known?.signature === signature) return known
  const fresh = understand(await configurationText(main), true)
  if (now - ctimeMs > coarseMs) unchanged.set(path, { ...fresh, signature })
  return fresh
}

/** No file is the defaults. */
export async function configurationOf({ project }: Pick<Item, 'project'>): Promise<Configured> {
  const { hash, parsed, written } = await understood(project)
  if (!parsed.configuration)
    return {
      outcome: 'unreadable',
      reason: `${configurationFile} of MAIN has problems:\n${parsed.problems.map(problemLine).join('\n')}`,
    }
  return { outcome: 'read', configuration: parsed.configuration, trusted: hash === project.trusted, hash, written }
}

/** How checkouts are filled, as MAIN's flower.yaml says; its problems are told by the preparing. */
export async function fillingOf(item: Pick<Item, 'project'>): Promise<Filling> {
  const configured = await configurationOf(item)
  const usual = Configuration.parse({}).worktrees
  const { largeFiles, checkoutTimeout } = configured.outcome === 'read' ? configured.configuration.worktrees : usual
  return { largeFiles, timeoutMs: checkoutTimeout }
}
