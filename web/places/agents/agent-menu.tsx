/** What can be done with an agent from here. */
import { useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import { Menu, type MenuEntry } from '../../bloom/float/menu.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { MessageDialog, StopDialog } from './dialogs.tsx'
import { type AgentWrites, useAgentWrites } from './writes.ts'

export type Asking = 'message' | 'stop' | undefined

type AgentMenuProps = {
  agent: AgentView
  /** Shows or shuts its log, where the place has room for one. */
  log?: { isOpen: boolean; toggle: () => void }
}

export function AgentMenu({ agent, log }: AgentMenuProps) {
  const [asking, setAsking] = useState<Asking>()
  const writes = useAgentWrites(agent)
  const name = bareName(agent.actor)
  return (
    <>
      <Menu label={`Actions of ${name}`} entries={entriesOf({ agent, log, writes, ask: setAsking })} />
      <AgentDialogs agent={agent} asking={asking} writes={writes} onClose={() => setAsking(undefined)} />
    </>
  )
}

export function AgentDialogs(props: { agent: AgentView; asking: Asking; writes: AgentWrites; onClose: () => void }) {
  const { asking, ...rest } = props
  if (asking === 'message') return <MessageDialog {...rest} />
  if (asking === 'stop') return <StopDialog {...rest} />
  return null
}

type Entries = AgentMenuProps & { writes: AgentWrites; ask: (asking: Asking) => void }

/** An entry that can't be chosen says why. */
function entriesOf({ agent, log, writes, ask }: Entries): readonly MenuEntry[] {
  const ended = whyNotRun(agent)
  const rests = agent.liveness === 'parked'
  return [
    ...(log && agent.run
      ? [{ name: log.isOpen ? 'Shut its log' : 'Its log', icon: 'session' as const, onChoose: log.toggle }]
      : []),
    {
      name: 'Message…',
      icon: 'pencil',
      note: 'it reads it with the answer of its next tool',
      onChoose: () => ask('message'),
    },
    {
      name: 'Refresh',
      icon: 'refresh',
      note: 'a fresh agent reads first, then takes over',
      refused: ended,
      onChoose: () => void writes.refresh(),
    },
    {
      name: rests ? 'Wake' : 'Park',
      icon: rests ? 'play' : 'parked',
      note: rests ? 'it is asked again for its check-ins' : 'it rests on purpose, and nobody takes it for lost',
      refused: rests || agent.dispatchId === null ? undefined : `it holds d${agent.dispatchId}`,
      onChoose: () => void writes.park(!rests),
    },
    'line',
    {
      name: 'Stop…',
      icon: 'stop',
      clay: true,
      note: 'what that does is said first',
      refused: ended,
      onChoose: () => ask('stop'),
    },
  ]
}

function whyNotRun({ run }: AgentView): string | undefined {
  if (run === null) return 'flower did not start it'
  return run.stop ? 'it is being ended' : undefined
}
