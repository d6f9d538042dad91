/** What only a machine reads in the house's own sentences, as patterns with named groups: times, and operations that would help. */

/** `2026-03-02T09:00:00.000Z` */
export const timePattern = '(?<at>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?Z)'

const nouns =
  'agent|brief|data|decision|dispatch|feedback|file|main|merge|node|project|recall|review|room|scratchpad|service|system|template|token|trace|worktree'
/** Files are called so too: `main.ts`, `project.json`. */
const endings = 'c|css|go|h|html|java|js|json|jsx|lock|md|mjs|py|rb|rs|sh|sql|toml|ts|tsx|txt|xml|yaml|yml'

/** `brief.setStatus {briefId: 4, status: "planned"}` */
export const operationPattern = `(?<![\\w./-])(?<noun>${nouns})\\.(?!(?:${endings})(?!\\w))(?<verb>[a-z][A-Za-z]*)(?![\\w(/-]|\\.\\w)(?<input> \\{(?:[^{}]|\\{[^{}]*\\})*\\})?`
