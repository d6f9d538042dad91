import { useSyncExternalStore } from 'react'
import { useKeys } from '../bloom/keys.ts'
import { Toast, Toasts } from '../bloom/says.tsx'
import { Words } from './words.tsx'

type Done = { key: number; words: string; undo: (() => void) | undefined; isNot: boolean }

/** Long enough to read it and to reach for undo. */
const stays = 8_000

let all: readonly Done[] = []
let last = 0
const watchers = new Set<() => void>()

function set(next: readonly Done[]): void {
  all = next
  for (const told of watchers) told()
}

const remove = (key: number) => set(all.filter(one => one.key !== key))

/** Says above the pulse what has just been done, with the way back when there is one. */
export const sayDone = (words: string, undo?: () => void): void => say({ words, undo, isNot: false })

/** Says there what was not done, and why. */
export const sayNot = (words: string): void => say({ words, undo: undefined, isNot: true })

function say(done: Omit<Done, 'key'>): void {
  const key = ++last
  set([...all.slice(-2), { key, ...done }])
  setTimeout(() => remove(key), stays)
}

function takeBack(done: Done): void {
  remove(done.key)
  done.undo?.()
}

function takeNewestBack(): boolean {
  const newest = all.findLast(one => one.undo !== undefined)
  if (newest !== undefined) takeBack(newest)
  return newest !== undefined
}

function subscribe(told: () => void): () => void {
  watchers.add(told)
  return () => watchers.delete(told)
}

/** The toasts of the page; ⌘Z takes the newest back. */
export function ToastShelf() {
  const shown = useSyncExternalStore(subscribe, () => all)
  useKeys([{ keys: '⌘Z', words: 'take the newest change back', act: takeNewestBack }], { everywhere: true })
  return (
    <Toasts>
      {shown.map(done => (
        <Toast key={done.key} isNot={done.isNot} onUndo={done.undo && (() => takeBack(done))}>
          <Words text={done.words} />
        </Toast>
      ))}
    </Toasts>
  )
}
