/** The flower.yaml of a project as MAIN has it, never as a branch would like it. */
import { join } from 'node:path'
import { Configuration, configurationFile } from '#domain/configuration/configuration.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { parseConfiguration, problemLine } from '#domain/configuration/parse.ts'
import { readFileIfThere } from '#machine/files.ts'
import { git } from '#machine/git/command.ts'
import type { Filling } from '#machine/worktree/fill.ts'
import type { Item } from './errand.ts'

export type Configured =
  | { outcome: 'read'; configuration: Configuration; trusted: boolean; hash: string }
  | { outcome: 'unreadable'; reason: string }

type Main = Pick<Item['project'], 'path' | 'gitDir' | 'primaryBranch'>

/** As it lies in MAIN's checkout; of a bare repository, which has none, as MAIN's branch has it. Empty where there is none. */
export async function configurationText({ path, gitDir, primaryBranch }: Main): Promise<string> {
  if (path !== gitDir) return (await readFileIfThere(join(path, configurationFile)))?.toString('utf8') ?? ''
  const shown = await git({ gitDir }, ['cat-file', 'blob', `refs/heads/${primaryBranch}:${configurationFile}`])
  return shown.outcome === 'ok' ? shown.stdout : ''
}

/** No file is the defaults. */
export async function configurationOf({ project }: Pick<Item, 'project'>): Promise<Configured> {
  const text = await configurationText(project)
  const parsed = parseConfiguration(text)
  if (!parsed.configuration)
    return {
      outcome: 'unreadable',
      reason: `${configurationFile} of MAIN has problems:\n${parsed.problems.map(problemLine).join('\n')}`,
    }
  const hash = configurationHash(text)
  return { outcome: 'read', configuration: parsed.configuration, trusted: hash === project.trusted, hash }
}

/** How checkouts are filled, as MAIN's flower.yaml says; its problems are told by the preparing. */
export async function fillingOf(item: Pick<Item, 'project'>): Promise<Filling> {
  const configured = await configurationOf(item)
  const usual = Configuration.parse({}).worktrees
  const { largeFiles, checkoutTimeout } = configured.outcome === 'read' ? configured.configuration.worktrees : usual
  return { largeFiles, timeoutMs: checkoutTimeout }
}
