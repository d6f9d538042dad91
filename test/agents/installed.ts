/** Real harnesses as `npm` left them for this run, and the settings that keep them from asking anybody but a mock model. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Undefined: they could not be installed, which the run has said loudly. */
export const installed = process.env['FLOWER_TEST_AGENTS']

export const claudeProgram = join(
  installed ?? '',
  `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
)
/** Its start script, as `npm install` leaves it: the program in it has to be found. */
export const codexProgram = join(installed ?? '', 'node_modules/@openai/codex/bin/codex.js')

/** Prices of it are known to the harness. */
export const claudeModel = 'claude-sonnet-5-5'

export const claudeEnvironment = (url: string): Record<string, string> => ({
  ANTHROPIC_API_KEY: 'dummy',
  ANTHROPIC_BASE_URL: url,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_MAX_RETRIES: '1',
})

/** Writes them into a CODEX_HOME; answers what has to stand in the environment beside it. */
export function codexSettings(home: string, url: string): Record<string, string> {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.toml'), configurationFor(url))
  return { OPENAI_API_KEY: 'dummy' }
}

/** Of a model that it doesn't know Codex cuts what tools answer shorter than of its maker's. */
const configurationFor = (url: string): string => `
model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
tool_output_token_limit = 10000
[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
request_max_retries = 0
stream_max_retries = 0
[features]
plugins = false
[analytics]
enabled = false
`
