/** What every candidate has to pass, as the queue sees it. */
import { createHash } from 'node:crypto'
import type { Configuration } from '../configuration/configuration.ts'

export interface Gate {
  name: string
  /** Names what is run and in which surroundings; a verdict holds for this alone. */
  definitionHash: string
  /** How often a red run is run again to tell a flake from a fault. */
  retries: number
}

/** In the order of the file, which is the order in which they are run. */
export const gatesOf = ({ gates, worktrees }: Pick<Configuration, 'gates' | 'worktrees'>): Gate[] =>
  Object.entries(gates).map(([name, gate]) => ({
    name,
    definitionHash: gateDefinitionHash(gate, worktrees),
    retries: gate.retries,
  }))

/**
 * SHA-256, in hex, over all of `flower.yaml` that can make a verdict another one: command, time limit, and how the checkout
 * is prepared. Retries only say how often to ask. Key order and what is left to its default make no difference.
 */
export function gateDefinitionHash(
  { command, timeout }: Pick<Configuration['gates'][string], 'command' | 'timeout'>,
  {
    prepare,
    copy,
    link,
    env,
    isolation,
  }: Pick<Configuration['worktrees'], 'prepare' | 'copy' | 'link' | 'env' | 'isolation'>,
): string {
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))
  const run = (each: typeof command) => ('shell' in each ? { shell: each.shell } : { words: each.words })
  const steps = prepare.map(step => [run(step.command), step.timeout])
  const material = JSON.stringify([1, run(command), timeout, steps, copy, link, variables, isolation])
  return createHash('sha256').update(material).digest('hex')
}
