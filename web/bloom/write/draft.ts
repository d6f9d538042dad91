import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { keptNews } from '../kept-news.ts'

const news = keptNews()

const keyOf = (name: string) => `draft ${name}`

/** This tab's own text first; in a new tab, what was written last in this browser. */
function kept(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? localStorage.getItem(keyOf(name)) ?? ''
  } catch {
    return ''
  }
}

/** @param before - what this tab had kept: another tab's text is never taken away with it */
function keep(name: string, text: string, before: string): void {
  const key = keyOf(name)
  try {
    if (text !== '') {
      localStorage.setItem(key, text)
      sessionStorage.setItem(key, text)
    } else {
      sessionStorage.removeItem(key)
      if (localStorage.getItem(key) === before) localStorage.removeItem(key)
    }
  } catch {
    // A full or forbidden storage must not stop somebody from writing.
  }
  news.tell()
}

/** Whether somebody began to write under this name and hasn't sent it, for whoever stands beside the field. */
export const useIsDrafted = (name: string): boolean => useSyncExternalStore(news.subscribe, () => kept(name) !== '')

/**
 * A text that survives a reload, kept in this browser under `name` until it is set to nothing. Another `name` brings
 * that name's own text. Two tabs that write under one name keep their own; one that only shows what another has sent
 * lets it go.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState({ name, text: kept(name) })
  const current = draft.name === name ? draft : { name, text: kept(name) }
  if (current !== draft) setDraft(current)
  const { text } = current
  const setText = useCallback(
    (next: string) => {
      setDraft({ name, text: next })
      keep(name, next, text)
    },
    [name, text],
  )
  useEffect(() => {
    const onSent = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== keyOf(name) || newValue !== null || oldValue !== text) return
      sessionStorage.removeItem(key)
      setDraft({ name, text: '' })
    }
    window.addEventListener('storage', onSent)
    return () => window.removeEventListener('storage', onSent)
  }, [name, text])
  return [text, setText]
}
