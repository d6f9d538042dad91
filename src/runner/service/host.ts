/**
 * The services of all places on this machine: reads what the house wants of them, brings it about place by place, and knows
 * what is at which site. The services themselves outlive it.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '#client/client.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { placeKey } from '#domain/serving/place.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { makeServices, type Services } from '#machine/service/services.ts'
import { siteOfService } from '#machine/site/site-of-service.ts'
import type { SitesOptions } from '#machine/site/sites.ts'
import type { Machine } from '../errand.ts'
import type { PortBook } from '../port-book.ts'
import { makeDirectory } from './directory.ts'
import { bury, endPlace } from './end-place.ts'
import { declaredAt, type PlaceInHand } from './place.ts'
import { type Reserved, reserve } from './reserve.ts'
import { portsKeptAt, survey } from './survey.ts'
import { makeTelling } from './telling.ts'
import { type Tools, tend } from './tend.ts'
import { makeTurns } from './turns.ts'

export type ServiceHost = {
  /** Reads what is wanted; resolves once that is known, with what is done for it under way. */
  takeUp: () => Promise<void>
  /** Resolves once everything that was taken up is done, or once flower ends: the next one goes on with it. */
  settled: () => Promise<void>
  reserve: (worktree: Worktree, configuration: Configuration) => Promise<Reserved>
  /** Before a worktree goes: ends all that runs there. Answers what can't be ended; nothing is started on older wishes. */
  end: (worktree: Worktree) => Promise<string[]>
  siteAt: SitesOptions['resolve']
  /** Looks after them no longer; they live on. */
  close: () => Promise<void>
}

/** Each mostly waiting. */
const placesAtOnce = 8
/** Milliseconds for which a visitor of a site waits for the first look after a start. */
const firstLookMs = 5_000
const rules = { probeEveryMs: 5_000, startWithinMs: 60_000, probeWithinMs: 5_000 }

export function makeServiceHost(
  client: Client,
  machine: Machine,
  book: PortBook,
  onFault: (reason: unknown) => void,
): ServiceHost {
  const services = makeMachineServices(machine, key => void telling.tell(key))
  const telling = makeTelling(client, services.status, onFault)
  const tools: Tools = { client, machine, services, telling, book }
  const turns = makeTurns(placesAtOnce)
  const sites = makeDirectory(() => survey(client, machine.node.id))
  const closed = new AbortController()
  /** Up to which look each place was told to end: what was read by then is out of date. */
  const endedAt = new Map<string, number>()
  let looks = 0
  let looking: Promise<void> = Promise.resolve()
  const first = Promise.withResolvers<void>()

  async function look(): Promise<void> {
    const number = ++looks
    const places = await survey(client, machine.node.id)
    for (const place of places) if (!place.ended) book.note(place.key, portsKeptAt(place))
    sites.know(places)
    for (const place of places.filter(hasSomething))
      void turns
        .inTurn(place.key, () => carryOut(place, number))
        .catch((reason: unknown) => {
          if (!closed.signal.aborted) onFault(reason)
        })
    if (number === 1) void settled().then(first.resolve)
  }

  const settled = (): Promise<void> => Promise.race([turns.settled(), raised(closed.signal)])

  async function carryOut(place: PlaceInHand, number: number): Promise<void> {
    if (closed.signal.aborted || number <= (endedAt.get(place.key) ?? 0)) return
    await (place.ended ? bury : tend)(place, tools)
  }

  return {
    takeUp: () => {
      // Looks never overtake each other, or an older one could undo what a newer one did.
      looking = looking.catch(() => undefined).then(look)
      return looking
    },
    settled,
    reserve: (worktree, configuration) => reserve(worktree, configuration, tools),
    end: ({ projectId, id: worktreeId }) => {
      const place = placeKey({ projectId, worktreeId })
      return turns.inTurn(place, () => {
        endedAt.set(place, looks)
        return endPlace(place, tools)
      })
    },
    siteAt: async labels => {
      const entry = await sites.find(labels)
      // Right after a start what runs was not taken up again yet, and would be said to be stopped.
      if (entry && !services.status(entry.key)) await Promise.race([first.promise, passed(firstLookMs)])
      return entry ? siteOfService(services.status(entry.key), entry) : { is: 'unknown' }
    },
    close: async () => {
      closed.abort()
      services.close()
      await telling.close()
    },
  }
}

/** Services, or the wish for some. */
const hasSomething = (place: PlaceInHand): boolean =>
  place.services.length > 0 ||
  (!place.ended && place.configured.outcome === 'read' && declaredAt(place, place.configured.configuration).length > 0)

const passed = (ms: number): Promise<void> => new Promise(resolve => void setTimeout(resolve, ms).unref())

const raised = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function makeMachineServices(machine: Machine, onChange: (key: string) => void): Services {
  return makeServices({
    clock: {
      now: () => Date.parse(machine.now()),
      later: (inMs, action) => {
        const timer = setTimeout(action, inMs).unref()
        return () => clearTimeout(timer)
      },
    },
    newMarker: randomUUID,
    rules,
    onChange: ({ key }) => onChange(key),
  })
}
