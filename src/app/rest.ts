/** Gives memory back when nothing happens: a start and a busy time leave a heap that V8 keeps until it needs it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without a commit after which it is quiet: right after the start, and later on. */
const soonMs = 3_000
const lookMs = 60_000

/** `follow` tells of what happens, which the house's own regular looks are not. Answers how to stop. */
export function restWhenQuiet(follow: (listener: () => void) => void): () => void {
  // No flag of V8's own collections is changed while it runs: one that is under way ends the process over it.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'major' }) => void
  let isBusy = false
  let isTidy = false
  follow(() => {
    isBusy = true
    isTidy = false
  })
  let ms = soonMs
  let timer = lookLater()
  function lookLater(): NodeJS.Timeout {
    return setTimeout(() => {
      if (!isBusy && !isTidy) {
        // V8 follows it some seconds later with one that gives the pages back.
        collect({ type: 'major' })
        isTidy = true
      }
      if (isTidy) ms = lookMs
      isBusy = false
      timer = lookLater()
    }, ms).unref()
  }
  return () => clearTimeout(timer)
}
