/** What flower puts into each file of a person's own harness, and how it is taken out again. */
import { quoted } from '../words/quoted.ts'
import { NOTE } from './agents-note.ts'
import { addElement, dropElements, dropMember, putMember, valueAt } from './json-edit.ts'
import { Unreadable } from './json-text.ts'
import { dropBlock, HASH, MARKUP, putBlock } from './marked-block.ts'
import { isSameValue } from './same-value.ts'

/**
 * `server`: Claude Code's MCP servers of a repository; `settings`: its settings; `codex_config`: Codex's configuration;
 * `codex_hooks`: its hooks; `note`: what agents read in the repository; `exclude`: what git leaves out in this clone.
 */
export const fileKinds = ['server', 'settings', 'codex_config', 'codex_hooks', 'note', 'exclude'] as const
export type FileKind = (typeof fileKinds)[number]

export type ConnectWish = {
  /** How flower is started, word by word. */
  program: readonly string[]
  /** What Codex hands to its servers beyond the little that it always does. */
  env: Readonly<Record<string, string>>
  /** MAIN's checkout, and its branch. */
  mainPath: string
  branch: string
  /** Patterns for git. */
  excluded: readonly string[]
  /** The MCP servers in a TOML text. Throws `Unreadable`. */
  readServers: (toml: string) => Readonly<Record<string, unknown>>
}

export type Merge =
  | { outcome: 'merged'; text: string }
  /** `line` counts from 1. */
  | { outcome: 'unreadable'; line: number; problem: string }
  /** A server called `flower` is there already and isn't ours; `words` start it, or say what it is. */
  | { outcome: 'foreign'; words: string }

/** `text` is undefined for a file that isn't there. The same text comes back when all is there already. */
export function putIn(kind: FileKind, text: string | undefined, wish: ConnectWish): Merge {
  return attempt(() => putters[kind](text, wish))
}

/** Of the wish only MAIN is looked at. The same text comes back when nothing of ours is in it. */
export function takeOut(kind: FileKind, text: string, wish: Pick<ConnectWish, 'mainPath'>): Merge {
  return attempt(() => takers[kind](text, wish))
}

/** Whether a file says nothing, so that it may go if flower made it. */
export const saysNothing = (text: string): boolean => /^\uFEFF?\s*(?:\{\s*\}\s*)?$/.test(text)

class Foreign extends Error {}

function attempt(merge: () => string): Merge {
  try {
    return { outcome: 'merged', text: merge() }
  } catch (reason) {
    if (reason instanceof Unreadable) return { outcome: 'unreadable', line: reason.line, problem: reason.message }
    if (reason instanceof Foreign) return { outcome: 'foreign', words: reason.message }
    throw reason
  }
}

type MainWish = Pick<ConnectWish, 'mainPath'>

const EMPTY = '{}\n'
const orEmpty = (text: string | undefined): string => (text === undefined || text.trim() === '' ? EMPTY : text)

const putters: Record<FileKind, (text: string | undefined, wish: ConnectWish) => string> = {
  server: (text, wish) => putServer(orEmpty(text), wish),
  settings: (text, wish) => putSettings(orEmpty(text), wish),
  codex_config: (text, wish) => putTable(text ?? '', wish),
  codex_hooks: (text, wish) => putHooks(orEmpty(text), wish),
  note: text => putBlock(text ?? '', NOTE, MARKUP),
  exclude: (text, { excluded }) => putBlock(text ?? '', excluded, HASH),
}

const takers: Record<FileKind, (text: string, wish: MainWish) => string> = {
  server: text => (isOurs(valueAt(text, SERVER)) ? dropMember(text, SERVER) : text),
  settings: (text, wish) => dropElements(dropHooks(text, wish), APPROVED, each => each === 'flower'),
  codex_config: text => dropBlock(text, HASH),
  codex_hooks: (text, wish) => dropHooks(text, wish),
  note: text => dropBlock(text, MARKUP),
  exclude: text => dropBlock(text, HASH),
}

const SERVER = ['mcpServers', 'flower']
const APPROVED = ['enabledMcpjsonServers']

/** One that a person wrote is left as it is, unless it starts a program at a place where flower isn't any more. */
function putServer(text: string, { program: [command = '', ...words] }: ConnectWish): string {
  const there = valueAt(text, SERVER)
  const ours = { command, args: [...words, 'mcp'] }
  if (there === undefined) return putMember(text, SERVER, ours)
  const started = startOf(there)
  if (!isOurs(there)) throw new Foreign(started.join(' ') || JSON.stringify(there))
  const isPlaced = started.some(word => word.startsWith('/'))
  return isPlaced ? putMember(text, SERVER, { ...(there as object), ...ours }) : text
}

function startOf(server: unknown): string[] {
  if (typeof server !== 'object' || server === null) return []
  const { command, args = [] }: { command?: unknown; args?: unknown } = server
  return [command, ...(Array.isArray(args) ? args : [])].filter(word => typeof word === 'string')
}

function isOurs(server: unknown): boolean {
  const words = startOf(server)
  return words.at(-1) === 'mcp' && /(?:^|\/)flower(?:\.m?[jt]s)?$/.test(words.at(-2) ?? '')
}

/** What a person has said about servers of this repository stands. */
function putSettings(text: string, wish: ConnectWish): string {
  const hooked = putHooks(text, wish)
  const lists = ['enabledMcpjsonServers', 'disabledMcpjsonServers'].map(name => valueAt(hooked, [name]))
  const isDecided =
    valueAt(hooked, ['enableAllProjectMcpServers']) === true ||
    lists.some(list => Array.isArray(list) && list.includes('flower'))
  return isDecided ? hooked : addElement(hooked, APPROVED, 'flower')
}

/** Both are only for sessions in this repository, so that they may stand where other repositories' sessions see them too. */
function putHooks(text: string, wish: ConnectWish): string {
  return hooksOf(wish).reduce((now, { event, element }) => {
    const path = ['hooks', event]
    const there = valueAt(now, path)
    if (Array.isArray(there) && there.some(each => isSameValue(each, element))) return now
    return addElement(
      dropElements(now, path, each => isOurHook(each, wish)),
      path,
      element,
    )
  }, text)
}

const dropHooks = (text: string, wish: MainWish): string =>
  HOOKED.reduce((now, event) => dropElements(now, ['hooks', event], each => isOurHook(each, wish)), text)

const HOOKED = ['PreToolUse', 'SessionStart']

function hooksOf({ program, mainPath, branch }: ConnectWish) {
  const start = program.map(quoted).join(' ')
  const main = `--main ${quoted(mainPath)}`
  const hook = (command: string) => ({ hooks: [{ type: 'command', command, timeout: 30 }] })
  return [
    {
      event: 'PreToolUse',
      element: { matcher: '*', ...hook(`${start} guard --session ${main} --branch ${quoted(branch)}`) },
    },
    { event: 'SessionStart', element: hook(`${start} remind ${main}`) },
  ]
}

function isOurHook(element: unknown, { mainPath }: MainWish): boolean {
  const { hooks }: { hooks?: unknown } = typeof element === 'object' && element !== null ? element : {}
  if (!Array.isArray(hooks) || hooks.length !== 1) return false
  const command = `${String((hooks[0] as { command?: unknown } | null)?.command)} `
  const main = ` --main ${quoted(mainPath)} `
  return ['guard --session', 'remind'].some(verb => {
    const at = command.indexOf(` ${verb}${main}`)
    return at > 0 && /flower(?:\.m?[jt]s)?'?$/.test(command.slice(0, at))
  })
}

/** Looked at once more when it is in: what can't be extended by a table is refused. */
function putTable(text: string, wish: ConnectWish): string {
  const others = wish.readServers(dropBlock(text, HASH))['flower']
  if (isOurs(others)) return text
  if (others !== undefined) throw new Foreign(startOf(others).join(' ') || JSON.stringify(others))
  const [command = '', ...words] = wish.program
  const env = Object.entries(wish.env).map(([name, value]) => `${name} = ${tomlText(value)}`)
  const table = [
    '[mcp_servers.flower]',
    `command = ${tomlText(command)}`,
    `args = [${[...words, 'mcp'].map(tomlText).join(', ')}]`,
    ...(env.length > 0 ? [`env = { ${env.join(', ')} }`] : []),
    '# Its tools touch nothing but what flower records.',
    'default_tools_approval_mode = "approve"',
  ]
  const put = putBlock(text, table, HASH)
  wish.readServers(put)
  return put
}

/** A basic string of TOML: that of JSON, which leaves one control character alone. */
const tomlText = (text: string): string => JSON.stringify(text).replaceAll('\u007F', '\\u007f')
