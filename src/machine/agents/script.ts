// The shape of a script for the scripted agent: a JSON file. Used by tests, the demo and the screenshots.
// Beside `rose.json`, `rose.review.json` is for that leg alone, and `rose.build.2.json` for its second attempt.
//
//   { "model": "scripted-1", "window": 200000, "steps": [
//     { "call": "recall.brief", "input": { "briefId": "{{briefId}}" }, "as": "brief" },
//     { "call": "dispatch.claim", "input": { "dispatchId": "{{dispatchId}}" } },
//     { "say": "I begin with {{brief.brief.title}}." },
//     { "write": "beds/rose.md", "text": "red\n" }, { "commit": "Plant a rose" },
//     { "call": "dispatch.complete", "input": { "dispatchId": "{{dispatchId}}", "token": "{{token}}", "summary": "Planted." } } ] }
//
// Values: `{{name}}`, or `{{name.deeper.0}}`; a text that is one value alone keeps the value's kind (a number stays one).
//   briefId, dispatchId, actor, url   what the run was given in FLOWER_BRIEF, FLOWER_DISPATCH, FLOWER_ACTOR, FLOWER_URL
//   worktree, session, prompt         its folder, its session, its first message
//   message                           the message that was waited for last
//   token, branch, …                  each field of the answer of any earlier call, the newest wins
//   <as>                              the whole answer of the call that was named so
//   env.NAME                          any other variable
// One that is not known ends the script as failed.

/** One step; the first key says what it is. Every text may hold values. */
export type Step =
  /**
   * An operation over HTTP, as FLOWER_ACTOR with FLOWER_TOKEN. A refusal ends the script, unless its code is the expected one.
   * `until` asks again and again until the answer has that field.
   */
  | { call: string; input?: unknown; as?: string; refused?: string; until?: string }
  | { say: string }
  /** A file below the worktree, made with its folders, or written anew; `append` adds to it. */
  | { write: string; text: string }
  | { append: string; text: string }
  | { delete: string }
  /** All that was changed, with the Brief's trailer. */
  | { commit: string }
  /** A program in the worktree, to its end; it fails the script unless it exits with `exits` (0 when left out). */
  | { run: string[]; exits?: number }
  /** A program in a session of its own that goes on by itself. */
  | { leave: string[] }
  /** What it says of its own context, in tokens. */
  | { context: number }
  | { usage: { input?: number; cacheRead?: number; cacheWrite?: number; output?: number }; usd?: number }
  | { tool: string; input?: string; failed?: boolean }
  | { deny: string; reason: string }
  | { compact: true }
  /** Ends the turn and waits for the next message; without one to come it exits with 0. */
  | { turn: 'done' | 'failed'; words?: string }
  /** `message` waits within the turn; of a file that it is there. */
  | { wait: 'message' }
  | { wait: 'file'; path: string }
  /** Only for shows: nothing in a test waits for time. */
  | { pause: number }
  /** Waits for somebody to allow it, that is for an interrupt or the end. */
  | { permission: string; reason?: string }
  /** The provider's usage limit: the turn fails and the program exits with 1. */
  | { limit: string; until?: string }
  | { error: string }
  /** So many bytes of output that nobody asked for. */
  | { flood: number }
  /** Ends itself by SIGKILL, in the middle. */
  | { crash: true }
  | { exit: number }
  /** Does nothing until it is interrupted or ended. */
  | { hang: true }
  | { repeat: number; steps: Step[] }

export type Script = {
  model?: string
  /** The size of its context window, in tokens. */
  window?: number
  /** After the last the turn is done; further messages are answered with an empty turn. */
  steps: Step[]
}

type Values = Record<string, unknown>

const VALUE = /\{\{([\w.-]+)\}\}/g
const ONE_VALUE = /^\{\{([\w.-]+)\}\}$/

/** The same with every value put in. Throws for one that is not known. */
export function filled<T>(part: T, values: Values): T {
  return fill(part, values) as T
}

function fill(part: unknown, values: Values): unknown {
  if (Array.isArray(part)) return part.map(each => fill(each, values))
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, fill(each, values)]))
  if (typeof part !== 'string') return part
  const alone = ONE_VALUE.exec(part)?.[1]
  if (alone !== undefined) return valueOf(alone, values)
  return part.replace(VALUE, (_, path: string) => {
    const value = valueOf(path, values)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function valueOf(path: string, values: Values): unknown {
  let at: unknown = values
  for (const name of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
  if (at === undefined) throw new Error(`the script asks for {{${path}}}, which is not known`)
  return at
}
