/** The chain of agents that flower ran for a Brief: how their contexts filled, what they cost, how each ended. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import type { BriefRecall } from '#contract/recall.ts'
import { runRef } from '#domain/agent/run.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Fold, IconButton } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Curve, Money, Tokens } from '../../bloom/figure.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Said, Sep } from '../../bloom/mark.tsx'
import { bareName, counted } from '../../bloom/spoken.ts'
import { useRead } from '../../house/read.ts'
import { AgentLog } from '../agents/agent-log.tsx'
import { runState } from '../agents/words.ts'
import './brief-runs.css'
import { useHarnesses } from './harnesses.ts'

type Run = Output<'agent.runs'>['items'][number]
type Attempt = BriefRecall['dispatches'][number]['attempts'][number]

/** The newest stand there before the rest is folded. */
const most = 6

/** Milliseconds: how a context fills comes without an event. */
const [whileRunning, whileResting] = [2_500, 60_000]

const untilNext = (data: Output<'agent.runs'> | undefined): number =>
  data?.items.some(each => each.status !== 'ended') ? whileRunning : whileResting

/** Nothing where flower ran nobody. */
export function Runs({ recall: { brief, dispatches } }: { recall: BriefRecall }) {
  const items = useRead('agent.runs', { briefId: brief.id }, { every: untilNext }).data?.items
  const { soft } = useHarnesses(brief.project)
  const [all, setAll] = useState(false)
  const [log, setLog] = useState<number>()
  if (items === undefined || items.length === 0) return null
  const newest = items.toSorted((a, b) => b.id - a.id)
  const attempts = dispatches.flatMap(each => each.attempts)
  return (
    <div className="brief-runs">
      <h3 className="label">
        agents <Total items={items} budget={brief.budget} />
      </h3>
      <ol aria-label="Agents of this Brief, newest first">
        {(all ? newest : newest.slice(0, most)).map(run => (
          <RunRow
            key={run.id}
            run={run}
            soft={soft}
            became={attempts.find(each => each.dispatchId === run.dispatchId && each.number === run.attempt)}
            isLogOpen={log === run.id}
            onLog={() => setLog(log === run.id ? undefined : run.id)}
          />
        ))}
      </ol>
      {newest.length > most && (
        <Fold open={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `${newest.length - most} earlier`}
        </Fold>
      )}
    </div>
  )
}

/** `3 runs, 412k tokens, $4.18 of $20`. */
function Total({ items, budget }: { items: readonly Run[]; budget: BriefRecall['brief']['budget'] }) {
  const tokens = items.reduce((sum, each) => sum + each.tokens, 0)
  const usd = items.reduce((sum, each) => sum + each.usd, 0)
  return (
    <span className="run-total">
      {counted(items.length, 'run')}
      <Sep />
      <Tokens count={tokens} of={budget?.tokens} /> tokens
      <Sep />
      <Money usd={usd} of={budget?.usd} />
    </span>
  )
}

type RowProps = {
  run: Run
  soft: number | undefined
  became: Attempt | undefined
  isLogOpen: boolean
  onLog: () => void
}

function RunRow({ run, soft, became, isLogOpen, onLog }: RowProps) {
  const { state, words, tone } = runState(run, became)
  const name = runRef(run.id)
  const models = Object.keys(run.usages)
  return (
    <li>
      <div className="run-who">
        <State state={state}>
          <span className="mono">
            {name} <Said>{bareName(run.actor)}</Said>
          </span>
        </State>
        <span className="small dim">
          {dispatchRef(run.dispatchId)} {run.leg}
          {run.attempt !== null && `, attempt ${run.attempt}`}
          <Sep />
          <Said>{[run.harness, ...(models.length > 0 ? models : [run.model ?? ''])].filter(Boolean).join(', ')}</Said>
        </span>
      </div>
      <div className="run-curve">
        <Shape run={run} soft={soft} />
      </div>
      <div className="run-cost num">
        <Money usd={run.usd} />
        <span className="small dim">
          <Tokens count={run.tokens} /> tokens
        </span>
      </div>
      <IconButton icon="session" label={`Log of ${name}`} aria-expanded={isLogOpen} onClick={onLog} />
      <p className="run-end small dim">
        <span className={tone && `${tone}-ink`}>{words}</span>
        {run.relieves !== null && `, relieved ${runRef(run.relieves)}`}
        <Sep />
        {run.endedAt === null ? (
          <>
            since <RelativeTime at={run.startedAt ?? run.createdAt} />
          </>
        ) : (
          <>
            ended <RelativeTime at={run.endedAt} ago />
          </>
        )}
      </p>
      {isLogOpen && (
        <div className="run-log">
          <AgentLog run={name} name={bareName(run.actor)} onClose={onLog} />
        </div>
      )}
    </li>
  )
}

/** Its context over its time, where the window is known; the last figure stands beside it. */
function Shape({ run, soft }: { run: Run; soft: number | undefined }) {
  const { contextWindow, contextTokens, curve } = run
  if (contextTokens === null) return <span className="small dim">context not measured</span>
  const figure = (
    <span className="small dim">
      <Tokens count={contextTokens} of={contextWindow ?? undefined} />
    </span>
  )
  if (contextWindow === null || curve.length === 0) return figure
  return (
    <>
      <Curve points={pointsOf(run, contextWindow)} soft={soft} />
      {figure}
    </>
  )
}

/** From nothing at its start to what it held last. */
function pointsOf({ curve, createdAt, endedAt, activeAt }: Run, window: number): [number, number][] {
  const from = Date.parse(createdAt)
  const long = Math.max(1, Date.parse(endedAt ?? activeAt) - from)
  const points = curve.map(({ at, tokens }): [number, number] => [
    Math.min(1, Math.max(0, (Date.parse(at) - from) / long)),
    Math.min(1, tokens / window),
  ])
  return [[0, 0], ...points, [1, points.at(-1)?.[1] ?? 0]]
}
