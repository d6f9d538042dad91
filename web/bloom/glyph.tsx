import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** The statuses of a Brief: six steps from idea to complete, and three ways aside. */
export type BloomStatus =
  | 'idea'
  | 'refining'
  | 'planned'
  | 'dispatched'
  | 'in_progress'
  | 'in_review'
  | 'complete'
  | 'deferred'
  | 'cancelled'
  | 'abandoned'

const petals = [
  'M8 5.9A2.7 1.8 -90 1 1 8 0.5A2.7 1.8 -90 1 1 8 5.9Z',
  'M9.82 6.95A2.7 1.8 -30 1 1 14.5 4.25A2.7 1.8 -30 1 1 9.82 6.95Z',
  'M9.82 9.05A2.7 1.8 30 1 1 14.5 11.75A2.7 1.8 30 1 1 9.82 9.05Z',
  'M8 10.1A2.7 1.8 90 1 1 8 15.5A2.7 1.8 90 1 1 8 10.1Z',
  'M6.18 9.05A2.7 1.8 150 1 1 1.5 11.75A2.7 1.8 150 1 1 6.18 9.05Z',
  'M6.18 6.95A2.7 1.8 210 1 1 1.5 4.25A2.7 1.8 210 1 1 6.18 6.95Z',
] as const

/** How many petals are open, clockwise from the top. */
const open = {
  idea: 0,
  refining: 1,
  planned: 2,
  dispatched: 3,
  in_progress: 4,
  in_review: 5,
  complete: 6,
} as const

function isStep(status: BloomStatus): status is keyof typeof open {
  return status in open
}

/** `in_progress` → `in progress`. */
export function statusWord(status: BloomStatus): string {
  return status.replace('_', ' ')
}

function Flower({ opened }: { opened: number }) {
  return (
    <>
      {opened < 6 && <path fill="var(--ink-ghost)" d={petals.slice(opened).join('')} />}
      {opened > 0 && <path fill="currentColor" d={petals.slice(0, opened).join('')} />}
      {opened === 0 && <circle cx="8" cy="8" r="1.7" fill="currentColor" />}
      {opened === 6 && <circle cx="8" cy="8" r="1.25" fill="currentColor" />}
    </>
  )
}

function Aside({ status }: { status: 'deferred' | 'cancelled' | 'abandoned' }) {
  if (status === 'deferred') {
    return (
      <path
        d="M8 1.8c3 3 3.9 6.6 0 10.4-3.9-3.8-3-7.4 0-10.4ZM8 12.2v2.3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.35"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    )
  }
  if (status === 'cancelled') {
    return (
      <>
        <path fill="var(--ink-ghost)" d={petals.join('')} />
        <path d="M2.5 13.5 13.5 2.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </>
    )
  }
  return (
    <>
      <ellipse cx="8" cy="10.2" rx="4.6" ry="2" transform="rotate(-16 8 10.2)" fill="currentColor" />
      <path d="M2 14.2h12" stroke="currentColor" strokeWidth="1.2" strokeLinecap="round" />
    </>
  )
}

/**
 * A Brief's flower, which opens petal by petal. It says its status to a screen reader unless the word stands beside
 * it (`silent`). A blocked Brief keeps its flower and gets a thorn beside it.
 */
export function Bloom(props: { status: BloomStatus; size?: 'row' | 'large'; blocked?: boolean; silent?: boolean }) {
  const { status, size = 'row', blocked = false, silent = false } = props
  const heard = silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': statusWord(status) }
  return (
    <>
      <svg
        viewBox="0 0 16 16"
        className={`ic bloom is-${status.replace('_', '-')}${size === 'large' ? ' bloom-large' : ''}`}
        {...heard}
      >
        {isStep(status) ? <Flower opened={open[status]} /> : <Aside status={status} />}
      </svg>
      {blocked && <Icon name="thorn" className="clay bloom-thorn" label="blocked" />}
    </>
  )
}

/** The states of work: of a dispatch, an agent, a service, a gate. */
export type WorkState =
  | 'queued'
  | 'claimed'
  | 'running'
  | 'done'
  | 'changes'
  | 'failed'
  | 'cancelled'
  | 'waits'
  | 'parked'
  | 'idle'
  | 'gone'
  | 'blocked'
  | 'asks'

const shapes: Record<Exclude<WorkState, 'asks'>, { icon: IconName; tone: string }> = {
  queued: { icon: 'queued', tone: '' },
  claimed: { icon: 'claimed', tone: '' },
  running: { icon: 'running', tone: 'leaf' },
  done: { icon: 'done', tone: 'leaf' },
  changes: { icon: 'undo', tone: 'amber' },
  failed: { icon: 'failed', tone: 'clay' },
  cancelled: { icon: 'struck', tone: 'dim' },
  waits: { icon: 'waits', tone: 'amber' },
  parked: { icon: 'parked', tone: 'dim' },
  idle: { icon: 'idle', tone: 'dim' },
  gone: { icon: 'gone', tone: 'dim' },
  blocked: { icon: 'thorn', tone: 'clay' },
}

/** The outline of a state; each has its own, so colour never stands alone. Silent: the word stands beside it. */
export function StateGlyph({ state }: { state: WorkState }) {
  if (state === 'asks') return <NodeGlyph node="ask" tone="petal" />
  return <Icon name={shapes[state].icon} className={shapes[state].tone} />
}

/** Glyph and word on one baseline. `children` replaces the word. */
export function State({ state, children, tone }: { state: WorkState; children?: ReactNode; tone?: Tone }) {
  return (
    <span className={tone === undefined ? 'state' : `state ${tone}-ink`}>
      <StateGlyph state={state} />
      <span>{children ?? state}</span>
    </span>
  )
}

export type Tone = 'leaf' | 'amber' | 'clay' | 'petal'

/** Nodes on the stem of a trace. */
export type NodeShape = 'plain' | 'words' | 'page' | 'ask' | 'leaf' | 'thorn'

const nodes: Record<NodeShape, ReactNode> = {
  plain: <circle cx="6" cy="6" r="2.5" fill="var(--paper)" stroke="currentColor" strokeWidth="1.3" />,
  words: <circle cx="6" cy="6" r="3.2" fill="currentColor" />,
  page: (
    <>
      <rect
        x="2.6"
        y="1.8"
        width="6.8"
        height="8.4"
        rx="1"
        fill="var(--paper)"
        stroke="currentColor"
        strokeWidth="1.3"
      />
      <path d="M4.6 4.6h2.8M4.6 6.8h2.8" stroke="currentColor" strokeWidth="1.1" />
    </>
  ),
  ask: (
    <>
      <circle cx="6" cy="6" r="4" fill="var(--paper)" stroke="currentColor" strokeWidth="1.3" />
      <circle cx="6" cy="6" r="1.5" fill="currentColor" />
    </>
  ),
  leaf: <path d="M10.8 1.2c.6 5.2-2.2 9-7.6 9.6C1.2 6.2 4.6 1.6 10.8 1.2Z" fill="currentColor" />,
  thorn: <path d="M6 1.6 10.8 10H1.2Z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
}

/** The node of an event; decoration beside the words that say the same. */
export function NodeGlyph({ node, tone }: { node: NodeShape; tone?: Tone | 'dim' }) {
  return (
    <svg viewBox="0 0 12 12" className={tone === undefined ? 'ic' : `ic ${tone}`} aria-hidden>
      {nodes[node]}
    </svg>
  )
}
