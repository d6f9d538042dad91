/** Filters with a name, beside those that everybody has: kept, chosen, renamed, removed. */
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Menu } from '../../bloom/float/menu.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Said } from '../../bloom/mark.tsx'
import { isComposing } from '../../bloom/write/composing.ts'
import { sayDone } from '../../house/toasts.tsx'
import type { Seen } from './address.ts'
import { isSame, keepSaved, longestName, mostSaved, type Saved, savedNow, useSaved } from './saved.ts'

/** `former` is the name that one has now; without it the present filter gets its first. */
export type Naming = { former: string | undefined }

type SavedProps = { seen: Seen; onChange: (seen: Seen) => void; onNaming: (naming: Naming) => void }

/** The saved ones as buttons; the one that is shown has its ways behind it. */
export function SavedFilters({ seen, onChange, onNaming }: SavedProps) {
  const saved = useSaved()
  const shown = saved.find(one => isSame(one, seen))
  return (
    <>
      {saved.map(({ name, ...of }) => (
        <button key={name} type="button" aria-pressed={name === shown?.name} onClick={() => onChange(of)}>
          <Said>{name}</Said>
        </button>
      ))}
      {shown === undefined ? (
        <button type="button" className="keep-filter" onClick={() => onNaming({ former: undefined })}>
          <Icon name="plus" />
          keep this filter
        </button>
      ) : (
        <Menu
          label={`Ways with the filter ${shown.name}`}
          entries={[
            { name: 'Rename', icon: 'pencil', onChoose: () => onNaming({ former: shown.name }) },
            { name: 'Remove', clay: true, onChoose: () => remove(shown) },
          ]}
        />
      )}
    </>
  )
}

function remove(gone: Saved): void {
  const at = savedNow().findIndex(one => one.name === gone.name)
  keepSaved(savedNow().filter(one => one.name !== gone.name))
  const undo = () => {
    const others = savedNow().filter(one => one.name !== gone.name)
    keepSaved(others.toSpliced(at, 0, gone))
  }
  sayDone(`The filter “${gone.name}” is removed.`, undo)
}

/** Why it can't be called that; undefined when it can. */
function whyNot(name: string, former: string | undefined, saved: readonly Saved[]): string | undefined {
  if (name === '') return 'give it a name'
  if (name !== former && saved.some(one => one.name === name)) return 'another filter is called that'
  return former === undefined && saved.length >= mostSaved ? `${mostSaved} are kept: remove one first` : undefined
}

/** The keyboard goes back to the filter that was named, or to where it began. */
function giveKeyboardBack(): void {
  const line = document.querySelector('.views .filters')
  const pressed = [...(line?.querySelectorAll<HTMLElement>('[aria-pressed="true"]') ?? [])].at(-1)
  const target = line?.querySelector<HTMLElement>('.keep-filter') ?? pressed
  target?.focus()
}

/** The name of a filter, before it is kept or while it is changed. Escape leaves everything as it was. */
export function NameFilter({ seen, former, onDone }: { seen: Seen; former: string | undefined; onDone: () => void }) {
  const saved = useSaved()
  const [text, setText] = useState(former ?? '')
  useEffect(() => giveKeyboardBack, [])
  const name = text.trim()
  const why = whyNot(name, former, saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (why !== undefined) return
    keepSaved(
      former === undefined
        ? [...saved, { ...seen, name }]
        : saved.map(one => (one.name === former ? { ...one, name } : one)),
    )
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    onDone()
  }
  return (
    <form className="name-filter" aria-label="Name of the filter" onSubmit={submit} onKeyDown={onKeyDown}>
      <Field
        label="Name of the filter"
        silent
        autoFocus
        placeholder="what it is called"
        value={text}
        maxLength={longestName}
        onChange={event => setText(event.target.value)}
      />
      <Button small type="submit" refused={why}>
        {former === undefined ? 'Keep' : 'Rename'}
      </Button>
      <Button small look="bare" keys="esc" onClick={onDone}>
        Leave it
      </Button>
    </form>
  )
}
