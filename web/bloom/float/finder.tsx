/** A field with a list under it that floats over the page: what is typed narrows it, Enter takes what is marked. Heavy: load it when it is wanted. */
import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import type { ReactNode, RefObject } from 'react'
import { Icon, type IconName } from '../icon.tsx'

export type FinderEntry = {
  id: string
  name: string
  icon: IconName
  /** Stands at its end: what it is, whose, where it is at. */
  note?: string
  /** The note is what a machine calls it. */
  isNamed?: boolean
  /** Why it can't be chosen; takes the note's place. */
  refused?: string
}
export type FinderGroup<One extends FinderEntry> = { name: string; entries: readonly One[] }

export function Finder<One extends FinderEntry>(props: {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  /** The field itself, for whoever gives it the keyboard. */
  ref: RefObject<HTMLInputElement | null>
  groups: readonly FinderGroup<One>[]
  onChoose: (entry: One) => void
  /** What is said under an empty list. */
  nothing: ReactNode
}) {
  const { ref } = props
  const items = props.groups.map(({ name, entries }) => ({ value: name, items: entries }))
  return (
    <Base.Root
      open
      inline
      items={items}
      filter={null}
      value={props.text}
      onValueChange={(text, { reason }) => reason !== 'item-press' && props.onText(text)}
      itemToStringValue={(entry: FinderEntry) => entry.name}
      autoHighlight="always"
      keepHighlight
    >
      <div className="palette-in">
        <Icon name="search" />
        <Base.Input
          ref={ref}
          className="palette-field"
          aria-label={props.label}
          placeholder={props.placeholder}
          spellCheck={false}
          dir="auto"
        />
      </div>
      <Base.List className="palette-list" aria-label="Found">
        {(group: { value: string; items: readonly One[] }) => (
          <Base.Group key={group.value} items={group.items}>
            <Base.GroupLabel className="eyebrow palette-head">{group.value}</Base.GroupLabel>
            <Base.Collection>
              {(entry: One) => (
                <Base.Item
                  key={entry.id}
                  value={entry}
                  className="palette-item"
                  disabled={entry.refused !== undefined}
                  onClick={() => props.onChoose(entry)}
                >
                  <Icon name={entry.icon} />
                  <bdi className="palette-name">{entry.name}</bdi>
                  <span
                    className={
                      entry.isNamed && entry.refused === undefined ? 'palette-note mono' : 'palette-note small'
                    }
                  >
                    {entry.refused ?? entry.note}
                  </span>
                </Base.Item>
              )}
            </Base.Collection>
          </Base.Group>
        )}
      </Base.List>
      <Base.Empty className="palette-nothing">{props.nothing}</Base.Empty>
    </Base.Root>
  )
}
