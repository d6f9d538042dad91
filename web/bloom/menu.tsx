import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type MenuEntry =
  | 'line'
  | {
      name: ReactNode
      onChoose: () => void
      icon?: IconName
      keys?: string
      clay?: boolean
      /** Why it can't be chosen now; stands under the name. */
      refused?: ReactNode
    }

function Entry({ entry }: { entry: Exclude<MenuEntry, 'line'> }) {
  return (
    <Base.Item
      className={entry.clay ? 'menu-item menu-clay' : 'menu-item'}
      onClick={entry.onChoose}
      disabled={entry.refused !== undefined}
    >
      {entry.icon === undefined ? <span /> : <Icon name={entry.icon} />}
      <span>
        {entry.name}
        {entry.refused !== undefined && <span className="small">{entry.refused}</span>}
      </span>
      {entry.keys !== undefined && <kbd>{entry.keys}</kbd>}
    </Base.Item>
  )
}

function Floating({ children, label }: { children: ReactNode; label: string }) {
  return (
    <Base.Portal>
      <Base.Positioner className="float-layer" sideOffset={4} align="start">
        <Base.Popup className="menu" aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/**
 * More ways, behind one button. `look`: three dots, or the second half of a split button.
 * Another trigger can be given as an element that takes a ref.
 */
export function Menu(props: { label: string; entries: readonly MenuEntry[]; look?: 'dots' | 'split' | ReactElement }) {
  const { look = 'dots' } = props
  const own = typeof look === 'string'
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        render={own ? undefined : look}
        className={look === 'dots' ? 'btn-icon' : look === 'split' ? 'btn btn-petal split-more' : undefined}
        aria-label={own ? props.label : undefined}
        title={own ? props.label : undefined}
      >
        {look === 'dots' && <Icon name="dots" />}
        {look === 'split' && <Icon name="down" />}
        {!own && undefined}
      </Base.Trigger>
      <Floating label={props.label}>
        {props.entries.map((entry, place) =>
          entry === 'line' ? (
            <Base.Separator key={`line ${place}`} className="menu-line" />
          ) : (
            <Entry key={`entry ${place}`} entry={entry} />
          ),
        )}
      </Floating>
    </Base.Root>
  )
}

export type PickChoice<Value extends string> = { value: Value; name: string; note?: ReactNode; refused?: ReactNode }

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
  const chosen = props.choices.find(choice => choice.value === props.value)
  return (
    <Base.Root modal={false}>
      <Base.Trigger className="pick">
        <span>
          <span className={props.silent ? 'hide' : 'dim'}>{props.label} </span>
          <bdi>{chosen?.name ?? props.value}</bdi>
        </span>
        <Icon name="down" />
      </Base.Trigger>
      <Floating label={props.label}>
        <Base.RadioGroup
          value={props.value}
          onValueChange={next => {
            const picked = props.choices.find(choice => choice.value === next)
            if (picked !== undefined) props.onChange(picked.value)
          }}
        >
          {props.choices.map(choice => (
            <Base.RadioItem
              key={choice.value}
              value={choice.value}
              className="menu-item"
              disabled={choice.refused !== undefined}
              closeOnClick
            >
              {choice.value === props.value ? <Icon name="done" /> : <span />}
              <span>
                <bdi>{choice.name}</bdi>
                {(choice.refused ?? choice.note) !== undefined && (
                  <span className="small">{choice.refused ?? choice.note}</span>
                )}
              </span>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      </Floating>
    </Base.Root>
  )
}
