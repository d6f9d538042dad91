import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { useDrawn } from './keys.ts'

/** A key that does the same; nothing while single keys are off. Decoration: a screen reader hears the words. */
export function Kbd({ children }: { children: string }) {
  const key = useDrawn(children)
  return key === undefined ? null : <kbd aria-hidden>{key}</kbd>
}

type Native = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children' | 'aria-label'>

export type ButtonProps = Native & {
  children: ReactNode
  /** `petal` is the one primary action of a place, `line` everything else, `bare` what should stay quiet. */
  look?: 'petal' | 'line' | 'bare'
  small?: boolean
  /** For what removes. */
  clay?: boolean
  icon?: IconName
  /** The key that does the same, as it is drawn: `d`, `⌘↵`. */
  keys?: string
  busy?: boolean
  /** Why it can't be pressed now, in words. The button stays reachable and says so beside itself. */
  refused?: ReactNode
}

/** A press while busy or refused does nothing, for a mouse, a key and a form alike. */
function held(event: { preventDefault(): void; stopPropagation(): void }) {
  event.preventDefault()
  event.stopPropagation()
}

export function Button(props: ButtonProps) {
  const { children, look = 'line', small, clay, icon, keys, busy = false, refused, className = '', ...native } = props
  const why = useId()
  const key = useDrawn(keys)
  const stopped = busy || refused !== undefined
  const classes = [
    'btn',
    `btn-${look}`,
    small && 'btn-small',
    clay && 'btn-clay',
    busy && 'is-busy btn-busy',
    className,
  ]
  const button = (
    <button
      type="button"
      {...native}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={refused === undefined ? undefined : true}
      aria-busy={busy || undefined}
      aria-describedby={refused === undefined ? native['aria-describedby'] : why}
      onClick={stopped ? held : native.onClick}
    >
      {busy ? <Icon name="queued" /> : icon && <Icon name={icon} />}
      {children}
      {key !== undefined && refused === undefined && (
        <>
          {' '}
          <kbd aria-hidden>{key}</kbd>
        </>
      )}
    </button>
  )
  if (refused === undefined) return button
  return (
    <span className="has-why">
      {button}
      <span id={why} className="why">
        {refused}
      </span>
    </span>
  )
}

export type IconButtonProps = Native & {
  icon: IconName
  /** What it does; also its title. */
  label: string
  keys?: string
  /** Why it can't be pressed now; joins the title. */
  refused?: string
}

/** A button of one picture, for dense rows. */
export function IconButton({ icon, label, keys, refused, className = '', ...native }: IconButtonProps) {
  const key = useDrawn(keys)
  const title = key === undefined ? label : `${label} (${key})`
  return (
    <button
      type="button"
      {...native}
      className={`btn-icon ${className}`.trim()}
      aria-label={refused === undefined ? label : `${label}: ${refused}`}
      aria-disabled={refused === undefined ? undefined : true}
      title={refused === undefined ? title : `${title}: ${refused}`}
      onClick={refused === undefined ? native.onClick : held}
    >
      <Icon name={icon} />
    </button>
  )
}

/** A primary button with a second one for more ways: give it two buttons, or a button and a `<Menu look="split">`. */
export function Split({ children }: { children: ReactNode }) {
  return <div className="split">{children}</div>
}

/** Words that open or shut something; with `open` the arrow turns. */
export function Fold(props: Native & { children: ReactNode; open?: boolean; icon?: ReactNode }) {
  const { children, open, icon, className = '', ...native } = props
  return (
    <button type="button" {...native} aria-expanded={open} className={`fold ${className}`.trim()}>
      {icon ?? <Icon name={open ? 'down' : 'right'} />}
      {children}
    </button>
  )
}
