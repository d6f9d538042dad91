/** Who is on the roster and works in none of the worktrees. */
import type { AgentView } from '#contract/agent.ts'
import { Section } from '../../bloom/section.tsx'
import { AgentList } from './agents.tsx'
import type { Ground } from './ground.ts'

export function Elsewhere({ agents, ground }: { agents: readonly AgentView[]; ground: Ground }) {
  if (agents.length === 0) return null
  return (
    <Section eyebrow="agents · without a worktree" title="Elsewhere" className="elsewhere">
      <AgentList
        label="Agents without a worktree"
        agents={agents.map(view => ({ actor: view.actor, dispatchId: view.dispatchId, view }))}
        ground={ground}
      />
    </Section>
  )
}
