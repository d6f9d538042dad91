/**
 * A model that follows the scripts of the scripted agent with the tools of whatever real harness asks: flower's own over MCP, the
 * harness's for files and commands. It picks a script as that agent does, by what stands in the prompt.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, readJson, recordOf } from '#domain/agent/loose-json.ts'
import { filled, type Step } from '#machine/agents/script.ts'
import type { Answer, Asked } from './mock-model.ts'
import type { Scripts } from './nursery.ts'

type Call = Extract<Step, { call: string }>

/** One agent at one attempt, whatever session it goes on with. */
type Following = {
  steps: Step[]
  at: number
  values: Record<string, unknown>
  /** A call of flower whose answer comes with the next request. */
  asked: Call | undefined
  /** How often it was not answered, and paused after that: nobody knows then whether it was carried out. */
  missed: number
  contextTokens: number
  /** By turn: what is asked again, as after a broken stream, is answered again. */
  answers: Map<number, Answer>
}

export type ScriptedModel = {
  play: (asked: Asked) => Answer
  /** What no script expected: refusals, and commands that failed. */
  surprises: string[]
}

/** A harness that has lost flower says so at once, and finds it again after some seconds. Counted with the pauses. */
const MOST_MISSED = 100
/** Tokens of a context that no script speaks of. */
const usualContext = 20_000

export function followScripts(scripts: Scripts, env: Record<string, string>): ScriptedModel {
  const all = new Map<string, Following>()
  const surprises: string[] = []
  return {
    surprises,
    play: asked => {
      const told = toldIn(asked.words)
      const one = all.get(told.key) ?? beginning(told, scripts, env)
      all.set(told.key, one)
      const answer = one.answers.get(asked.turn) ?? next(one, asked, words => surprises.push(`${told.key}: ${words}`))
      one.answers.set(asked.turn, answer)
      return answer
    },
  }
}

type Told = ReturnType<typeof toldIn>

/** Of the newest prompt: a session that is gone on with holds those before it too. */
function toldIn(words: string) {
  const prompt = words.slice(Math.max(0, words.lastIndexOf('flower started you for')))
  const [, dispatchId, leg, briefId] = /for d(\d+), the (\w+) leg of #(\d+)/.exec(prompt) ?? []
  const [, attempt, token] = /You hold it already: attempt (\d+), dispatchId \d+, token (\d+)/.exec(prompt) ?? []
  const script = /\[\[script: ?([\w-]+)\]\]/.exec(prompt)?.[1] ?? ''
  const key = `#${briefId} d${dispatchId} ${leg} ${attempt === undefined ? 'relieving' : `attempt ${attempt}`}`
  return { key, script, leg, attempt, briefId: Number(briefId), dispatchId: Number(dispatchId), token: Number(token) }
}

function beginning({ key, script, leg, attempt, ...values }: Told, scripts: Scripts, env: object): Following {
  const names = [`${script}.${leg}.${attempt}`, `${script}.${leg}`, script]
  const steps = names.map(name => scripts[name]).find(each => each !== undefined)
  if (steps === undefined) throw new Error(`there is no script for ${key}: ${script}`)
  const nothing = { asked: undefined, missed: 0, contextTokens: usualContext, answers: new Map<number, Answer>() }
  return { steps, at: 0, values: { ...values, env }, ...nothing }
}

function next(one: Following, asked: Asked, surprise: (words: string) => void): Answer {
  const running = /Process running with session ID (\d+)/.exec(asked.result)?.[1]
  if (running !== undefined)
    return { ...tool('write_stdin', { session_id: Number(running), chars: '' }), usage: usageOf(one) }
  const again = heard(one, asked.result, surprise)
  if (again !== undefined) return doing(one, again, asked)
  if (/exit code [1-9]|exited with code [1-9]/i.test(asked.result.slice(0, 200))) surprise(asked.result.slice(0, 600))
  let words: string | undefined
  for (let step = one.steps[one.at++]; step !== undefined; step = one.steps[one.at++]) {
    const part = filled(step, one.values)
    if ('say' in part) words = part.say
    else if ('context' in part) one.contextTokens = part.context
    else if (endsTurn(part)) return { text: words ?? 'That is all for now.', usage: usageOf(one) }
    else if (!('usage' in part)) return { ...doing(one, part, asked), ...(words !== undefined && { text: words }) }
  }
  return { text: 'There is nothing more in the script.', usage: usageOf(one) }
}

/** Whoever waits for a message ends its turn: that is how a real harness waits. */
const endsTurn = (step: Step): boolean => 'turn' in step || ('wait' in step && step.wait === 'message')

/** Takes flower's answer in. Answers what is to be done before the script goes on: a house that was away is asked again, after a pause. */
function heard(one: Following, result: string, surprise: (words: string) => void): Step | undefined {
  const { asked } = one
  if (asked === undefined) return undefined
  const hasPaused = one.missed % 2 === 1
  if (hasPaused) {
    one.missed += 1
    return asked
  }
  const answer = answerIn(result)
  if (answer === undefined && isRefusal(result)) {
    // What was asked before flower fell may have been done.
    if (one.missed === 0) surprise(`${asked.call} ${JSON.stringify(asked.input)}: ${result.slice(0, 600)}`)
  } else if (answer === undefined && one.missed < MOST_MISSED) {
    one.missed += 1
    return { run: ['sleep', '0.5'] }
  } else if (answer === undefined) {
    surprise(`${asked.call} is never answered: ${result.slice(0, 600)}`)
  }
  Object.assign(one.values, answer, asked.as !== undefined && { [asked.as]: answer })
  if (asked.until !== undefined && answer !== undefined && !(asked.until in answer)) return asked
  one.asked = undefined
  one.missed = 0
  return undefined
}

/** A line of what the harness shows of it, or a part of such a line. */
function answerIn(result: string): Record<string, Json> | undefined {
  for (const line of result.split('\n')) {
    const found = recordOf(readJson(line.slice(line.indexOf('{'))))
    if (Object.keys(found).length > 0) return found
  }
  return undefined
}

const isRefusal = (result: string): boolean => /\b[a-z]+\.[a-z_]+: /.test(result) && result.includes('\nNext: ')

function usageOf({ contextTokens }: Following): Answer['usage'] {
  return { input: 10, cacheRead: contextTokens - 310, cacheWrite: 300, output: 20 }
}

function doing(one: Following, step: Step, { protocol, words }: Asked): Answer {
  const usage = usageOf(one)
  const isClaude = protocol === 'messages'
  if ('call' in step) {
    one.asked = step
    const name = step.call.replaceAll('.', '_')
    const input = step.input ?? {}
    const call = isClaude ? { name: `mcp__flower__${name}`, input } : { name, namespace: 'mcp__flower', input }
    return { calls: [call], usage }
  }
  const folder = /Primary working directory: (\S+)/.exec(words)?.[1]
  if ('write' in step && folder !== undefined && !existsSync(join(folder, step.write)))
    return { ...tool('Write', { file_path: join(folder, step.write), content: step.text }), usage }
  const command = commandFor(step, one)
  return { ...(isClaude ? tool('Bash', { command }) : tool('exec_command', { cmd: command })), usage }
}

const tool = (name: string, input: object): Answer => ({ calls: [{ name, input }] })

function commandFor(step: Step, { values }: Following): string {
  if ('write' in step) return `printf %s ${quoted(step.text)} > ${quoted(step.write)}`
  if ('commit' in step)
    return `git add -A && git commit -q -m ${quoted(step.commit)} -m ${quoted(`Brief: #${String(values['briefId'])}`)}`
  if ('run' in step) return step.run.map(quoted).join(' ')
  if ('path' in step) return `while [ ! -e ${quoted(step.path)} ]; do sleep 0.1; done`
  // Whoever is to be killed is at something that never ends.
  if ('crash' in step) return 'tail -f /dev/null'
  throw new Error(`a real harness knows no ${JSON.stringify(step)}`)
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
