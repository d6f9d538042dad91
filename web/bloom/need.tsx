import type { ReactNode } from 'react'
import { NodeGlyph, StateGlyph } from './glyph.tsx'

export type NeedKind =
  | 'incident'
  | 'decision'
  | 'approval'
  | 'red gate'
  | 'trust'
  | 'permission'
  | 'words'
  | 'stale'
  | 'failed'
  | 'blocked'

const broke: readonly NeedKind[] = ['incident', 'red gate', 'failed', 'blocked']

/** One thing that waits on the reader, and its answers in place. `here`: the keyboard is on it. */
export function Need(props: {
  kind: NeedKind
  title: ReactNode
  meta: ReactNode
  actions: ReactNode
  /** What is read or answered below it. */
  children?: ReactNode
  here?: boolean
  id?: string
}) {
  return (
    <li id={props.id} className={props.here ? 'need is-here' : 'need'} aria-current={props.here || undefined}>
      <span className="need-type">
        <span className={broke.includes(props.kind) ? 'clay' : 'petal'}>
          {broke.includes(props.kind) ? <StateGlyph state="blocked" /> : <NodeGlyph node="ask" />}
        </span>
        {props.kind}
      </span>
      <div className="need-what">
        <h3 dir="auto">{props.title}</h3>
        <p className="meta">{props.meta}</p>
      </div>
      <div className="need-do">{props.actions}</div>
      {props.children && <div className="need-more">{props.children}</div>}
    </li>
  )
}
