import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import { Kbd } from '../button.tsx'
import { Icon } from '../icon.tsx'
import type { MenuEntry, PickChoice } from './menu.tsx'

type Shell = {
  label: string
  anchor: RefObject<HTMLButtonElement | null>
  /** `giveBack`: the keyboard returns to the button. A press elsewhere has already moved it. */
  onShut: (giveBack: boolean) => void
}

function Floating({ label, anchor, onShut, children }: Shell & { children: ReactNode }) {
  const within = anchor.current?.closest<HTMLElement>('main, header, [role="dialog"]')
  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(open, { reason }) => !open && onShut(reason !== 'outside-press' && reason !== 'focus-out')}
    >
      {/* Inside the landmark of its button, so that a screen reader meets it where it belongs; a dialog lets the keyboard
          go nowhere else, and would cut off what isn't fixed to the window. */}
      <Base.Portal container={within}>
        <Base.Positioner
          className="float-layer"
          anchor={anchor}
          sideOffset={4}
          align="start"
          positionMethod={within?.role === 'dialog' ? 'fixed' : 'absolute'}
        >
          <Base.Popup className="menu" aria-label={label} finalFocus={false}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
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
        {(entry.refused ?? entry.note) !== undefined && <span className="small">{entry.refused ?? entry.note}</span>}
      </span>
      {entry.keys !== undefined && <Kbd>{entry.keys}</Kbd>}
    </Base.Item>
  )
}

/** The open menu of a `Menu`. */
export function Entries({ entries, ...shell }: Shell & { entries: readonly MenuEntry[] }) {
  return (
    <Floating {...shell}>
      {entries.map((entry, place) =>
        entry === 'line' ? <Base.Separator key={place} className="menu-line" /> : <Entry key={place} entry={entry} />,
      )}
    </Floating>
  )
}

/** The open menu of a `Pick`. */
export function Choices(
  props: Shell & { choices: readonly PickChoice<string>[]; value: string; onPick: (value: string) => void },
) {
  const { choices, value, onPick, ...shell } = props
  return (
    <Floating {...shell}>
      <Base.RadioGroup value={value} onValueChange={onPick}>
        {choices.map(choice => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            className="menu-item"
            disabled={choice.refused !== undefined}
            closeOnClick
          >
            {choice.value === value ? <Icon name="done" /> : <span />}
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
  )
}
