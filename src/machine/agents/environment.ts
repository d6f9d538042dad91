// What of the person's own environment an agent's harness gets: how it finds its account, its settings and its model.

import type { Driver } from '#domain/agent/said.ts'
import { cleanEnvironment } from '../command.ts'

/** Beginnings of names, or whole ones. Nothing of flower's own is among them. */
const WANTED: Record<Driver, string[]> = {
  claude: [
    'ANTHROPIC_',
    'CLAUDE_',
    'DISABLE_',
    'ENABLE_',
    'MAX_',
    'MCP_',
    'API_TIMEOUT_MS',
    'BASH_',
    'AWS_',
    'GOOGLE_',
  ],
  codex: ['CODEX_', 'OPENAI_', 'AZURE_OPENAI_'],
  // Any agent of any maker.
  acp: [
    'ANTHROPIC_',
    'CLAUDE_',
    'DISABLE_',
    'OPENAI_',
    'CODEX_',
    'GEMINI_',
    'GOOGLE_',
    'OPENCODE_',
    'GOOSE_',
    'AWS_',
    'AZURE_',
    'MISTRAL_',
    'OPENROUTER_',
    'XAI_',
    'DEEPSEEK_',
    'MOONSHOT_',
    'GROQ_',
  ],
  command: [],
  scripted: [],
}

/** What a harness puts into the environment of its children: an agent that starts flower is not the parent of those here. */
const OF_A_SESSION = new Set(['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_PROJECT_DIR'])
const SESSION_WORDS = /^(CLAUDE_CODE_(MESSAGING|SSE|REMOTE|BRIDGE)_|CODEX_(THREAD|SANDBOX|COMPANION)|FLOWER_)/

/** The whole environment of a run's host but for its marker; `own` wins. */
export function agentEnvironment(
  driver: Driver,
  from: NodeJS.ProcessEnv,
  own: Record<string, string>,
): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) {
    const isWanted = WANTED[driver].some(wanted => name.startsWith(wanted))
    if (value === undefined || !isWanted || OF_A_SESSION.has(name) || SESSION_WORDS.test(name)) continue
    passed[name] = value
  }
  return { ...cleanEnvironment(from), ...passed, ...own }
}
