/** Gives memory back when nothing happens: a start and a busy time leave a heap that V8 keeps until it needs it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds: after the start, and how often it is looked whether anything was committed since. */
const soonMs = 3_000
const lookMs = 60_000

/** `onBell` tells of commits. Answers how to stop. */
export function restWhenQuiet(onBell: (listener: () => void) => () => void): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: string; flavor: string }) => void
  let isBusy = false
  let isTidy = false
  const tidy = (): void => {
    // After each collection V8 would begin one more by itself, at the price of a minute of idling, to do what this does.
    setFlagsFromString('--memory-reducer-gc-count=0')
    collect({ type: 'major', flavor: 'last-resort' })
    isTidy = true
  }
  const stopBell = onBell(() => {
    isBusy = true
    if (isTidy) setFlagsFromString('--memory-reducer-gc-count=2')
    isTidy = false
  })
  const look = (): void => {
    if (!isBusy && !isTidy) tidy()
    isBusy = false
  }
  const soon = setTimeout(tidy, soonMs)
  const regular = setInterval(look, lookMs)
  soon.unref()
  regular.unref()
  return () => {
    stopBell()
    clearTimeout(soon)
    clearInterval(regular)
  }
}
