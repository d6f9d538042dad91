/** Who is at work, and on what. */
import { useMemo, useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import type { WorktreeView } from '#contract/shapes.ts'
import { briefRef, ref } from '#domain/ref.ts'
import { Fold } from '../../bloom/button.tsx'
import { LeaseClock, RelativeTime } from '../../bloom/clock.tsx'
import { Money, Tokens } from '../../bloom/figure.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import type { Projects } from '../../shell/project.ts'
import { AgentMenu } from '../agents/agent-menu.tsx'
import { ContextOf } from '../agents/context-of.tsx'
import { agentKey, isAtWork, shareOf, stateOf, trade } from '../agents/words.ts'
import { distanceOf } from '../fleet/words.ts'
import type { Reader } from '../merge/writes.ts'
import { HouseSwitch } from './house-switch.tsx'
import type { Room } from './reads.ts'

type RunningProps = { room: Room; agents: readonly AgentView[]; projects: Projects; reader: Reader }

/** Of those who don't work, as many stand there before the rest is folded. */
const most = 4

export function Running({ room, agents, projects, reader }: RunningProps) {
  const [all, setAll] = useState(false)
  const working = agents.filter(isAtWork)
  const others = agents.filter(each => !isAtWork(each))
  const shown = [...working, ...(all ? others : others.slice(0, most))]
  const leases = useMemo(
    () => new Map((room.queue?.inFlight ?? []).map(row => [row.id, row.leaseExpiresAt])),
    [room.queue],
  )
  return (
    <Section
      id="running"
      eyebrow="agents · live"
      title="Running now"
      tools={<Totals caps={room.caps} project={projects.length === 1 ? projects[0]?.slug : undefined} />}
    >
      <HouseSwitch />
      {shown.length === 0 ? (
        <Empty>Nobody is at work. An agent comes up here once it claims a Brief, or once flower starts one.</Empty>
      ) : (
        <table className="rows runs" aria-label="Agents">
          <thead>
            <tr>
              <th scope="col">agent</th>
              <th scope="col">brief, last words</th>
              <th scope="col">worktree</th>
              <th scope="col">context</th>
              <th scope="col" className="num">
                lease, cost
              </th>
              <th scope="col">
                <span className="hide">actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(agent => (
              <AgentRow
                key={agentKey(agent)}
                agent={agent}
                lease={agent.dispatchId === null ? undefined : leases.get(agent.dispatchId)}
                worktree={room.worktrees?.find(each => each.id === agent.worktreeId)}
                mayWrite={reader.mayWrite}
              />
            ))}
          </tbody>
        </table>
      )}
      {others.length > most && (
        <Fold open={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `${others.length - most} more who rest`}
        </Fold>
      )}
    </Section>
  )
}

/** Whoever came by themselves takes no place: `started by flower 3 of 4 · today $41.60 of $120`. */
function Totals({ caps, project }: { caps: Room['caps']; project: string | undefined }) {
  const costs = useRead('agent.costs', { project, days: 1 }, { enabled: project !== undefined }).data
  return (
    <span className="small run-totals">
      {caps.map(each => (
        <span key={each.project}>
          <span className="dim">started by flower{caps.length > 1 && <Said> for {each.project}</Said>}</span>{' '}
          {each.running} of {each.most}
        </span>
      ))}
      {costs && costs.today.tokens > 0 && (
        <span>
          <span className="dim">today</span> <Money usd={costs.today.usd} of={costs.budgets.day?.usd} />
        </span>
      )}
    </span>
  )
}

type RowProps = {
  agent: AgentView
  lease: string | null | undefined
  worktree: WorktreeView | undefined
  mayWrite: boolean
}

function AgentRow({ agent, lease, worktree, mayWrite }: RowProps) {
  const { state, words, tone } = stateOf(agent)
  return (
    <tr className={isAtWork(agent) ? undefined : 'is-still'}>
      <th scope="row">
        <span className="two">
          <State state={state}>
            <span className="mono" title={agent.actor}>
              <Said>{bareName(agent.actor)}</Said>
            </span>
          </State>
          <span className="under indent" title={trade(agent)}>
            {agent.liveness !== 'working' && <span className={tone && `${tone}-ink`}>{words}, </span>}
            {trade(agent)}
          </span>
        </span>
      </th>
      <td className="r-brief">
        <Work agent={agent} />
      </td>
      <td className="r-wt">{agent.worktreeId !== null && <Where id={agent.worktreeId} worktree={worktree} />}</td>
      <td className="r-ctx">
        <span className="two">
          <ContextOf agent={agent} />
          {shareOf(agent) !== null && (
            <span className="under">
              <Tokens count={agent.contextTokens ?? 0} of={agent.contextWindow ?? 0} />
            </span>
          )}
        </span>
      </td>
      <td className="r-clock num">
        <span className="two">
          <span>{lease ? <LeaseClock endsAt={lease} /> : <RelativeTime at={agent.seenAt} />}</span>
          {agent.tokens > 0 && (
            <span className="under">
              <Money usd={agent.usd} />
            </span>
          )}
        </span>
      </td>
      <td className="r-do">{mayWrite && <AgentMenu agent={agent} />}</td>
    </tr>
  )
}

function Where({ id, worktree }: { id: number; worktree: WorktreeView | undefined }) {
  const name = ref('worktree', id)
  return (
    <span className="two">
      <a className="mono wt-name" href={`/fleet#${name}`} title={worktree?.name}>
        {name} <Said>{worktree?.name ?? ''}</Said>
      </a>
      {worktree && <span className="under mono">{distanceOf(worktree)}</span>}
    </span>
  )
}

function Work({ agent: { briefId, title, leg, waits, lastWords } }: { agent: AgentView }) {
  const words = waits ?? lastWords
  return (
    <span className="two">
      <span className="line">
        {briefId === null ? (
          <span className="dim">holds nothing</span>
        ) : (
          <>
            <span className="dim">{leg}</span>
            <a href={`/briefs/${briefId}`} title={title ?? undefined}>
              <span className="kid-id">{briefRef(briefId)}</span> <Said>{title ?? ''}</Said>
            </a>
          </>
        )}
      </span>
      {words && (
        <span className="under words" title={words}>
          {waits === undefined ? (
            <>
              “<Said>{words}</Said>”
            </>
          ) : (
            <span className="amber-ink">
              <Said>
                <Words text={words} />
              </Said>
            </span>
          )}
        </span>
      )}
    </span>
  )
}
