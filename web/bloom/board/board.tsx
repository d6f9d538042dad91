import { type DragEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Bloom, type BloomStatus, statusWord } from '../glyph.tsx'
import { Said } from '../mark.tsx'

/** Columns side by side; it scrolls sideways by itself where they don't all fit. */
export function Board({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="cols" role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** What a carried card is known by, among all that can be dropped on a page. */
const carried = 'application/x-flower-brief'

/** One status of a board, with how many there are. `cap` says what else holds of them. */
export function BoardColumn(props: {
  status: BloomStatus
  /** Undefined while it is not known. */
  count: number | undefined
  cap?: ReactNode
  children: ReactNode
  /** A card was carried here with a pointer. */
  onDropped?: (id: number) => void
}) {
  const head = useId()
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(carried)) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    props.onDropped?.(Number(event.dataTransfer.getData(carried)))
  }
  return (
    <section
      className={isOver ? 'col is-over' : 'col'}
      aria-labelledby={head}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <h3 id={head}>
        <Bloom status={props.status} silent />
        {statusWord(props.status)} <span className="dim">{props.count}</span>
        {props.cap !== undefined && <span className="cap">{props.cap}</span>}
      </h3>
      {props.children}
    </section>
  )
}

/** A Brief on a board: its flower and title, what is so about it, and more ways behind `menu`. */
export function BoardCard(props: {
  id: number
  href: string
  title: string
  status: BloomStatus
  /** What happens to it or stands in its way. */
  children?: ReactNode
  when: ReactNode
  menu?: ReactNode
  isNew?: boolean
  /** On its way to another column, until the house has said yes. */
  isMoving?: boolean
  /** A key has brought the reader here: the link takes the keyboard, and `onFocused` says so. */
  wantsFocus?: boolean
  onFocused?: () => void
}) {
  const { wantsFocus = false, onFocused } = props
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    if (!wantsFocus) return
    link.current?.focus({ preventScroll: true })
    onFocused?.()
  }, [wantsFocus, onFocused])
  const classes = ['card', props.isNew && 'is-new', props.isMoving && 'is-moving'].filter(Boolean).join(' ')
  return (
    <div
      className={classes}
      aria-busy={props.isMoving || undefined}
      draggable
      onDragStart={event => event.dataTransfer.setData(carried, String(props.id))}
    >
      <a ref={link} href={props.href} title={props.title}>
        <Bloom status={props.status} /> <span className="kid-id">#{props.id}</span> <Said>{props.title}</Said>
      </a>
      <p className="card-foot">
        <span className="card-says">{props.children}</span>
        <span className="dim">{props.when}</span>
        {props.menu}
      </p>
    </div>
  )
}
