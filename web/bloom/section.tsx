import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** The small mono line over a head, in lower case: `canonical · plan`. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className="eyebrow">{children}</p>
}

export type SectionProps = {
  eyebrow: ReactNode
  title: ReactNode
  children: ReactNode
  /** The anchor that the line of contents points at. */
  id?: string
  tools?: ReactNode
  className?: string
}

/** A section of the main column: eyebrow, head, its tools, and what it holds. */
export function Section({ eyebrow, title, children, id, tools, className = '' }: SectionProps) {
  const head = useId()
  return (
    <section className={`sec ${className}`.trim()} id={id} aria-labelledby={head}>
      <header className="sec-head">
        <div>
          <Eyebrow>{eyebrow}</Eyebrow>
          <h2 id={head}>{title}</h2>
        </div>
        {tools !== undefined && <div className="sec-tools">{tools}</div>}
      </header>
      {children}
    </section>
  )
}

/** A section of the aside: the same without tools. */
export function AsideSection({ eyebrow, title, children, id }: Omit<SectionProps, 'tools' | 'className'>) {
  const head = useId()
  return (
    <section className="sec" id={id} aria-labelledby={head}>
      <Eyebrow>{eyebrow}</Eyebrow>
      <h2 id={head}>{title}</h2>
      {children}
    </section>
  )
}

/** The column beside the main one; it stays in view and scrolls by itself, by keyboard too. */
export function Aside({ label, children }: { label: string; children: ReactNode }) {
  return (
    // The region scrolls, so it has to be reachable without a mouse.
    <aside className="aside" aria-label={label} tabIndex={0}>
      {children}
    </aside>
  )
}

/** The body of a place. `place` is the class that its column rules hang on: `room`, `briefs`, `brief`, `fleet`. */
export function Sheet({ place, children }: { place: string; children: ReactNode }) {
  return (
    <main id="content" className={`sheet ${place}`} tabIndex={-1}>
      {children}
    </main>
  )
}

/** The first thing that Tab finds. */
export function SkipLink() {
  return (
    <a className="skip" href="#content">
      Skip to content
    </a>
  )
}

/** Where we are, and the walk to the neighbours of a list. */
export function Crumbs(props: {
  path: readonly { name: string; href: string }[]
  walk?: { at: number; of: number; previous?: () => void; next?: () => void; noun: string }
}) {
  const { path, walk } = props
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      {path.map((step, place) => (
        <span key={step.href}>
          {place > 0 && (
            <span className="slash" aria-hidden>
              /
            </span>
          )}
          <a href={step.href} dir="auto">
            {step.name}
          </a>
        </span>
      ))}
      {walk !== undefined && (
        <span className="crumbs-walk">
          <IconButton
            icon="left"
            label={`Previous ${walk.noun}`}
            keys="k"
            onClick={walk.previous}
            refused={walk.previous === undefined ? 'this is the first' : undefined}
          />
          <span className="mono dim">
            {walk.at} of {walk.of}
          </span>
          <IconButton
            icon="right"
            label={`Next ${walk.noun}`}
            keys="j"
            onClick={walk.next}
            refused={walk.next === undefined ? 'this is the last' : undefined}
          />
        </span>
      )}
    </nav>
  )
}

/** The line of contents of a long place, with live counts; it sticks under the bar. */
export function Contents(props: {
  entries: readonly { name: string; href: string; note?: ReactNode; yours?: boolean; narrowOnly?: boolean }[]
}) {
  return (
    <nav className="contents" aria-label="On this page">
      {props.entries.map(entry => (
        <a key={entry.href} href={entry.href} className={entry.narrowOnly ? 'narrow-only' : undefined}>
          {entry.name}{' '}
          {entry.note !== undefined && <span className={entry.yours ? 'petal' : undefined}>{entry.note}</span>}
        </a>
      ))}
    </nav>
  )
}

/** `chain verified`, beside a live trace. */
export function Verified({ children }: { children?: ReactNode }) {
  return (
    <span className="state small">
      <Icon name="shield" className="leaf" />
      <span>
        chain verified <span className="dim">{children}</span>
      </span>
    </span>
  )
}
