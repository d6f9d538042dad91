import type { KeyboardEvent } from 'react'

/** An input method is still at work on the text: its Enter chooses a word and must never send. */
export function isComposing(event: KeyboardEvent): boolean {
  // 229 is what a browser reports for a key that the input method has taken.
  return event.nativeEvent.isComposing || event.keyCode === 229
}

/** ⌘S or Ctrl+S, and no input method at work. */
export function isSave(event: KeyboardEvent): boolean {
  return event.key === 's' && (event.metaKey || event.ctrlKey) && !isComposing(event)
}

/** ⌘↵ or Ctrl+↵, and no input method at work. */
export function isSend(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isComposing(event)
}
