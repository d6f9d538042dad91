/** Whether an agent's tool may do what it is asked to, before it does. Reads nothing: paths are resolved by who calls. */
import { judgeShell, type Surroundings } from './judge-shell.ts'
import { areaOf, isClosed, ownCounterpart } from './places.ts'
import { ALLOWED, type GuardVerdict, refuse, refusePath } from './verdict.ts'

export interface ToolCall {
  /** The harness's name of the tool. */
  tool: string
  /** As the harness gave it; anything but an object is refused. */
  input: unknown
  /** The real path of the session's folder at this moment; undefined when it is gone. */
  folder: string | undefined
}

export function decideTool(call: ToolCall, around: Surroundings): GuardVerdict {
  const { tool, folder } = call
  if (OF_FLOWER.test(tool) || onlyReads(tool)) return ALLOWED
  if (folder === undefined) return refuse('no_folder', tool)
  if (typeof call.input !== 'object' || call.input === null) return refuse('unreadable', tool)
  const input: Record<string, unknown> = { ...call.input }
  const patch = patchIn(input)
  if (patch !== undefined) return firstRefusal(pathsOfPatch(patch).map(path => judgePath(path, folder, around)))
  const command = IS_SHELL.test(tool) ? commandIn(input) : undefined
  if (command === undefined && IS_SHELL.test(tool)) return refuse('unreadable', tool)
  if (command !== undefined) return judgeShell(command, folderOf(input, folder, around), around)
  return firstRefusal(pathsIn(input).map(path => judgePath(path, folder, around)))
}

const OF_FLOWER = /^(?:mcp__flower__|mcp_flower_|flower[._])/
const IS_SHELL =
  /(?:^|_)(?:bash|shell|exec|exec_command|run_shell_command|local_shell|terminal|run_command|execute_command)$/i

/** Tools that look and don't touch, by the names of the harnesses and of what MCP servers usually call them. */
const READERS = new Set(
  `Read Glob Grep LS NotebookRead WebFetch WebSearch TodoRead TodoWrite Task Agent BashOutput KillShell KillBash TaskOutput
  TaskStop ToolSearch Skill AskUserQuestion EnterPlanMode ExitPlanMode ListMcpResourcesTool ReadMcpResourceTool view_image
  glob grep list task todowrite todoread webfetch websearch google_web_search web_fetch update_plan save_memory`.split(
    /\s+/,
  ),
)

function onlyReads(tool: string): boolean {
  return (
    READERS.has(tool) ||
    /(?:^|_)(?:read|list|search|find|view|glob|grep)(?:_(?:many_)?(?:text|media)?_?(?:files?|folders?|directory|dir|content|text|symbols?))?$/.test(
      tool,
    )
  )
}

/** The words of a shell tool as one text; a list of words is quoted again. */
function commandIn(input: Record<string, unknown>): string | undefined {
  const given = input['command'] ?? input['cmd'] ?? input['script']
  if (typeof given === 'string') return given
  if (!Array.isArray(given) || !given.every(word => typeof word === 'string')) return undefined
  return given.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}

/** Some shells are told in which folder to start. */
function folderOf(input: Record<string, unknown>, folder: string, { place }: Surroundings): string {
  const named = ['workdir', 'cwd', 'directory', 'dir_path']
    .map(key => input[key])
    .find(each => typeof each === 'string')
  return typeof named === 'string' && named !== '' ? place(absolute(named, folder)) : folder
}

function patchIn(input: Record<string, unknown>): string | undefined {
  const texts = Object.values(input)
    .flat()
    .filter(value => typeof value === 'string')
  return texts.find(text => text.trimStart().startsWith('*** Begin Patch'))
}

function pathsOfPatch(patch: string): string[] {
  const lines = patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm)
  return [...lines].map(([, path = '']) => path)
}

const HOLDS_TEXT = /string|content|text|body|prompt|query|pattern|message|description|code/i
const NAMES_A_PATH = /path|file|folder|dir|target|destination|source|uri|root/i

/** What of an unknown tool's input is a path: by the name that it is given under, or by how it looks. */
function pathsIn(value: unknown, key = '', depth = 0): string[] {
  if (depth > 8) return []
  if (typeof value === 'string') {
    if (value.length > 4_096 || /[\n\0]/.test(value)) return []
    if (HOLDS_TEXT.test(key)) return []
    return NAMES_A_PATH.test(key) || /^(?:\/|~\/|\.\.?\/|file:\/\/)/.test(value) ? [value] : []
  }
  if (Array.isArray(value)) return value.flatMap(each => pathsIn(each, key, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => pathsIn(each, name, depth + 1))
}

function judgePath(path: string, folder: string, around: Surroundings): GuardVerdict {
  const { ground, place, environment } = around
  const plain = path.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, environment['HOME'] ?? '~')
  const at = place(absolute(plain, folder))
  const area = areaOf(ground, at)
  return isClosed(area) ? refusePath(area.kind, at, ownCounterpart(ground, at, area.root)) : ALLOWED
}

const absolute = (path: string, folder: string): string => (path.startsWith('/') ? path : `${folder}/${path}`)

function firstRefusal(verdicts: GuardVerdict[]): GuardVerdict {
  return verdicts.find(verdict => verdict.outcome === 'refused') ?? ALLOWED
}
