import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../bloom/icon.tsx'

/**
 * The name of a line, which opens it. `isMoved`: a key has just moved here, so that it takes the focus, once: a line that
 * comes back into view later takes it from nobody.
 */
export function LineName(props: {
  title: string
  isOpen: boolean
  isMoved: boolean
  onMoved: () => void
  onToggle: () => void
  children: ReactNode
}) {
  const { isOpen, isMoved, onMoved } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isMoved) return
    button.current?.focus({ preventScroll: true })
    onMoved()
  }, [isMoved, onMoved])
  return (
    <button
      ref={button}
      type="button"
      className="t-open"
      aria-expanded={isOpen}
      title={props.title}
      onClick={props.onToggle}
    >
      {props.children}
      <Icon name={isOpen ? 'down' : 'right'} />
    </button>
  )
}
