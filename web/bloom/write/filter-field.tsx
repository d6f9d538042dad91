import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Kbd } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Long enough that a word is whole more often than not. */
const typingPause = 200

/**
 * Words that a list is narrowed by; `/` brings the keyboard to `id="filter"`, Escape gives it back, and the arrow down
 * goes on to what was found.
 */
export function FilterField(props: {
  query: string
  longest?: number
  onChange: (query: string) => void
  label?: string
  onDown?: () => void
}) {
  const { query, longest = 500, onChange, label = 'Filter', onDown } = props
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
    if (event.key !== 'ArrowDown' || onDown === undefined) return
    event.preventDefault()
    event.currentTarget.blur()
    onDown()
  }
  return (
    <label className="find-field">
      <Icon name="search" />
      <span className="hide">{label}</span>
      <input
        id="filter"
        className="field"
        type="text"
        value={typed.text}
        maxLength={longest}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          const text = target.value
          setTyped(before => ({ ...before, text }))
          clearTimeout(timer.current)
          timer.current = setTimeout(() => settle(text), typingPause)
        }}
        onKeyDown={onKeyDown}
      />
      <Kbd>/</Kbd>
    </label>
  )
}
