/**
 * The services of all places on this machine: reads what the house wants of them, brings it about place by place, and knows
 * what is at which site. The services themselves outlive it.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { placeKey, serviceKey, servicesOf } from '#domain/serving/place.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { makeServices, type Services } from '#machine/service/services.ts'
import { makeSlots } from '#machine/service/slots.ts'
import { siteOfService } from '#machine/site/site-of-service.ts'
import type { Site, SitesOptions } from '#machine/site/sites.ts'
import { type Configured, configurationOf } from '../configured.ts'
import type { Machine } from '../errand.ts'
import { type PortBook, whyNoPorts } from '../port-book.ts'
import { directoryOf, type Entry } from './directory.ts'
import { endPlace } from './end-place.ts'
import { type PlaceInHand, type PlaceItem, whoseOf } from './place.ts'
import { makeTelling } from './telling.ts'
import { declareServices, holdFor, type Tools, tend } from './tend.ts'

export type ServiceHost = {
  /** Reads what is wanted; resolves once that is known, with what is done for it under way. */
  takeUp: () => Promise<void>
  /** Resolves once everything that was taken up is done. */
  settled: () => Promise<void>
  /** Before a worktree is prepared: its services are on record, and each has a port. */
  reserve: (
    worktree: Worktree,
    configuration: Configuration,
  ) => Promise<{ ports: Record<string, number> } | { reason: string }>
  /** Before a worktree goes: ends all that runs there. Answers what can't be ended; until the next look nothing is started. */
  end: (worktree: Worktree) => Promise<string[]>
  siteAt: SitesOptions['resolve']
  /** Looks after them no longer; they live on. */
  close: () => Promise<void>
}

/** Places at once, each mostly waiting. */
const placesAtOnce = 8
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
  const slots = makeSlots(placesAtOnce)
  /** By place, one after the other. */
  const underWay = new Map<string, Promise<unknown>>()
  /** Up to which look each place was told to end: what was read by then is out of date. */
  const endedAt = new Map<string, number>()
  let looks = 0
  let looking: Promise<void> = Promise.resolve()
  /** Of those who ask for a site that nobody knew of yet. */
  let lookingAround: Promise<unknown> | undefined
  let directory = new Map<string, Entry>()
  let isClosed = false

  function inTurn<Answer>(place: string, work: () => Promise<Answer>): Promise<Answer> {
    const answer = (underWay.get(place) ?? Promise.resolve()).then(() => slots(work))
    const quiet = answer.catch(() => undefined).finally(() => underWay.get(place) === quiet && underWay.delete(place))
    underWay.set(place, quiet)
    return answer
  }

  async function look(): Promise<PlaceInHand[]> {
    const { places } = await client.call('service.errands', {})
    const configured = new Map<number, Promise<Configured>>()
    const inHand = await Promise.all(
      places.map(async item => {
        const text = configured.get(item.project.id) ?? configurationOf(item)
        configured.set(item.project.id, text)
        return { ...item, key: placeKey(whoseOf(item)), configured: await text }
      }),
    )
    for (const place of inHand) if (!place.ended) book.note(place.key, portsOf(place))
    directory = directoryOf(inHand)
    return inHand
  }

  function lookAround(): Promise<unknown> {
    lookingAround ??= look().finally(() => {
      lookingAround = undefined
    })
    return lookingAround
  }

  async function takeUp(): Promise<void> {
    looks += 1
    const number = looks
    for (const place of await look())
      void inTurn(place.key, () => carryOut(place, number)).catch((reason: unknown) => {
        if (!isClosed) onFault(reason)
      })
  }

  async function carryOut(place: PlaceInHand, number: number): Promise<void> {
    if (isClosed || number <= (endedAt.get(place.key) ?? 0)) return
    if (place.ended) await bury(place, tools)
    else await tend(place, tools)
  }

  return {
    takeUp: () => {
      // Looks never overtake each other, or an older one could undo what a newer one did.
      looking = looking.catch(() => undefined).then(takeUp)
      return looking
    },
    settled: async () => void (await Promise.all(underWay.values())),
    reserve: async (worktree, configuration) => {
      if (worktree.isolation !== 'isolated') return { ports: {} }
      const whose = { projectId: worktree.projectId, worktreeId: worktree.id }
      const declared = servicesOf(configuration, 'worktree')
      if (declared.length > 0) await declareServices(whose, declared, client)
      const held = await holdFor(whose, declared, tools)
      if (held.outcome !== 'held') return { reason: whyNoPorts(held) }
      await held.releaseAll()
      const withPort = new Set(declared.filter(each => each.wantedPort !== null).map(each => each.name))
      const given = Object.entries(book.given(placeKey(whose)))
      return { ports: Object.fromEntries(given.filter(([name]) => withPort.has(name))) }
    },
    end: worktree => {
      const place = placeKey({ projectId: worktree.projectId, worktreeId: worktree.id })
      return inTurn(place, async () => {
        endedAt.set(place, looks)
        return endPlace(place, tools)
      })
    },
    siteAt: async ({ project, worktree }) => {
      const host = [worktree, project, 'localhost'].filter(Boolean).join('.')
      if (!directory.has(host)) await lookAround()
      const entry = directory.get(host)
      return entry ? siteOfService(services.status(entry.key), entry.name) : unknown
    },
    close: async () => {
      isClosed = true
      services.close()
      await telling.close()
    },
  }
}

const unknown: Site = { is: 'unknown' }

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

/** A worktree keeps its ports on its own record, MAIN on those of its services. */
const portsOf = ({ worktree, services }: PlaceItem): Record<string, number> =>
  worktree?.ports ?? Object.fromEntries(services.flatMap(({ name, port }) => (port === null ? [] : [[name, port]])))

/** Its place has ended: nothing of it is left, neither processes nor records nor logs. */
async function bury(place: PlaceInHand, tools: Tools): Promise<void> {
  const left = await endPlace(place.key, tools)
  for (const record of place.services) {
    const key = serviceKey(record, record.name)
    if (left.length > 0) {
      tools.telling.know(key, record)
      await tools.telling.tell(key)
      continue
    }
    tools.telling.forget(key)
    await tools.client.call('service.settle', { finding: { what: 'forgotten', serviceId: record.id } })
  }
  if (left.length > 0) return
  tools.book.drop(place.key)
  await rm(join(tools.machine.services, place.key), { recursive: true, force: true })
}
