import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { Icon, type IconName } from '../icon.tsx'

// What floats is heavier than the rest of a page together, so it loads when somebody is about to open it.
const load = () => import('./menu-floating.tsx')
const Entries = lazy(() => load().then(module => ({ default: module.Entries })))
const Choices = lazy(() => load().then(module => ({ default: module.Choices })))

export type MenuEntry =
  | 'line'
  | {
      name: ReactNode
      onChoose: () => void
      icon?: IconName
      keys?: string
      clay?: boolean
      /** What it would do; stands under the name. */
      note?: ReactNode
      /** Why it can't be chosen now; takes the note's place. */
      refused?: ReactNode
    }

export type PickChoice<Value extends string> = { value: Value; name: string; note?: ReactNode; refused?: ReactNode }

/** The button of a menu: it opens by press, Enter, Space and arrow down, and gets the keyboard back. */
function useTrigger() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const pressedOpen = useRef(false)
  return {
    anchor,
    open,
    shut: (giveBack: boolean) => {
      setOpen(false)
      if (giveBack) anchor.current?.focus()
    },
    button: {
      ref: anchor,
      type: 'button' as const,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': open,
      onPointerEnter: () => void load(),
      onFocus: () => void load(),
      // A press beside the menu shuts it before the click comes, so the click has to know what it was.
      onPointerDown: () => {
        pressedOpen.current = open
      },
      onClick: (event: MouseEvent) => setOpen(event.detail === 0 ? !open : !pressedOpen.current),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      },
    },
  }
}

/** More ways, behind one button: three dots, the second half of a split button, or `children` as its words. */
export function Menu(props: {
  label: string
  entries: readonly MenuEntry[]
  look?: 'dots' | 'split' | 'line'
  children?: ReactNode
}) {
  const { label, entries, look = 'dots', children } = props
  const { anchor, open, shut, button } = useTrigger()
  const classes = { dots: 'btn-icon', split: 'btn btn-petal split-more', line: 'btn btn-line' }
  const silent = children === undefined
  return (
    <>
      <button
        {...button}
        className={classes[look]}
        aria-label={silent ? label : undefined}
        title={silent ? label : undefined}
      >
        {children}
        <Icon name={look === 'dots' ? 'dots' : 'down'} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Entries label={label} anchor={anchor} onShut={shut} entries={entries} />
        </Suspense>
      )}
    </>
  )
}

/** One of many, behind its present value: `leg build ⌄`. */
export function Pick<Value extends string>(props: {
  /** What is picked: said before the value, and the name of the menu. */
  label: string
  choices: readonly PickChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The label already stands beside it. */
  silent?: boolean
}) {
  const { anchor, open, shut, button } = useTrigger()
  const chosen = props.choices.find(choice => choice.value === props.value)
  const pick = (value: string) => {
    const picked = props.choices.find(choice => choice.value === value)
    if (picked !== undefined) props.onChange(picked.value)
  }
  return (
    <>
      <button {...button} className="pick">
        <span>
          <span className={props.silent ? 'hide' : 'dim'}>{props.label} </span>
          <bdi>{chosen?.name ?? props.value}</bdi>
        </span>
        <Icon name="down" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Choices
            label={props.label}
            anchor={anchor}
            onShut={shut}
            choices={props.choices}
            value={props.value}
            onPick={pick}
          />
        </Suspense>
      )}
    </>
  )
}
