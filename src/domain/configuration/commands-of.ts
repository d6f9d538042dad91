/** What a trusted `flower.yaml` would do outside, listed for the operator who is asked to trust it. */
import { type CommandLine, showCommand } from './command-line.ts'
import type { Configuration } from './configuration.ts'

export interface ConfiguredCommand {
  /** Where it stands, such as `worktrees.prepare[0]` or `gates.test`. */
  path: string
  /** For reading, never for running. */
  text: string
  /** Whether a shell reads it. */
  shell: boolean
}

/** Every command, in the order of the sections; before them the folder for worktrees and the variables that programs would act on. */
export function commandsOf(configuration: Configuration): ConfiguredCommand[] {
  const { worktrees, services, gates, afterLanding, checks, agents } = configuration
  const { root, env } = worktrees
  return [
    ...(root === undefined ? [] : [{ path: 'worktrees.root', text: root, shell: false }]),
    ...Object.entries(env).map(([name, text]) => ({ path: `worktrees.env.${name}`, text, shell: false })),
    ...worktrees.prepare.map(({ command }, at) => shown(`worktrees.prepare[${at}]`, command)),
    ...worktrees.teardown.map(({ command }, at) => shown(`worktrees.teardown[${at}]`, command)),
    ...Object.entries(services).flatMap(([name, { command, health }]) => [
      shown(`services.${name}`, command),
      ...(health?.kind === 'run' ? [shown(`services.${name}.health`, health.command)] : []),
    ]),
    ...Object.entries(gates).map(([name, { command }]) => shown(`gates.${name}`, command)),
    ...Object.entries(afterLanding).map(([name, { command }]) => shown(`afterLanding.${name}`, command)),
    ...Object.entries(checks).flatMap(([name, { probe }]) =>
      probe.kind === 'run' ? [shown(`checks.${name}`, probe.command)] : [],
    ),
    ...Object.entries(agents.harnesses).map(([name, harness]) => shown(`agents.harnesses.${name}`, callOf(harness))),
  ]
}

function callOf(harness: Configuration['agents']['harnesses'][string]): CommandLine {
  if (harness.driver === 'scripted') return { words: [harness.script, ...harness.args] }
  return 'shell' in harness.command ? harness.command : { words: [...harness.command.words, ...harness.args] }
}

const shown = (path: string, command: CommandLine): ConfiguredCommand => ({
  path,
  text: showCommand(command),
  shell: 'shell' in command,
})

/** Whether anything in it reaches out. */
export const needsTrust = (configuration: Configuration): boolean => commandsOf(configuration).length > 0
