import type { WorktreeView } from '#contract/shapes.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { LeaseClock, RelativeTime } from '../../bloom/clock.tsx'
import { Money } from '../../bloom/figure.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { Words } from '../../house/words.tsx'
import { AgentLog } from '../agents/agent-log.tsx'
import { AgentMenu } from '../agents/agent-menu.tsx'
import { ContextOf } from '../agents/context-of.tsx'
import { named, stateOf, trade } from '../agents/words.ts'
import { type AtWork, agentsIn } from './at-work.ts'
import type { Ground } from './ground.ts'

/** The agents of a worktree, each with its hand-over, its lease, and what can be done with it. */
export function Agents({ worktree, ground }: { worktree: WorktreeView; ground: Ground }) {
  const agents = agentsIn(worktree, ground.agents)
  if (agents.length === 0) return null
  return <AgentList label={`Agents in ${worktree.name}`} agents={agents} ground={ground} />
}

export function AgentList({ label, agents, ground }: { label: string; agents: readonly AtWork[]; ground: Ground }) {
  return (
    <ul className="agents" aria-label={label}>
      {agents.map((agent, place) => (
        <Agent
          key={`${agent.view?.project} ${agent.actor}`}
          agent={agent}
          isLast={place === agents.length - 1}
          ground={ground}
        />
      ))}
    </ul>
  )
}

function Agent({ agent, isLast, ground }: { agent: AtWork; isLast: boolean; ground: Ground }) {
  const { actor, view } = agent
  const name = bareName(actor)
  const logKey = view?.run ? `agent ${named(view)}` : undefined
  const isLogOpen = logKey !== undefined && ground.openLog.key === logKey
  const toggle = () => logKey && ground.openLog.toggle(logKey)
  const words = view && (view.waits ?? view.lastWords)
  return (
    <li className={isLast ? 'agent is-last' : 'agent'}>
      <Name agent={agent} />
      <Work agent={agent} ground={ground} />
      <span className="a-ctx small">{view && <ContextOf agent={view} />}</span>
      <Clock agent={agent} ground={ground} />
      <span className="a-do">
        {view && ground.mayWrite && <AgentMenu agent={view} log={{ isOpen: isLogOpen, toggle }} />}
      </span>
      {words && (
        <p className="a-words small" title={words}>
          {view.waits === undefined ? (
            <>
              “<Said>{words}</Said>”
            </>
          ) : (
            <Said>
              <Words text={words} />
            </Said>
          )}
        </p>
      )}
      {isLogOpen && view && (
        <div className="a-log">
          <AgentLog key={logKey} run={named(view)} name={name} onClose={toggle} />
        </div>
      )}
    </li>
  )
}

function Name({ agent: { actor, view } }: { agent: AtWork }) {
  const shown = view && stateOf(view)
  return (
    <span className="a-name">
      <StateGlyph state={shown?.state ?? 'running'} />
      <span className="mono" title={view ? `${actor}, ${trade(view)}` : actor}>
        <Said>{bareName(actor)}</Said>
      </span>
      {shown && view.liveness !== 'working' && (
        <span className={shown.tone ? `${shown.tone}-ink small` : 'dim small'}>{shown.words}</span>
      )}
    </span>
  )
}

function Work({ agent: { dispatchId, view }, ground }: { agent: AtWork; ground: Ground }) {
  if (dispatchId === null) return <span className="a-work dim">{view && trade(view)}</span>
  const queued = ground.queued.get(dispatchId)
  const briefId = queued?.briefId ?? view?.briefId
  return (
    <span className="a-work" title={queued?.title ?? view?.title ?? undefined}>
      {dispatchRef(dispatchId)} {queued?.leg ?? view?.leg}{' '}
      {briefId && <Ref href={`/briefs/${briefId}#dispatch`}>{briefRef(briefId)}</Ref>}
    </span>
  )
}

function Clock({ agent: { dispatchId, view }, ground }: { agent: AtWork; ground: Ground }) {
  const lease = dispatchId === null ? undefined : ground.queued.get(dispatchId)?.leaseExpiresAt
  return (
    <span className="a-note small">
      {lease ? (
        <>
          lease <LeaseClock endsAt={lease} />
        </>
      ) : (
        view && (
          <>
            heard <RelativeTime at={view.seenAt} ago />
          </>
        )
      )}
      {view && view.tokens > 0 && (
        <>
          {', '}
          <Money usd={view.usd} />
        </>
      )}
    </span>
  )
}
