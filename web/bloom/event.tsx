import type { ReactNode } from 'react'
import { Fold } from './button.tsx'
import { RelativeTime } from './clock.tsx'
import { NodeGlyph, type NodeShape, type Tone } from './glyph.tsx'
import type { Moment } from './time.ts'

export type EventProps = {
  /** The number of the event in the chain; its anchor is `e4812`. */
  no: number
  at: Moment
  /** What happened, in words: `gate passed`. */
  kind: string
  node: NodeShape
  tone?: Exclude<Tone, 'petal'>
  /** The rest of the line. */
  wording?: ReactNode
  /** What was said or kept, rendered. */
  body?: ReactNode
  actorKind: 'operator' | 'agent' | 'system'
  /** The actor's name without its kind. */
  actor: string
  /** The first characters of its hash; absent when the chain wasn't verified up to here. */
  hash?: string
  /** It came in while the page was open. */
  fresh?: boolean
  /** The newest shows its number and hash without a hover. */
  first?: boolean
  /** The root of the trace: the stem ends here. */
  root?: boolean
}

/** One event on the stem of a trace or a feed. */
export function EventRow(props: EventProps) {
  const { no, at, kind, node, tone, wording, body, actorKind, actor, hash } = props
  const classes = [
    'ev',
    props.fresh && 'is-new',
    props.first && 'is-first',
    props.root && 'is-root',
    actorKind === 'operator' && 'by-operator',
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')} id={`e${no}`}>
      <span className="ev-when">
        <RelativeTime at={at} />
      </span>
      <span className={['ev-node', tone, node === 'words' && 'is-words'].filter(Boolean).join(' ')}>
        <NodeGlyph node={node} />
      </span>
      <div className="ev-main">
        <p className="ev-line">
          <b>{kind}</b> {wording}
        </p>
        {body !== undefined && (
          <div className="ev-body" dir="auto">
            {body}
          </div>
        )}
      </div>
      <span className="ev-who">
        {actorKind} · <bdi>{actor}</bdi>
        {hash !== undefined && (
          <a
            className="ev-seal"
            href={`#e${no}`}
            title={no > 1 ? `Verified: follows ${no - 1}` : 'Verified: the first'}
          >
            {no} {hash}
          </a>
        )}
      </span>
    </div>
  )
}

/** A run of quiet events; the stem is dotted where it is folded. */
export function FoldedRun({ children, onOpen }: { children: ReactNode; onOpen: () => void }) {
  return (
    <div className="ev ev-quiet">
      <span className="ev-when" />
      <span className="ev-node" />
      <div className="ev-main">
        <Fold open={false} onClick={onOpen}>
          {children}
        </Fold>
      </div>
    </div>
  )
}

/** A kept text inside an event, as a quotation. */
export function Snapshot({ children }: { children: ReactNode }) {
  return <div className="snap">{children}</div>
}

/** Events as a plain list, newest first. A long trace goes into a `VirtualList` of `EventRow`s instead. */
export function Trace({
  label = 'Events, newest first',
  children,
}: {
  label?: string
  children: readonly ReactNode[]
}) {
  return (
    <ol className="trace" aria-label={label} reversed>
      {children.map((row, place) => (
        <li key={place}>{row}</li>
      ))}
    </ol>
  )
}
