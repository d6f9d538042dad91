/** How a tab gets at the one stream of its browser. */
// Vite answers with the address of the script, and not with what it exports.
// oxlint-disable-next-line import/default
import workerUrl from './live-worker.ts?sharedworker&url'
import { followStream, type LiveState, type Told } from './stream.ts'

type Tell = (told: Told) => void

const name = 'flower live'

/** `cursor` answers with the last event that this tab has seen. */
export function joinStream(tell: Tell, cursor: () => number | null): void {
  if (typeof SharedWorker !== 'undefined') joinWorker(tell)
  else if ('locks' in navigator && typeof BroadcastChannel !== 'undefined') joinLeader(tell, cursor)
  else followStream(null, tell)
}

/** The content policy lets a text become the address of a script by this name only, and this only lets through its own. */
function ownScript(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (trustedTypes === undefined) return url
  const policy = trustedTypes.createPolicy('flower-worker', {
    createScriptURL: asked => {
      if (asked !== workerUrl) throw new TypeError(`no script of this page: ${asked}`)
      return asked
    },
  })
  return policy.createScriptURL(url)
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

function joinWorker(tell: Tell): void {
  const { port } = new SharedWorker(ownScript(workerUrl), { type: 'module', name })
  port.addEventListener('message', ({ data }: MessageEvent<Told>) => tell(data))
  port.start()
  port.postMessage('hello')
  window.addEventListener('pagehide', () => port.postMessage('bye'))
  // Back from the browser's cache of pages: nobody knows what was told in between.
  window.addEventListener('pageshow', event => {
    if (!event.persisted) return
    tell({ kind: 'reset', seq: null })
    port.postMessage('hello')
  })
}

/** Where there is no shared worker one tab leads, and the next one takes over where it left. */
function joinLeader(tell: Tell, cursor: () => number | null): void {
  const channel = new BroadcastChannel(name)
  let last: { state: LiveState; seq: number | null } | undefined
  let leads = false
  channel.addEventListener('message', ({ data }: MessageEvent<Told | 'hello'>) => {
    if (data !== 'hello') tell(data)
    else if (leads && last) channel.postMessage({ kind: 'state', state: last.state, seq: cursor() } satisfies Told)
  })
  channel.postMessage('hello')
  void navigator.locks.request(name, () => {
    leads = true
    followStream(cursor(), told => {
      if (told.kind === 'state') last = told
      tell(told)
      channel.postMessage(told)
    })
    // Held until the tab is gone.
    return new Promise(() => {})
  })
}
