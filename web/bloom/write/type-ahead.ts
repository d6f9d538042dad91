/**
 * What is typed between a key that leads into a field and the moment when that field has the keyboard. It is held, goes
 * into the field in order, and acts on nothing meanwhile.
 */
import { isField } from '../keys.ts'

/** Milliseconds without a key, after which the field is not coming any more. */
const patience = 10_000

let held: string | undefined
let givingUp: ReturnType<typeof setTimeout> | undefined

/** Holds what is typed from now on until a field gets the keyboard; asked again meanwhile, it goes on holding. */
export function awaitField(): void {
  if (held === undefined) {
    held = ''
    // Before anybody else hears them.
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('pointerdown', dropTyped, true)
    window.addEventListener('focusin', onFocus, true)
  }
  stayPatient()
}

/** The field will not come, or somebody went elsewhere: keys are keys again, and what was held is dropped. */
export function dropTyped(): void {
  held = undefined
  clearTimeout(givingUp)
  window.removeEventListener('keydown', onKey, true)
  window.removeEventListener('pointerdown', dropTyped, true)
  window.removeEventListener('focusin', onFocus, true)
}

function stayPatient(): void {
  clearTimeout(givingUp)
  givingUp = setTimeout(dropTyped, patience)
}

/** A letter, also one that needs AltGr; no chord. */
const isLetter = (event: KeyboardEvent): boolean =>
  /^.$/su.test(event.key) && !event.metaKey && (!event.ctrlKey || event.getModifierState('AltGraph'))

function onKey(event: KeyboardEvent): void {
  if (held === undefined) return
  if (event.key === 'Escape' || event.key === 'Tab') return dropTyped()
  const next = typed(held, event)
  if (next === undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A key that is held down a little long is the one that led here.
  if (!event.repeat || event.key === 'Backspace') held = next
  stayPatient()
}

/** The text after this key; undefined for one that writes nothing. */
function typed(text: string, event: KeyboardEvent): string | undefined {
  if (isLetter(event)) return text + event.key
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Enter') return `${text}\n`
  return event.key === 'Backspace' ? text.replace(/.$/su, '') : undefined
}

function onFocus(event: FocusEvent): void {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement) || !isField(target)) return
  const text = held ?? ''
  dropTyped()
  // Once whoever brought the keyboard here is done; still before the next key.
  if (text !== '') queueMicrotask(() => write(target, text))
}

/** As if it was typed: an editor that keeps a text of its own takes it, every other field is written into. */
function write(field: HTMLElement, text: string): void {
  const line = field instanceof HTMLInputElement ? text.replaceAll('\n', '') : text
  const asks = new InputEvent('beforeinput', { inputType: 'insertText', data: line, bubbles: true, cancelable: true })
  // The one way to write that a browser counts as typed: it can be undone, and whoever listens to the field hears it.
  if (field.dispatchEvent(asks)) document.execCommand('insertText', false, line)
}
