/** What a run has used of each model: only what is more than was said before is said. */
import type { AgentSaid, Usage } from './said.ts'

export const NOTHING: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }

export const plus = (one: Usage, other: Usage): Usage => combine(one, other, (a, b) => a + b)
export const minus = (one: Usage, other: Usage): Usage => combine(one, other, (a, b) => Math.max(0, a - b))

function combine(one: Usage, other: Usage, by: (a: number, b: number) => number): Usage {
  return {
    input: by(one.input, other.input),
    cacheRead: by(one.cacheRead, other.cacheRead),
    cacheWrite: by(one.cacheWrite, other.cacheWrite),
    output: by(one.output, other.output),
  }
}

/** Takes what is known of all that was used so far, by model, and answers what is news. */
export function tally(): (model: string, usage: Usage, usd?: number) => AgentSaid[] {
  const said = new Map<string, string>()
  const most = new Map<string, Usage>()
  return (model, usage, usd) => {
    const grown = combine(most.get(model) ?? NOTHING, usage, Math.max)
    const news = JSON.stringify([grown, usd])
    if (said.get(model) === news || sum(grown) === 0) return []
    most.set(model, grown)
    said.set(model, news)
    return [{ kind: 'usage', model, usage: grown, ...(usd === undefined ? {} : { usd }) }]
  }
}

const sum = ({ input, cacheRead, cacheWrite, output }: Usage): number => input + cacheRead + cacheWrite + output
