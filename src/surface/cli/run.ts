/** The command line: reads a line, calls the house, prints the answer, answers the exit code. */
import { entryOf, type OperationName } from '#contract/catalogue.ts'
import { exitCodes } from '../exit-code.ts'
import { isOfFolder } from '../of-folder.ts'
import { harmless, harmlessAll, harmlessJson } from '../terminal/harmless.ts'
import { type Paper, paperOf } from '../terminal/paper.ts'
import { commandOf, type OperationCommand, takesFolder } from './command.ts'
import { complaintOf } from './complaint.ts'
import type { CliDoor, Output } from './door.ts'
import { Misuse } from './misuse.ts'
import { type RawLine, readLine, readLocal } from './read-line.ts'
import { readInput } from './read-value.ts'
import { routeOf } from './route.ts'
import { spellWords } from './spell-next.ts'

/** `args` without the program's own name. Never throws; everything that goes wrong is said and has its exit code. */
export async function runCli(args: string[], door: CliDoor): Promise<number> {
  let about: OperationCommand | undefined
  try {
    return await run(leadWithCommand(args), door, command => {
      about = command
    })
  } catch (reason) {
    return complain(reason, about, hasFlag(args, '--json'), door)
  }
}

/** Flags that stand before the command go behind it: `flower --json ls`. */
function leadWithCommand(args: readonly string[]): string[] {
  const at = args.findIndex(arg => arg !== '--json')
  if (at <= 0) return [...args]
  const end = args.indexOf('--')
  const rest = args.slice(at, end < 0 ? undefined : end)
  return [...rest, '--json', ...(end < 0 ? [] : args.slice(end))]
}

/** Before `--`, after which everything is a text. */
function hasFlag(args: readonly string[], ...flags: string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).some(arg => flags.includes(arg))
}

async function run(args: string[], door: CliDoor, tell: (command: OperationCommand) => void): Promise<number> {
  const [first, ...rest] = args
  if (first === '--version' || first === '-V') return say(door, `${door.version}\n`)
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') return help(rest, door)
  if (first === 'completion') return completion(rest, door)
  if (first === 'schema') return schema(rest, door)
  const route = routeOf(args, Object.keys(door.commands))
  if (hasFlag(route.args, '--help', '-h')) return help(args.slice(0, args.length - route.args.length), door)
  if (route.to === 'noun') {
    const { nounHelp } = await import('./help.ts')
    door.stderr.write(nounHelp(route.noun, paperFor(door.stderr, door)))
    return exitCodes.usage
  }
  if (route.to === 'local') {
    const command = door.commands[route.name]
    return command ? command.run(...readLocal(route.name, command, route.args)) : exitCodes.usage
  }
  const command = commandOf(route.name)
  tell(command)
  return runOperation(command, readLine(command, route.args), door)
}

async function runOperation(command: OperationCommand, line: RawLine, door: CliDoor): Promise<number> {
  const input = await inputOf(command, line, door)
  const { call } = await import('./call.ts')
  const answer = await call(command.name, input, line.commandId, door)
  const isFine = isGood(command.name, answer as Outcome)
  if (line.json) {
    door.stdout.write(`${harmlessJson(answer)}\n`)
    return isFine ? exitCodes.ok : exitCodes.failure
  }
  const { printAnswer } = await import('../terminal/print.ts')
  if (command.name === 'data.export') door.stdout.write(exported(answer as { text: string }, door))
  else door.stdout.write(printAnswer(command.name, harmlessAll(answer), paperFor(door.stdout, door)))
  hint(command, input, answer as Hints, door)
  return isFine ? exitCodes.ok : exitCodes.failure
}

type Outcome = { ok?: boolean; status?: string; errand?: string | null; reason?: string; items?: { status?: string }[] }

/** Whether all is well: what was looked at, or what was asked of the runner. */
function isGood(name: OperationName, answer: Outcome): boolean {
  const { awaits } = entryOf(name)
  if (!awaits) return answer.ok !== false
  // A worktree that was to be removed and stays is as ready as before, with the reason.
  const isOver = awaits === 'errand' || answer.errand === null
  const hasFailed = answer.status === 'failed' || (isOver && answer.reason !== undefined)
  return !hasFailed && !answer.items?.some(each => each.status === 'parked')
}

/** To a file or a pipe every character as it is; a terminal gets it harmless. */
const exported = (answer: { text: string }, door: CliDoor): string =>
  door.stdout.isTerminal ? harmless(answer.text) : answer.text

async function inputOf(command: OperationCommand, line: RawLine, door: CliDoor): Promise<Record<string, unknown>> {
  const input = await readInput(command, line.values, door)
  if (command.name === 'brief.attach') return (await import('./attachment.ts')).attachFile(input, door)
  if (command.name === 'project.register') return { path: door.folder, ...input }
  const { waits: wait } = command.entry.cli ?? {}
  const placed = await withProject(command, line, await withWorktree(command, input, door), door)
  const whole = { ...(wait === undefined ? {} : { wait }), ...placed }
  if (command.name === 'project.trust') return (await import('./trust.ts')).trustWhatIsThere(whole, line.json, door)
  return whole
}

async function withWorktree(
  command: OperationCommand,
  input: Record<string, unknown>,
  door: CliDoor,
): Promise<Record<string, unknown>> {
  if (!isOfFolder(command.entry, input)) return input
  const worktreeId = await door.worktreeOfFolder()
  if (worktreeId === undefined) return input
  if (worktreeId !== 'unknown') return { ...input, worktreeId }
  throw new Misuse(
    'This folder is a worktree that flower does not know.',
    '`flower worktree adopt .` in its root makes it known; --worktree-id names another, and --project means MAIN of a project',
  )
}

async function withProject(
  command: OperationCommand,
  line: RawLine,
  input: Record<string, unknown>,
  door: CliDoor,
): Promise<Record<string, unknown>> {
  if (line.allProjects || !takesProjectOfFolder(command, input)) return input
  const project = await door.projectOfFolder()
  return project === undefined ? input : { ...input, project }
}

/** Whoever names something by its id, or all projects, has named the project too. */
function takesProjectOfFolder(command: OperationCommand, input: Record<string, unknown>): boolean {
  const names = ['project', 'briefId', 'dispatchId', 'decisionId', 'scratchpadId', 'worktreeId', 'mergeId']
  if (!takesFolder(command) || names.some(name => input[name] !== undefined)) return false
  return input.scope !== 'all' && !/(?:^|\s)project:/.test(String(input.query ?? ''))
}

type Hints = { next?: string; nextCursor?: string; total?: number; items?: unknown[] }

/** Words about the answer, where they don't get into anybody's data. */
function hint(command: OperationCommand, input: Record<string, unknown>, answer: Hints, door: CliDoor): void {
  const paper = paperFor(door.stderr, door)
  const lines: string[] = []
  if (answer.next) lines.push(`next: ${spellWords(answer.next, command)}`)
  if (answer.nextCursor) lines.push(`more: --cursor ${answer.nextCursor}`)
  if (command.name === 'data.export' && input.project !== undefined)
    lines.push(`only project ${String(input.project)}; without --project it is everything, and can be imported`)
  for (const line of lines) door.stderr.write(`${paper.ink('faint', harmless(line))}\n`)
}

const say = (door: CliDoor, text: string): number => {
  door.stdout.write(text)
  return exitCodes.ok
}

async function help(words: readonly string[], door: CliDoor): Promise<number> {
  const { commandHelp, localHelp, nounHelp, overview, ownCommands } = await import('./help.ts')
  const paper = paperFor(door.stdout, door)
  const asked = words.filter(word => !word.startsWith('-'))
  const [first = ''] = asked
  if (first === '' || ownCommands.some(([name]) => name === first)) return say(door, overview(door.commands, paper))
  const route = routeOf(asked, Object.keys(door.commands))
  if (route.to === 'local') {
    const command = door.commands[route.name]
    return say(door, command ? localHelp(route.name, command, paper) : '')
  }
  if (route.to === 'noun') {
    const { shortForms } = await import('./command.ts')
    const short = shortForms.get(route.noun)
    return say(door, `${short ? `${commandHelp(commandOf(short), paper)}\n` : ''}${nounHelp(route.noun, paper)}`)
  }
  return say(door, commandHelp(commandOf(route.name), paper))
}

async function completion([shell = '']: string[], door: CliDoor): Promise<number> {
  const { completionFor, shells } = await import('./completion.ts')
  const script = completionFor(shell, door.commands)
  if (script === undefined)
    throw new Misuse(`There are completions for ${shells.join(', ')}.`, 'source <(flower completion bash)')
  return say(door, script)
}

async function schema(words: string[], door: CliDoor): Promise<number> {
  const { schemasOf } = await import('./schema.ts')
  return say(door, schemasOf(words.filter(word => word !== '--json')))
}

function paperFor(output: Output, door: CliDoor): Paper {
  const colour = output.isTerminal && !door.env.NO_COLOR && door.env.TERM !== 'dumb'
  return paperOf({ colour, width: output.isTerminal ? output.columns : undefined, now: door.now() })
}

function complain(reason: unknown, about: OperationCommand | undefined, json: boolean, door: CliDoor): number {
  const { exit, ...error } = complaintOf(reason, about)
  if (json) {
    door.stdout.write(`${harmlessJson({ error })}\n`)
    return exit
  }
  const paper = paperFor(door.stderr, door)
  door.stderr.write(`${paper.ink('red', 'flower:')} ${paper.said(spellWords(harmless(error.detail), about))}\n`)
  if (error.data.diff && typeof error.data.diff === 'string') door.stderr.write(`${harmless(error.data.diff)}\n`)
  door.stderr.write(`next: ${harmless(error.next)}\n`)
  return exit
}
