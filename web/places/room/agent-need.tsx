/** An agent that waits for somebody, or of which nothing is heard. */
import { useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import { briefRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Ref, Said, Sep } from '../../bloom/mark.tsx'
import { Need, type NeedKind } from '../../bloom/need.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { Words } from '../../house/words.tsx'
import { AgentDialogs, type Asking } from '../agents/agent-menu.tsx'
import { useAgentWrites } from '../agents/writes.ts'
import type { NeedProps } from './need-row.tsx'

/** What it is, what is said of it, and the one thing that is done about it. */
function troubleOf({ liveness, run }: AgentView): {
  kind: NeedKind
  says: string
  does: 'stop' | 'message' | 'refresh'
} {
  if (liveness === 'waiting_permission') return { kind: 'permission', says: 'waits for a permission', does: 'stop' }
  if (liveness === 'waiting_input') return { kind: 'words', says: 'waits for words', does: 'message' }
  return { kind: 'stale', says: 'says nothing any more', does: run === null ? 'message' : 'refresh' }
}

const buttons = { stop: 'Stop…', message: 'Message…', refresh: 'Refresh' } as const

export function AgentNeed({ agent, reader, here }: NeedProps & { agent: AgentView }) {
  const [asking, setAsking] = useState<Asking>()
  const writes = useAgentWrites(agent)
  const name = bareName(agent.actor)
  const { kind, says, does } = troubleOf(agent)
  const { briefId, title } = agent
  return (
    <Need
      kind={kind}
      here={here}
      title={
        <>
          <Said>{name}</Said> {says}
        </>
      }
      meta={
        <>
          {briefId !== null && (
            <>
              <Ref href={`/briefs/${briefId}`}>{briefRef(briefId)}</Ref> <Said>{title ?? ''}</Said>
              <Sep />
            </>
          )}
          {agent.waits ? (
            <Said>
              <Words text={agent.waits} />
            </Said>
          ) : (
            'last heard'
          )}
          <Sep />
          <RelativeTime at={agent.seenAt} />
        </>
      }
      actions={
        reader.mayWrite && (
          <Button
            busy={writes.busy}
            aria-label={`${buttons[does]} ${name}`}
            onClick={() => (does === 'refresh' ? void writes.refresh() : setAsking(does))}
          >
            {buttons[does]}
          </Button>
        )
      }
    >
      {asking && <AgentDialogs agent={agent} asking={asking} writes={writes} onClose={() => setAsking(undefined)} />}
    </Need>
  )
}
