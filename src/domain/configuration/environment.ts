/** The environment of everything that runs in a worktree: one function for every way of starting something there. */
import { createHash } from 'node:crypto'
import type { Isolation } from '../worktree/worktree.ts'
import type { Configuration } from './configuration.ts'
import { renderTemplate, type Words } from './template.ts'

export interface WorktreeFacts {
  /** The project's slug. */
  project: string
  /** The worktree's name. */
  worktree: string
  branch: string
  /** The worktree's folder, absolute. */
  path: string
  /** Ports by service; empty where no services run. */
  ports: Readonly<Record<string, number>>
  /** Address of the worktree's site, when it has one. */
  site?: string
  /** Left out where no database is this worktree's to use. */
  database?: string
}

/** The values of templates by their word; a word without a value is absent. */
export function valuesOf({ project, worktree, branch, path, ports, site, database }: WorktreeFacts): Words {
  const numbers = Object.entries(ports).map(([service, port]) => [`port.${service}`, String(port)] as const)
  return {
    project,
    worktree,
    branch,
    path,
    ...Object.fromEntries<string>(numbers),
    ...(site === undefined ? {} : { site }),
    ...(database === undefined ? {} : { database }),
  }
}

/**
 * The name of a worktree's own database: a-z, 0-9 and `_`, at most 63 characters, so that every database server takes it.
 * Different worktrees have different names.
 */
export function databaseNameOf(project: string, worktree: string): string {
  const plain = `${project}_${worktree}`.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  const digest = createHash('sha256').update(`${project}/${worktree}`).digest('hex').slice(0, 8)
  return `${/^[a-z]/.test(plain) ? '' : 'db_'}${plain}`.slice(0, 54).replace(/_*$/, `_${digest}`)
}

export interface WorktreeEnvironment {
  /** To be put over a clean environment, never over an inherited one. */
  variables: Record<string, string>
  /** Variables that are left out, each with the word that has no value in this worktree. */
  withheld: { name: string; word: string }[]
}

/**
 * What every process in a worktree is given: service, agent, prepare step and a person's shell alike.
 * `FLOWER_WORKTREE` and its kin say whose values these are; a service's own `PORT` comes on top when `service` is named.
 */
export function worktreeEnvironment(
  { worktrees }: Pick<Configuration, 'worktrees'>,
  values: Words,
  isolation: Isolation,
  service?: string,
): WorktreeEnvironment {
  const withheld: WorktreeEnvironment['withheld'] = []
  const variables: Record<string, string> = { FLOWER_ISOLATION: isolation }
  for (const [word, value] of Object.entries(values)) variables[variableOf(word)] = value
  for (const [name, template] of Object.entries(worktrees.env)) {
    const result = renderTemplate(template, values)
    if (result.outcome === 'rendered') variables[name] = result.text
    else withheld.push({ name, word: result.word })
  }
  const port = service === undefined ? undefined : values[`port.${service}`]
  if (port !== undefined) variables['PORT'] = port
  return { variables, withheld }
}

/** `port.web` → `FLOWER_PORT_WEB`: never the name of a variable that flower itself is set up with. */
function variableOf(word: string): string {
  return `FLOWER_${word === 'path' ? 'WORKTREE_PATH' : word.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}
