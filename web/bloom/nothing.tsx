import type { ReactNode } from 'react'
import { ClockTime, RelativeTime } from './clock.tsx'
import { Bloom, StateGlyph, type WorkState } from './glyph.tsx'
import { Icon } from './icon.tsx'
import type { Moment } from './time.ts'

/** A place with nothing in it. `state` puts the glyph of the reason before the words. */
export function Empty({ children, state }: { children: ReactNode; state?: WorkState }) {
  return (
    <p className="empty">
      {state !== undefined && (
        <span className="state">
          <StateGlyph state={state} />
        </span>
      )}
      {children}
    </p>
  )
}

/** Nothing is wanted of the reader. */
export function AllDone({ children }: { children: ReactNode }) {
  return (
    <p className="empty">
      <Bloom status="complete" silent /> {children}
    </p>
  )
}

/** Three breathing lines in the place of what comes. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="loading" role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}

/** What couldn't be shown, why, and what to press. */
export function ErrorState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <p className="empty" role="alert">
      <span className="state">
        <StateGlyph state="failed" />
      </span>
      {children} {action}
    </p>
  )
}

/** What the reader's token doesn't allow, and whom to ask. */
export function NotYours({ children }: { children: ReactNode }) {
  return (
    <p className="empty">
      <span className="state">
        <Icon name="lock" className="dim" />
      </span>
      {children}
    </p>
  )
}

/** What is shown is older than it looks. */
export function Old({ asOf }: { asOf: Moment }) {
  return (
    <p className="empty">
      <span className="state">
        <StateGlyph state="waits" />
      </span>
      <span className="dim">
        as of <ClockTime at={asOf} />, <RelativeTime at={asOf} ago />
      </span>
    </p>
  )
}

export type FirstStep = { title: string; children: ReactNode; done?: boolean; action?: ReactNode }

const opening = ['refining', 'idea', 'idea'] as const

/** The first visit is a guide: what is done, what comes next, what comes then. */
export function FirstVisit({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.findIndex(step => !step.done)
  return (
    <ol className="first">
      {steps.map((step, place) => (
        <li key={step.title} className={step.done ? 'is-done' : undefined}>
          <Bloom status={step.done ? 'complete' : (opening[place - next] ?? 'idea')} silent />
          <div>
            <h2>
              {step.title}
              {step.done && <span className="hide">, done</span>}
            </h2>
            <p className="meta">{step.children}</p>
            {step.action}
          </div>
        </li>
      ))}
    </ol>
  )
}
