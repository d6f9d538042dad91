import type { AgentView } from '#contract/agent.ts'
import { Meter, Tokens } from '../../bloom/figure.tsx'
import { shareOf } from './words.ts'

/** How full its context is: a bar where its window is known, else the tokens alone. */
export function ContextOf({ agent }: { agent: AgentView }) {
  const { contextTokens, contextWindow } = agent
  const share = shareOf(agent)
  if (share !== null) return <Meter share={share} />
  if (contextTokens === null) return <span className="dim">–</span>
  return (
    <span className="dim">
      <Tokens count={contextTokens} of={contextWindow ?? undefined} /> tokens
    </span>
  )
}
