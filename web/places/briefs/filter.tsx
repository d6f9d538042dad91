import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Filters } from '../../bloom/choice.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { useRead } from '../../house/read.ts'
import { type Sort, usualQuery } from './address.ts'

/** Long enough that a word is whole more often than not. */
const typingPause = 200

/** The words and filters of the list; `/` brings the keyboard here, Escape gives it back. */
export function FilterField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const [typed, setTyped] = useState({ from: query, text: query })
  // A preset or the back button has changed it from outside.
  if (typed.from !== query) setTyped({ from: query, text: query })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const settle = (text: string) => {
    clearTimeout(timer.current)
    setTyped({ from: text, text })
    onChange(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') settle(typed.text)
    if (event.key === 'Escape') event.currentTarget.blur()
  }
  return (
    <label className="find-field">
      <Icon name="search" />
      <span className="hide">Filter</span>
      <input
        id="filter"
        className="field"
        type="text"
        value={typed.text}
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        aria-keyshortcuts="/"
        onChange={({ target }) => {
          const text = target.value
          setTyped(before => ({ ...before, text }))
          clearTimeout(timer.current)
          timer.current = setTimeout(() => settle(text), typingPause)
        }}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden>/</kbd>
    </label>
  )
}

const presets = [
  { value: usualQuery, name: 'open' },
  { value: 'is:open is:blocked', name: 'blocked' },
  { value: 'is:dispatchable', name: 'dispatchable' },
  { value: 'is:open is:unapproved', name: 'unapproved' },
  { value: 'is:open,closed', name: 'all' },
] as const

/** `3 blocked`, `12 found`. */
export function headOf(query: string, total: number): string {
  const preset = presets.find(one => one.value === query.trim())
  if (preset === undefined) return `${total} found`
  return preset.name === 'all' ? `${total} briefs` : `${total} ${preset.name}`
}

const sortNames: Record<Sort, string> = { moved: 'last move', created: 'newest', priority: 'priority' }
export const sortWords: Record<Sort, string> = {
  moved: 'by last move',
  created: 'newest first',
  priority: 'by priority',
}

function useCount(query: string, project: string | undefined): number | undefined {
  return useRead('brief.list', { query, project, limit: 1 }, { keep: true }).data?.total
}

/** The filters that are asked for all day, with their counts, and the order. */
export function Presets(props: {
  query: string
  project: string | undefined
  sort: Sort
  onQuery: (query: string) => void
  onSort: (sort: Sort) => void
}) {
  const { query, project, sort } = props
  const counts = [
    useCount(presets[0].value, project),
    useCount(presets[1].value, project),
    useCount(presets[2].value, project),
    useCount(presets[3].value, project),
    useCount(presets[4].value, project),
  ]
  return (
    <Filters
      label="Filters"
      choices={presets.map((preset, place) => ({ ...preset, count: counts[place] }))}
      value={presets.find(preset => preset.value === query.trim())?.value ?? null}
      onChange={props.onQuery}
      tools={
        <Pick
          label="sort"
          value={sort}
          choices={(['moved', 'created', 'priority'] as const).map(value => ({ value, name: sortNames[value] }))}
          onChange={props.onSort}
        />
      }
    />
  )
}
