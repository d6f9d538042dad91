import type { WorktreeView } from '#contract/shapes.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { LeaseClock } from '../../bloom/clock.tsx'
import { Tokens } from '../../bloom/figure.tsx'
import { StateGlyph, type WorkState } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import type { AtWork, Ground } from './ground.ts'

/** The agents of a worktree, each with its hand-over and its lease. */
export function Agents({ worktree, ground }: { worktree: WorktreeView; ground: Ground }) {
  const { agents, name } = worktree
  if (agents.length === 0) return null
  return (
    <ul className="agents" aria-label={`Agents in ${name}`}>
      {agents.map(({ actor, dispatchId }, place) => (
        <li key={dispatchId} className={place === agents.length - 1 ? 'agent is-last' : 'agent'}>
          <Agent actor={actor} dispatchId={dispatchId} known={ground.dispatches.get(dispatchId)} />
        </li>
      ))}
    </ul>
  )
}

const glyphs: Record<NonNullable<AtWork['active']>['liveness'], WorkState> = {
  starting: 'claimed',
  working: 'running',
  stale: 'waits',
  idle: 'idle',
}

function Agent(props: { actor: string; dispatchId: number; known: AtWork | undefined }) {
  const { actor, dispatchId, known } = props
  const { active, queued } = known ?? {}
  const briefId = queued?.briefId ?? active?.briefId
  return (
    <>
      <span className="a-name">
        <StateGlyph state={active ? glyphs[active.liveness] : 'running'} />
        <span className="mono" title={actor}>
          <Said>{bareName(actor)}</Said>
        </span>
        {active && active.liveness !== 'working' && (
          <span className={active.liveness === 'stale' ? 'amber-ink small' : 'dim small'}>
            {active.liveness === 'stale' ? 'silent' : active.liveness}
          </span>
        )}
      </span>
      <span className="a-work" title={queued?.title ?? active?.title ?? undefined}>
        {dispatchRef(dispatchId)} {queued?.leg ?? active?.leg}{' '}
        {briefId && <Ref href={`/briefs/${briefId}#dispatch`}>{briefRef(briefId)}</Ref>}
      </span>
      <span className="a-ctx small dim">
        {typeof active?.contextTokens === 'number' && (
          <>
            <Tokens count={active.contextTokens} /> tokens
          </>
        )}
      </span>
      <span className="a-note small">
        {queued?.leaseExpiresAt && (
          <>
            lease <LeaseClock endsAt={queued.leaseExpiresAt} />
          </>
        )}
      </span>
    </>
  )
}
