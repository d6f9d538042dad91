/**
 * The keys of the page. Whoever acts on one holds it here, with what it does in words: one listener, one list for the help
 * sheet, one switch for those that are a single character.
 */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { keptNews } from './kept-news.ts'

export type PageKey = {
  /** `c`, `?`, `Enter`; `g b` is pressed one after the other; `⌘K` is control on a keyboard without ⌘. */
  keys: string
  /** What it does, as the help says it. Keys that stand together and say the same are told as one. */
  words: string
  /** Left out where a field hears the key by itself. Answering false, it leaves the key to others. */
  act?: (event: KeyboardEvent) => unknown
  /** Held down, it goes on. */
  repeats?: boolean
  /** Also from within a text. */
  whileWriting?: boolean
}

/** `everywhere` holds at each place; the rest comes and goes with what is shown. */
type Holding = { everywhere: boolean; keys: () => readonly PageKey[] }

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** `⇧⌘↵` stays so on an Apple keyboard and is `ctrl+shift+↵` on every other. */
export function drawn(keys: string): string {
  if (isApple || !keys.includes('⌘')) return keys
  return `ctrl+${keys.includes('⇧') ? 'shift+' : ''}${keys.replace(/[⇧⌘]/g, '')}`
}

/** Whether a key goes into a text and not to the page. An editor has a root of its own, so the event is asked where it began. */
export function isWriting(event: Pick<KeyboardEvent, 'composedPath' | 'isComposing'>): boolean {
  if (event.isComposing) return true
  const [target] = event.composedPath()
  return target instanceof HTMLSelectElement || isField(target)
}

/** Whether a text can be written into it. */
export function isField(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

const floating = (): Element | null => document.querySelector('[role="dialog"], [role="menu"]')
/** A menu or a dialog is open: the keys of the page are its own. */
export const isFloating = (): boolean => floating() !== null

/** Brings the keyboard to what has just been drawn, unless something floats over the page meanwhile: it stays there. */
export function bringKeyboard(to: HTMLElement | null | undefined): void {
  const over = floating()
  if (over === null || over.contains(to ?? null)) to?.focus({ preventScroll: true })
}

const isChord = (keys: string): boolean => keys.includes('⌘')
/** What a slip of the finger, or of speech, would press: these can be turned off. */
const isSingle = (keys: string): boolean => !isChord(keys) && keys.split(' ').every(key => key.length === 1)

/** After the first key this long counts as one stroke, in milliseconds. */
const stroke = 1_500

let holdings: readonly Holding[] = []
let began: { key: string; at: number } | undefined

/** The innermost comes first: what was held last is nearest to the reader. */
const all = () => holdings.flatMap(({ everywhere, keys }) => keys().map(key => ({ ...key, everywhere })))

function pressed({ keys }: PageKey, event: KeyboardEvent): boolean {
  if (isChord(keys) !== (event.metaKey || event.ctrlKey) || event.altKey) return false
  if (isChord(keys))
    return event.shiftKey === keys.includes('⇧') && event.key.toLowerCase() === keys.replace(/[⇧⌘]/g, '').toLowerCase()
  const [first, second] = keys.split(' ')
  if (second === undefined) return event.key === first
  return event.key === second && began?.key === first && event.timeStamp - (began?.at ?? 0) < stroke
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isFloating()) return
  const writing = isWriting(event)
  const holds = (key: PageKey) =>
    (key.whileWriting || !writing) && (key.repeats || !event.repeat) && (isOn() || !isSingle(key.keys))
  // A stroke of two goes before a key of the same name alone.
  const found = all()
    .filter(key => holds(key) && pressed(key, event))
    .sort((a, b) => b.keys.length - a.keys.length)
  began = { key: writing ? '' : event.key, at: event.timeStamp }
  if (!found.some(({ act }) => act !== undefined && act(event) !== false)) return
  began = undefined
  event.preventDefault()
}

/** Holds keys while the caller is on the page; the list need not be stable. */
export function useKeys(keys: readonly PageKey[], { everywhere = false }: { everywhere?: boolean } = {}): void {
  const now = useRef(keys)
  // Both before the next key: an effect that waits would miss it, or act on what stood here a moment ago.
  useLayoutEffect(() => {
    now.current = keys
  })
  useLayoutEffect(() => {
    const holding: Holding = { everywhere, keys: () => now.current }
    if (holdings.length === 0) document.addEventListener('keydown', onKey)
    holdings = [holding, ...holdings]
    return () => {
      holdings = holdings.filter(each => each !== holding)
      if (holdings.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [everywhere])
}

export type ToldKey = { keys: readonly string[]; words: string; single: boolean }

export type HeldKeys = { here: readonly ToldKey[]; everywhere: readonly ToldKey[] }

/** What can be pressed now, for the help: each key once, those of one meaning together. */
export function heldKeys(): HeldKeys {
  const known = new Set<string>()
  const once = all().filter(({ keys }) => !known.has(keys) && known.add(keys))
  const told = (ofAll: boolean) =>
    [
      ...Map.groupBy(
        once.filter(key => key.everywhere === ofAll),
        key => key.words,
      ),
    ].map(([words, same]) => ({
      keys: same.map(key => key.keys),
      words,
      single: same.every(key => isSingle(key.keys)),
    }))
  return { here: told(false), everywhere: told(true) }
}

const name = 'single keys'
const news = keptNews()

function isOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

/** Turns keys of a single character on or off, for all tabs of this browser. */
export function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // Without storage they stay on: there is nowhere to keep the choice.
  }
  news.tell()
}

/** Whether single keys are on. */
export const useKeysOn = (): boolean => useSyncExternalStore(news.subscribe, isOn, () => true)

/** How a key is drawn beside what it does; undefined while it does nothing. */
export function useDrawn(keys: string | undefined): string | undefined {
  const on = useKeysOn()
  return keys === undefined || (!on && isSingle(keys)) ? undefined : drawn(keys)
}
