/** What has to be done so that a worktree is ready for its agent, decided from what was found in MAIN and in the worktree. */
import { createHash } from 'node:crypto'
import { type CommandLine, fillCommand } from '../configuration/command-line.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { worktreeEnvironment } from '../configuration/environment.ts'
import { isEnvironmentFile, ownFolder } from '../configuration/place.ts'
import type { Step } from '../configuration/sections.ts'
import type { Words } from '../configuration/template.ts'
import type { Isolation } from '../worktree/worktree.ts'
import { environmentText } from './env-text.ts'

/** A file or folder of MAIN that the configuration asks for. Paths are from the root, with forward slashes. */
export interface FoundInMain {
  path: string
  form: 'file' | 'folder' | 'link'
  /** Changes when the content does: a digest of a file or of a link's target, a folder's time of change. */
  stamp: string
  /** Whether git has it in the worktree, so that it comes with the branch and is not ours to bring. */
  tracked: boolean
}

export interface PreparationInputs {
  /** Files and links, one by one. */
  copy: FoundInMain[]
  link: FoundInMain[]
  /** Entries of the configuration for which MAIN has nothing. */
  missing: string[]
  /** The worktree's lock files of package managers, by path, each with git's id of its content. */
  lockFiles: Readonly<Record<string, string>>
}

export type PreparationStep =
  | { kind: 'environment'; path: string; text: string }
  /** `completed`: keys that are missing are added, the rest stays. */
  | { kind: 'copy'; path: string; form: 'file' | 'link'; completed: boolean; stamp: string }
  | { kind: 'clone'; path: string; form: FoundInMain['form'] }
  | { kind: 'run'; name: string; command: CommandLine; timeoutMs: number }

/** Something that is not brought into the worktree, and why. */
export interface Withheld {
  what: string
  why: string
}

export interface PreparationPlan {
  outcome: 'planned'
  steps: PreparationStep[]
  /** The environment of everything that runs in the worktree. */
  variables: Record<string, string>
  missing: string[]
  withheld: Withheld[]
  /** The same for the same work; when it has not changed, nothing has to be done again. */
  fingerprint: string
}

export type Planned = PreparationPlan | { outcome: 'refused'; step: string; problem: string }

/** The worktree's own environment file. */
export const environmentFile = `${ownFolder}/env`

export interface PreparationOrder {
  configuration: Pick<Configuration, 'worktrees'>
  values: Words
  isolation: Isolation
  inputs: PreparationInputs
}

/** Steps in the order in which they are done. Refused when a command asks for a value that this worktree has not. */
export function planPreparation({ configuration, values, isolation, inputs }: PreparationOrder): Planned {
  const environment = worktreeEnvironment(configuration, values, isolation)
  const commands: RunStep[] = []
  for (const each of fillSteps('prepare', configuration.worktrees.prepare, values)) {
    if ('problem' in each) return { outcome: 'refused', ...each }
    commands.push(each)
  }
  const copies = sorted(inputs.copy, isolation, true)
  const links = sorted(inputs.link, isolation, false)
  const steps: PreparationStep[] = [
    { kind: 'environment', path: environmentFile, text: environmentText(environment.variables) },
    ...copies.wanted.map(copyStep),
    ...links.wanted.map(({ path, form }) => ({ kind: 'clone' as const, path, form })),
    ...commands,
  ]
  const variables = environment.withheld.map(({ name, word }) => ({
    what: name,
    why: `this worktree has no {{${word}}}`,
  }))
  const stamps = links.wanted.map(({ path, stamp }) => [path, stamp])
  const material = JSON.stringify([
    1,
    isolation,
    steps,
    stamps,
    Object.entries(inputs.lockFiles).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
  return {
    outcome: 'planned',
    steps,
    variables: environment.variables,
    missing: inputs.missing,
    withheld: [...copies.withheld, ...links.withheld, ...variables],
    fingerprint: createHash('sha256').update(material).digest('hex'),
  }
}

function copyStep({ path, form, stamp }: FoundInMain): PreparationStep {
  const kept = form === 'link' ? 'link' : 'file'
  return { kind: 'copy', path, form: kept, completed: kept === 'file' && isEnvironmentFile(path), stamp }
}

/** Parts what is brought from what is not. `secret`: every listed ignored file may be one. */
function sorted(found: FoundInMain[], isolation: Isolation, secret: boolean) {
  const withheld: Withheld[] = []
  const wanted = found.filter(each => {
    const why = whyWithheld(each, isolation, secret)
    if (why) withheld.push({ what: each.path, why })
    return why === undefined
  })
  return { wanted, withheld }
}

function whyWithheld({ path, tracked }: FoundInMain, isolation: Isolation, secret: boolean): string | undefined {
  if (tracked) return 'git has it: it comes with the branch'
  if (isolation === 'code' && (secret || isEnvironmentFile(path))) return 'isolation is code: no secrets'
  return undefined
}

export type RunStep = Extract<PreparationStep, { kind: 'run' }>

/** Commands of `prepare` or `teardown` with their templates filled, or why one can't be, each named by its place. */
export function fillSteps(
  section: 'prepare' | 'teardown',
  steps: readonly Step[],
  values: Words,
): (RunStep | { step: string; problem: string })[] {
  return steps.map(({ command, timeout }, at) => {
    const name = `worktrees.${section}[${at}]`
    const filled = fillCommand(command, values)
    return filled.outcome === 'filled'
      ? { kind: 'run', name, command: filled.command, timeoutMs: timeout }
      : { step: name, problem: filled.problem }
  })
}
