// Which harnesses this machine has, and how flower is started here.

import { existsSync, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path'
import { isProgram } from '../agents/find-program.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const harnesses = ['claude', 'codex'] as const
export type Harness = (typeof harnesses)[number]

/** Where each keeps what is a person's own. */
export function configFolderOf(harness: Harness, env: Environment, home: string): string {
  if (harness === 'codex') return resolve(env['CODEX_HOME'] || join(home, '.codex'))
  return resolve(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'))
}

/** By its program, or by the folder that it has made for itself, which is how one within an editor shows. */
export function isInstalled(harness: Harness, env: Environment, home: string): boolean {
  return programOnPath(harness, env) !== undefined || existsSync(configFolderOf(harness, env, home))
}

export interface OwnStart {
  /** As it was started now. */
  node: string
  nodeOptions: readonly string[]
  script: string
}

/**
 * The words that start this flower, from any folder: its name alone where that is on the person's own PATH and leads to the
 * very same program, else absolute paths.
 */
export function startOfFlower(
  env: Environment,
  { node, nodeOptions, script }: OwnStart,
): readonly [string, ...string[]] {
  const found = programOnPath('flower', env)
  if (found !== undefined && realOf(found) === realOf(script)) return ['flower']
  return [node, ...nodeOptions, resolve(script)]
}

/** npm puts its own folders in front while it runs something: a person's shell doesn't have them. */
function programOnPath(name: string, env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(each => isAbsolute(each))
  return folders
    .filter(each => !each.endsWith(`${sep}node_modules${sep}.bin`))
    .map(each => join(each, name))
    .find(isProgram)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
