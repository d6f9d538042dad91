/** Runs once for each browser, whatever number of tabs is open, and holds their one stream. */
import { followStream, type LiveState, type Told } from './stream.ts'

const ports = new Set<MessagePort>()
let state: LiveState | null = null
let seq: number | null = null

function tell(told: Told): void {
  if (told.kind === 'state') state = told.state
  seq = told.kind === 'events' ? (told.events.at(-1)?.seq ?? seq) : told.seq
  for (const port of ports) port.postMessage(told)
}

let stream: { stop: () => void } | undefined

function onWord(port: MessagePort, word: unknown): void {
  if (word === 'bye') ports.delete(port)
  if (word !== 'hello') return
  ports.add(port)
  stream ??= followStream(null, tell)
  if (state !== null) port.postMessage({ kind: 'state', state, seq } satisfies Told)
}

globalThis.addEventListener('connect', event => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  port.addEventListener('message', ({ data }) => onWord(port, data))
  port.start()
})
