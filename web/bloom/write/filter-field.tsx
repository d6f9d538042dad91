import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Kbd } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Long enough that a word is whole more often than not. */
const typingPause = 200

/** Words that a list is narrowed by; `/` brings the keyboard to `id="filter"`, Escape gives it back. */
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
