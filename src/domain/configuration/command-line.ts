/** What `flower.yaml` asks to be run: the words of a program call, or one line for a shell when it says so. */
import { z } from 'zod'
import { splitWords } from './split-words.ts'
import { renderTemplate, type Words, wordsIn } from './template.ts'

export type CommandLine = { words: string[] } | { shell: string }

const text = z
  .string()
  .max(8_192)
  .refine(value => !value.includes('\0'), 'holds a NUL character')

const run = z
  .union([text, z.array(text).min(1)], { error: 'has to be a string or a list of words' })
  .describe('A list of words, or one string that is split without a shell (quotes are understood).')

/** The two fields of everything that can be run. */
export const runFields = {
  run,
  shell: z.boolean().default(false).describe('Hand `run`, then one string, to a shell.'),
}

/** Turns `run` and `shell` into one `command`; for `.transform` of an object that has `runFields`. */
export function withCommand<Fields extends { run: string | string[]; shell: boolean }>(
  { run, shell, ...rest }: Fields,
  context: z.RefinementCtx,
): Omit<Fields, 'run' | 'shell'> & { command: CommandLine } {
  return { ...rest, command: commandLine(run, shell, context, ['run']) }
}

/** A command by itself, as a harness has it: never through a shell. */
export const plainCommand = run.transform((value, context) => commandLine(value, false, context, []))

function commandLine(run: string | string[], shell: boolean, context: z.RefinementCtx, path: string[]): CommandLine {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message, path })
    return z.NEVER
  }
  if (shell) {
    if (typeof run !== 'string') return refuse('has to be one string when `shell` is true')
    return run.trim() === '' ? refuse('is empty') : { shell: run }
  }
  if (typeof run !== 'string') return run[0] === '' ? refuse('names no program') : { words: run }
  const split = splitWords(run)
  return split.outcome === 'words' ? { words: split.words } : refuse(`can't be split into words: ${split.problem}`)
}

/** Every text of a command in which templates are filled. */
export const textsOf = (command: CommandLine): string[] => ('shell' in command ? [command.shell] : command.words)

/** For a reader, never to be run again: words that are more than one are in quotes. */
export const showCommand = (command: CommandLine): string =>
  'shell' in command
    ? command.shell
    : command.words.map(word => (/^[^\s'"\\]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

export type FilledCommand =
  | { outcome: 'filled'; command: CommandLine }
  /** `problem` names the first word that stands in the way. */
  | { outcome: 'refused'; problem: string }

/** What a shell reads as plain text wherever it stands, in quotes or out of them. */
const plainForShell = /^[\w@%+=:,./-]*$/

/**
 * Fills the templates of a command. A value stays within its word; in a shell's line a value that a shell could read as
 * anything but text is refused, as no quoting is right both inside and outside of the line's own quotes.
 */
export function fillCommand(command: CommandLine, values: Words): FilledCommand {
  if ('shell' in command) {
    const odd = wordsIn(command.shell).find(word => !plainForShell.test(values[word] ?? ''))
    if (odd) {
      const problem = `{{${odd}}} holds signs that a shell acts on; name it as a variable of the environment instead, or drop \`shell\``
      return { outcome: 'refused', problem }
    }
  }
  const filled: string[] = []
  for (const each of textsOf(command)) {
    const result = renderTemplate(each, values)
    if (result.outcome === 'unknown') return { outcome: 'refused', problem: `there is no value for {{${result.word}}}` }
    filled.push(result.text)
  }
  return { outcome: 'filled', command: 'shell' in command ? { shell: filled[0] ?? '' } : { words: filled } }
}
