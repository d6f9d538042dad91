import { useSyncExternalStore } from 'react'

export type Theme = 'auto' | 'light' | 'dark'

const order: readonly Theme[] = ['auto', 'light', 'dark']
const words: Record<Theme, string> = { auto: 'follow the system', light: 'light', dark: 'dark' }
const listeners = new Set<() => void>()

function read(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

/** Chooses a theme and keeps the choice in this browser; `auto` leaves it to the system. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Without storage the choice holds until the page is left.
  }
  for (const told of listeners) told()
}

function subscribe(told: () => void): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/** The chosen theme, its word, and the step to the next one. */
export function useTheme(): { theme: Theme; word: string; next: () => void } {
  const theme = useSyncExternalStore(subscribe, read)
  const after = order[(order.indexOf(theme) + 1) % order.length] ?? 'auto'
  return { theme, word: words[theme], next: () => chooseTheme(after) }
}
