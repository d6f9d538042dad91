/** What the model does when Claude Code asks it, by a word in what it was asked to do. */
import type { Answer, Asked } from './mock-model.ts'
import { numbersIn } from './numbers.ts'

const usage = { input: 10, cacheRead: 5_000, cacheWrite: 300, output: 20 }
const bash = (command: string): Answer => ({ calls: [{ name: 'Bash', input: { command } }], usage })

export function playClaude(asked: Asked, main: string): Answer {
  const { briefId, dispatchId, token } = numbersIn(asked.words)
  const mcp = (tool: string, input: object): Answer => ({ calls: [{ name: `mcp__flower__${tool}`, input }], usage })
  if (asked.words.includes('PLAY-LIMIT')) {
    const message = 'You have hit your usage limit. It resets 8pm (Europe/Berlin)'
    return { status: 429, error: { type: 'rate_limit_error', message }, headers: { 'x-should-retry': 'false' } }
  }
  if (asked.words.includes('PLAY-BROKEN'))
    return { status: 400, error: { type: 'invalid_request_error', message: 'No such rose' } }
  if (asked.words.includes('PLAY-HANG'))
    return asked.turn === 0 ? bash('setsid tail -f /dev/null') : { text: `Again: ${asked.lastWords}`, usage }
  if (asked.words.includes('PLAY-TALK')) {
    if (asked.turn === 0) return bash('touch begun; while [ ! -e go ]; do sleep 0.1; done')
    return { text: `I heard ${/WATER\w+/.exec(asked.words)?.[0] ?? 'nothing'} after ${asked.turn}`, usage }
  }
  const turns: Answer[] = [
    mcp('recall_brief', { briefId }),
    bash(`echo x > '${main}/beds-east'`),
    { calls: [{ name: 'Write', input: { file_path: `${main}/weeds`, content: 'none' } }], usage },
    bash(
      `printf 'rose\\n' > beds-${briefId} && git add -A && git commit -q -m 'Plant a rose' -m 'Brief: #${briefId}' && echo committed`,
    ),
    mcp('dispatch_complete', { dispatchId, token, summary: 'Planted a rose.' }),
  ]
  return turns[asked.turn] ?? { text: `Done: ${asked.result.slice(0, 40)}`, usage }
}
