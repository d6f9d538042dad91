import { useCallback, useState } from 'react'

const keyOf = (name: string) => `draft ${name}`

function kept(name: string): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? ''
  } catch {
    return ''
  }
}

function keep(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), text)
  } catch {
    // A full or forbidden storage must not stop somebody from writing.
  }
}

/**
 * A text that survives a reload, kept in this browser under `name` until it is set to nothing.
 * Another `name` brings that name's own text.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState({ name, text: kept(name) })
  const current = draft.name === name ? draft : { name, text: kept(name) }
  if (current !== draft) setDraft(current)
  const setText = useCallback(
    (text: string) => {
      setDraft({ name, text })
      keep(name, text)
    },
    [name],
  )
  return [current.text, setText]
}
