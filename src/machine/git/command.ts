// How flower calls git: on a named place, without prompts, hooks or anything else that a repository's settings could start.

import { type CommandOptions, type CommandResult, run, runForBytes } from '../command.ts'
import { MARKER } from '../service/run-record.ts'

/**
 * Where git works: from our own records (`gitDir` and, when files are concerned, `workTree`),
 * or a folder from which git looks upward itself, which only the discovery of a repository wants.
 */
export type GitPlace = { gitDir: string; workTree?: string } | { folder: string }

export interface GitOptions {
  /** Reads take no optional locks, so that they never stand in the way of a person's own git. Left out: a read. */
  writes?: boolean
  /** Only for steps that are the user's own; left out, no hook runs. */
  hooks?: boolean
  /** With `hooks`: the one-time leave of MAIN's guard for moving its branch. */
  landingToken?: string
  /** Milliseconds; left out, 30 seconds. */
  timeoutMs?: number
  /** Left out, 32 MB. */
  maxBytes?: number
  input?: string | Uint8Array
  /** Another index than the checkout's own. */
  indexFile?: string
  /** The checkout that a writing call is for, where the place does not say it. */
  checkout?: string
  /** Another store of objects than the place's own. */
  objectFolder?: string
  /** Added to git's environment, for what a hook is to be told. */
  env?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Runs git with the arguments as they are. Callers ask for `-z` wherever git lists and put `--end-of-options` before names.
 * Messages are in English (LC_ALL=C) and paths unquoted.
 */
export async function git(place: GitPlace, args: readonly string[], options: GitOptions = {}): Promise<CommandResult> {
  return run('git', [...placeArguments(place), ...settings(options), ...args], commandOptions(place, options))
}

/** Like `git`, with the very bytes that came: for file contents, and names that are no UTF-8. */
export async function gitForBytes(place: GitPlace, args: readonly string[], options: GitOptions = {}) {
  return runForBytes('git', [...placeArguments(place), ...settings(options), ...args], commandOptions(place, options))
}

/** By it a later life of flower finds the gits that an earlier one left writing in a checkout. */
export const checkoutMarker = (folder: string): string => `git ${folder}`

function commandOptions(place: GitPlace, options: GitOptions): CommandOptions {
  const checkout = options.checkout ?? ('folder' in place ? place.folder : place.workTree)
  return {
    cwd: folderOf(place),
    env: {
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
      // Empty, not absent: it keeps git from asking core.askPass or SSH_ASKPASS.
      GIT_ASKPASS: '',
      GIT_EDITOR: ':',
      GIT_PAGER: 'cat',
      // A read takes no locks that can be done without, and stays local in a partial clone instead of fetching.
      ...(options.writes ? {} : { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' }),
      ...(options.writes && checkout !== undefined ? { [MARKER]: checkoutMarker(checkout) } : {}),
      ...(options.indexFile === undefined ? {} : { GIT_INDEX_FILE: options.indexFile }),
      ...(options.landingToken === undefined ? {} : { FLOWER_LANDING_TOKEN: options.landingToken }),
      ...(options.objectFolder === undefined ? {} : { GIT_OBJECT_DIRECTORY: options.objectFolder }),
      ...options.env,
    },
    timeoutMs: options.timeoutMs ?? 30_000,
    maxBytes: options.maxBytes ?? 32 * 1024 * 1024,
    ...(options.input === undefined ? {} : { input: options.input }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }
}

function placeArguments(place: GitPlace): string[] {
  if ('folder' in place) return []
  return [`--git-dir=${place.gitDir}`, ...(place.workTree === undefined ? [] : [`--work-tree=${place.workTree}`])]
}

function folderOf(place: GitPlace): string {
  return 'folder' in place ? place.folder : (place.workTree ?? place.gitDir)
}

function settings(options: GitOptions): string[] {
  const values = [
    'core.quotePath=false',
    // fsmonitor names a program in the repository's own settings; gpg would be started by a signature.
    'core.fsmonitor=false',
    'log.showSignature=false',
    'color.ui=false',
    'gc.auto=0',
    'maintenance.auto=false',
    // `git diff` writes what it found clean into the index, optional locks or not.
    ...(options.writes ? [] : ['diff.autoRefreshIndex=false']),
    ...(options.hooks ? [] : ['core.hooksPath=/dev/null']),
  ]
  return ['--no-pager', ...values.flatMap(value => ['-c', value])]
}
