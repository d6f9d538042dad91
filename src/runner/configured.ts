/** The flower.yaml of a project as MAIN has it, never as a branch would like it. */
import { join } from 'node:path'
import { Configuration, configurationFile } from '#domain/configuration/configuration.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { parseConfiguration, problemLine } from '#domain/configuration/parse.ts'
import { readFileIfThere } from '#machine/files.ts'
import type { Filling } from '#machine/worktree/fill.ts'
import type { Item } from './errand.ts'

export type Configured =
  | { outcome: 'read'; configuration: Configuration; trusted: boolean; hash: string }
  | { outcome: 'unreadable'; reason: string }

/** Empty where there is none. `main` is MAIN's checkout. */
export const configurationText = async (main: string): Promise<string> =>
  (await readFileIfThere(join(main, configurationFile)))?.toString('utf8') ?? ''

/** No file is the defaults. */
export async function configurationOf({ project }: Pick<Item, 'project'>): Promise<Configured> {
  const text = await configurationText(project.path)
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
