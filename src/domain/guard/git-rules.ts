/** What a git command would do to MAIN, its branch and what all worktrees share. */
import { UNKNOWN } from './shell-words.ts'

/** What git is told before the name of its subcommand. */
export interface GitCall {
  /** Each `-C`, one from the other. */
  folders: string[]
  /** `--git-dir`, `--work-tree` and what stands for them. */
  gitDir?: string
  workTree?: string
  /** Each `-c` as `name=value`. */
  settings: string[]
  subcommand: string
  args: string[]
}

export function readGitCall(args: string[]): GitCall {
  const call: GitCall = { folders: [], settings: [], subcommand: '', args: [] }
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at] ?? ''
    const [name, value] = splitOnce(word)
    if (word === '-C') call.folders.push(args[(at += 1)] ?? '')
    else if (word === '-c' || word === '--config-env') call.settings.push(args[(at += 1)] ?? '')
    else if (name === '--config-env') call.settings.push(value ?? '')
    else if (name === '--git-dir') call.gitDir = value ?? args[(at += 1)] ?? ''
    else if (name === '--work-tree') call.workTree = value ?? args[(at += 1)] ?? ''
    else if (name === '--namespace' || name === '--exec-path' || name === '--super-prefix')
      at += value === undefined ? 1 : 0
    else if (!word.startsWith('-')) break
  }
  call.subcommand = args[at] ?? ''
  call.args = args.slice(at + 1)
  return call
}

function splitOnce(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

const READS = new Set(
  `status log show diff blame annotate grep ls-files ls-tree ls-remote cat-file rev-parse rev-list merge-base name-rev describe
  shortlog for-each-ref for-each-repo show-ref show-branch var version help whatchanged range-diff diff-tree diff-index
  diff-files check-ignore check-attr check-ref-format check-mailmap count-objects fsck verify-commit verify-tag verify-pack
  merge-tree cherry get-tar-commit-id interpret-trailers stripspace --version --help`.split(/\s+/),
)

/** Subcommands that only tell when they are called like this. */
const READS_WHEN: Record<string, (args: string[]) => boolean> = {
  branch: args =>
    args.every(arg => isListing(arg) || arg.startsWith('--')) && !args.some(arg => CHANGES_BRANCH.test(arg)),
  tag: args => args.length === 0 || args.some(arg => /^(?:-l|--list|--contains|--points-at)/.test(arg)),
  stash: args => args[0] === 'list' || args[0] === 'show',
  worktree: args => args[0] === 'list',
  remote: args => args.length === 0 || /^(?:-v|show|get-url)$/.test(args[0] ?? ''),
  config: args => isConfigRead(args),
  reflog: args => args.length === 0 || !/^(?:expire|delete|drop|write)$/.test(args[0] ?? ''),
  notes: args => args.length === 0 || /^(?:list|show)$/.test(args[0] ?? ''),
  bisect: args => /^(?:log|view|visualize)$/.test(args[0] ?? ''),
  submodule: args => args.length === 0 || /^(?:status|summary)$/.test(args[0] ?? ''),
  'symbolic-ref': args => operandsOf(args).length < 2 && !args.some(arg => /^(?:-d|--delete)$/.test(arg)),
  'sparse-checkout': args => args[0] === 'list',
  'hash-object': args => !args.includes('-w'),
}

const isListing = (arg: string) => /^-[avrlq]+$/.test(arg)
const CHANGES_BRANCH =
  /^(?:-[a-zA-Z]*[dDmMcCfu]|--(?:delete|move|copy|force|set-upstream|unset-upstream|edit-description|track).*)$/

export function onlyTells({ subcommand, args }: GitCall): boolean {
  return READS.has(subcommand)
    ? !args.some(arg => /^(?:-o|--output)(?:=|$)/.test(arg))
    : (READS_WHEN[subcommand]?.(args) ?? false)
}

function isConfigRead(args: string[]): boolean {
  if (args.some(arg => /^(?:--get.*|--list|-l|--get-regexp|get|list)$/.test(arg))) return true
  const changes = args.some(arg =>
    /^--(?:unset|add|replace-all|rename-section|remove-section|edit)|^-e$|^(?:set|unset|edit|rename-section|remove-section)$/.test(
      arg,
    ),
  )
  return !changes && operandsOf(args).length < 2
}

const operandsOf = (args: string[]): string[] => args.filter(arg => !arg.startsWith('-'))

export type GitBreach = 'main_branch' | 'stash' | 'worktree_command' | 'shared_settings' | 'way_round'

/** What is refused wherever it is asked for. `branches` are those of MAIN; `inputs` are texts on git's input. */
export function gitBreach(call: GitCall, branches: string[], inputs: string[]): GitBreach | undefined {
  const { subcommand, args, settings } = call
  if (settings.some(setting => WAY_ROUND.test(setting))) return 'way_round'
  if (onlyTells(call)) return undefined
  if (subcommand === 'stash') return 'stash'
  if (subcommand === 'worktree') return 'worktree_command'
  if (args.includes('--ignore-other-worktrees')) return 'main_branch'
  if (subcommand === 'config') return configBreach(args)
  const moves = MOVES_BRANCH[subcommand]
  const isMain = (name: string) => branches.some(branch => name === branch || name === `refs/heads/${branch}`)
  if (moves?.(args, isMain)) return 'main_branch'
  // Told what to do on its input.
  const told =
    args.includes('--stdin') && inputs.some(text => branches.some(branch => text.includes(`refs/heads/${branch}`)))
  return told ? 'main_branch' : undefined
}

/** Settings that switch the guard off, lead elsewhere or start a program under a harmless name. */
export const WAY_ROUND = /^(?:core\.(?:hookspath|worktree|bare)|alias\.|include\.|includeif\.|extensions\.)/i

function configBreach(args: string[]): GitBreach | undefined {
  if (operandsOf(args).some(arg => WAY_ROUND.test(arg))) return 'way_round'
  const elsewhere = args.some(arg => /^(?:--global|--system|--worktree|--file|-f|--blob)(?:=|$)/.test(arg))
  return elsewhere ? undefined : 'shared_settings'
}

type Names = (name: string) => boolean

/** Whether a subcommand, called like this, moves, deletes or takes a branch that the predicate names. */
const MOVES_BRANCH: Record<string, (args: string[], isMain: Names) => boolean> = {
  'update-ref': (args, isMain) => args.some(isMain),
  'symbolic-ref': (args, isMain) => args.some(isMain),
  branch: (args, isMain) => args.some(arg => CHANGES_BRANCH.test(arg)) && changedBranches(args).some(isMain),
  checkout: (args, isMain) => switchesTo(args).some(isMain),
  switch: (args, isMain) => switchesTo(args).some(isMain),
  rebase: (args, isMain) => operandsOf(args).slice(1).some(isMain),
  fetch: (args, isMain) => destinations(args).some(isMain),
  pull: (args, isMain) => destinations(args).some(isMain),
  push: (args, isMain) =>
    args.some(arg => /^--(?:all|mirror|branches)$/.test(arg)) ||
    [...destinations(args), ...operandsOf(args).slice(1).map(plainName)].some(isMain),
}

/** Deleting and renaming are about every branch that is named; setting one by force is about the first. */
function changedBranches(args: string[]): string[] {
  const at = args.findIndex(arg => /^-[a-zA-Z]*u$|^--set-upstream-to$/.test(arg))
  const operands = operandsOf(at < 0 ? args : args.toSpliced(at, 2))
  const all = args.some(arg => /^-[a-zA-Z]*[dDmMcC]|^--(?:delete|move|copy)/.test(arg))
  return all ? operands : operands.slice(0, 1)
}

/** Also a branch that is made anew under a name. With paths behind it, checkout takes files from a branch and leaves it alone. */
function switchesTo(args: string[]): string[] {
  const made = args.flatMap((arg, at) =>
    /^-[bBcC]$|^--(?:orphan|create|force-create)$/.test(arg) ? [args[at + 1] ?? ''] : [],
  )
  const [first, more] = operandsOf(args)
  return more === undefined && first !== undefined && !args.includes('--') ? [...made, first] : made
}

/** What stands behind the colon of each refspec. */
function destinations(args: string[]): string[] {
  return operandsOf(args).flatMap(arg => /^\+?[^:]*:(?!\/\/)(.+)$/.exec(arg)?.[1] ?? [])
}

const plainName = (arg: string): string => (arg.includes(':') ? UNKNOWN : arg.replace(/^\+/, ''))

/** Options whose word is a message, an author or a date and never a path. */
const WORDS_OF_PEOPLE = /^(?:-[a-zA-Z]*m|--message|--author|--date|--trailer|--grep|-S|-G|--format|--pretty)$/

/** Arguments that may be paths. */
export function gitOperands(args: string[]): string[] {
  return args.flatMap((arg, at) => {
    if (at > 0 && WORDS_OF_PEOPLE.test(args[at - 1] ?? '')) return []
    if (/^--(?:message|author|date|trailer|grep|format|pretty)=/.test(arg)) return []
    const value = /^--?[a-zA-Z-]+=(.*)$/s.exec(arg)?.[1]
    return value === undefined ? (arg.startsWith('-') ? [] : [arg]) : [value]
  })
}
