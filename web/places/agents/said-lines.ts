/** What an agent said and did, as lines for a reader. Pure. */
import type { Output } from '#contract/catalogue.ts'
import { shortCount } from '../../bloom/figure.tsx'

type Heard = Output<'agent.log'>['items'][number]
type AgentSaid = Heard['said']

/** `words` are the agent's own; `tool` what it did; `house` what is known of it; `bad` what went wrong; `asks` what it waits for. */
export type SaidKind = 'words' | 'tool' | 'house' | 'bad' | 'asks'
export type SaidLine = { no: number; at: string; kind: SaidKind; what: string; text: string; of: AgentSaid['kind'] }
type Line = Pick<SaidLine, 'kind' | 'what' | 'text'>

/** More than anybody scrolls through here; the whole log is a file. */
export const mostLines = 2_000

const house = (what: string, text = ''): Line => ({ kind: 'house', what, text })
const bad = (what: string, text = ''): Line => ({ kind: 'bad', what, text })

/** Undefined for what says nothing to a reader: figures stand beside the log, and a tool that ended well is a tool. */
export function lineOf(said: AgentSaid): Line | undefined {
  switch (said.kind) {
    case 'text':
      return { kind: 'words', what: '', text: said.text.trim() }
    case 'tool':
      return { kind: 'tool', what: said.name, text: said.input }
    case 'tool_ended':
      return said.failed ? bad('failed', 'the tool before') : undefined
    case 'denied':
      return bad('kept back', `${said.tool}: ${said.reason}`)
    case 'usage':
      return undefined
    case 'permission':
      return { kind: 'asks', what: 'asks for', text: [said.tool, said.reason].filter(Boolean).join(': ') }
    case 'limit':
      return bad('limit', said.until === undefined ? said.words : `${said.words} (until ${said.until})`)
    case 'error':
      return bad('error', said.words)
    default:
      return ofItself(said)
  }
}

type OfItself = Extract<AgentSaid, { kind: 'session' | 'context' | 'compacted' | 'turn_ended' | 'exited' }>

function ofItself(said: OfItself): Line {
  if (said.kind === 'session')
    return said.mcp === 'failed'
      ? bad('session', 'began, without flower’s tools')
      : house('session', `began${said.model === undefined ? '' : ` with ${said.model}`}`)
  if (said.kind === 'context')
    return house(
      'context',
      shortCount(said.tokens) + (said.window === undefined ? '' : ` of ${shortCount(said.window)}`),
    )
  if (said.kind === 'compacted') return house('context', 'was compacted by its harness')
  if (said.kind === 'turn_ended')
    return said.outcome === 'done' ? house('turn', 'done') : bad('turn', `${said.outcome} ${said.words}`.trim())
  const how = said.signal === null ? `exit code ${said.exitCode ?? 'unknown'}` : said.signal
  return said.exitCode === 0 ? house('ended', how) : bad('ended', how)
}

/** How full its context is goes on in one line, however often it is told. */
export function grownSaid(before: readonly SaidLine[], items: readonly Heard[]): SaidLine[] {
  const lines = [...before]
  for (const { at, said } of items) {
    const line = lineOf(said)
    const last = lines.at(-1)
    if (line === undefined) continue
    if (said.kind === 'context' && last?.of === 'context') lines.pop()
    lines.push({ no: (last?.no ?? 0) + 1, at, of: said.kind, ...line })
  }
  return lines.slice(-mostLines)
}
