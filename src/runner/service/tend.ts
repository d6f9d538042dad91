/** Brings the services of one place to what is wanted of them, whatever was there before: asked for as often as one likes. */
import type { Client } from '#client/client.ts'
import { type DeclaredService, placeKey, type ServingPlace, serviceKey } from '#domain/serving/place.ts'
import type { Service } from '#domain/serving/record.ts'
import type { PortsHeld } from '#machine/service/ports.ts'
import type { Services } from '#machine/service/services.ts'
import type { Machine } from '../errand.ts'
import { type PortBook, whyNoPorts } from '../port-book.ts'
import { declaredAt, type PlaceInHand, whoseOf } from './place.ts'
import { specOf, whyNothingRuns } from './spec.ts'
import type { Telling } from './telling.ts'

export type Tools = { client: Client; machine: Machine; services: Services; telling: Telling; book: PortBook }

type Known = { record: Service; key: string }

export async function tend(place: PlaceInHand, tools: Tools): Promise<void> {
  const { services, telling } = tools
  const declared = place.configured.outcome === 'read' ? declaredAt(place, place.configured.configuration) : undefined
  const known = (await declare(place, declared, tools)).map(record => ({
    record,
    key: serviceKey(record, record.name),
  }))
  for (const { key, record } of known) telling.know(key, record)
  await Promise.all(known.map(each => takeOver(place, each, tools)))
  const kept: Known[] = []
  for (const each of known) if (!(await letGo(place, each, declared, tools))) kept.push(each)
  await Promise.all(kept.filter(each => isToStop(each, tools)).map(({ key }) => services.stop(key)))
  const toStart = kept.filter(each => isToStart(each, tools))
  const told = await startAll(place, toStart, declared ?? [], tools)
  await Promise.all(
    kept.filter(each => !told.has(each.key)).map(({ key, record }) => telling.tell(key, { done: record.asked })),
  )
}

/** The records of the place, once they are as the configuration has it. */
async function declare(
  place: PlaceInHand,
  declared: DeclaredService[] | undefined,
  { client }: Pick<Tools, 'client'>,
): Promise<Service[]> {
  const isMade = place.worktree === null || place.worktree.fingerprint !== null
  if (!declared || !isMade || declared.every(each => place.services.some(record => isAsDeclared(record, each))))
    return place.services
  return declareServices(whoseOf(place), declared, client)
}

export const declareServices = async (
  whose: ServingPlace,
  services: DeclaredService[],
  client: Client,
): Promise<Service[]> =>
  (await client.call('service.settle', { finding: { what: 'declared', ...whose, services } })).items

const isAsDeclared = (record: Service, { name, site, wantedPort }: DeclaredService): boolean =>
  record.name === name && record.site === site && record.wantedPort === wantedPort

/** What an earlier flower started is looked after again. Nothing lives of what was told to be stopped and is to be so. */
async function takeOver(place: PlaceInHand, { key, record }: Known, tools: Tools): Promise<void> {
  const { status, wanted, asked, done, reason } = record
  const isIdle = status === 'stopped' && wanted === 'stopped' && done >= asked
  if (isIdle || tools.services.status(key)) return
  await tools.services.adopt(specIn(place, record.name, tools), status === 'parked' ? (reason ?? '') : undefined)
}

const specIn = (place: PlaceInHand, name: string, { machine, book }: Tools) =>
  specOf(place, name, { services: machine.services, sitePort: machine.sitePort(), ports: book.given(place.key) })

/** One that the configuration has no more is stopped, once that is trusted, and its record goes. */
async function letGo(
  place: PlaceInHand,
  { key, record }: Known,
  declared: DeclaredService[] | undefined,
  { services, client, telling }: Tools,
): Promise<boolean> {
  if (!declared || declared.some(each => each.name === record.name)) return false
  const isAsked = whyNothingRuns(place.configured) === undefined || record.wanted === 'stopped'
  const status = (isAsked ? await services.stop(key) : services.status(key))?.status ?? 'stopped'
  if (status !== 'stopped') return false
  services.forget(key)
  telling.forget(key)
  await client.call('service.settle', { finding: { what: 'forgotten', serviceId: record.id } })
  return true
}

const isToStop = ({ key, record }: Known, { services }: Tools): boolean =>
  record.wanted === 'stopped' && (services.status(key)?.status ?? 'stopped') !== 'stopped'

/** One that was given up, or that waits for its next try, is started at once when somebody asks anew. */
function isToStart({ key, record }: Known, { services }: Tools): boolean {
  const status = services.status(key)?.status ?? 'stopped'
  if (record.wanted !== 'running') return false
  return status === 'stopped' || (record.done < record.asked && (status === 'parked' || status === 'restarting'))
}

/** Answers the keys of those of which all is told. */
async function startAll(
  place: PlaceInHand,
  wanted: readonly Known[],
  declared: readonly DeclaredService[],
  tools: Tools,
): Promise<ReadonlySet<string>> {
  const { telling, services } = tools
  const keys = new Set(wanted.map(each => each.key))
  const refuse = async (reason: string) => {
    await Promise.all(wanted.map(({ key, record }) => telling.tell(key, { done: record.asked, reason })))
    return keys
  }
  if (wanted.length === 0 || isBeingMade(place)) return keys
  const obstacle = obstacleAt(place)
  if (obstacle) return refuse(obstacle)
  const held = await holdFor(whoseOf(place), declared, tools)
  if (held.outcome !== 'held') return refuse(whyNoPorts(held))
  await Promise.all(
    wanted.map(async ({ key, record }) => {
      const spec = specIn(place, record.name, tools)
      // Kept first: whoever finds it running after a kill knows where it listens.
      await telling.tell(key, { port: spec.port })
      await services.start({ beforeStart: () => held.release(record.name), ...spec })
      await telling.tell(key, { done: record.asked })
    }),
  )
  await held.releaseAll()
  return keys
}

/** It will be ready soon, and then they are started. */
const isBeingMade = ({ worktree }: PlaceInHand): boolean =>
  worktree?.status === 'creating' || worktree?.status === 'preparing'

function obstacleAt({ worktree, configured }: PlaceInHand): string | undefined {
  if (worktree !== null && worktree.status !== 'ready') return `its worktree is ${worktree.status}`
  return whyNothingRuns(configured)
}

/** Of all services of the place that don't run, as each may name the port of any other. */
export function holdFor(
  whose: ServingPlace,
  declared: readonly DeclaredService[],
  { services, book }: Pick<Tools, 'services' | 'book'>,
): Promise<PortsHeld> {
  const isUp = (name: string): boolean => {
    const status = services.status(serviceKey(whose, name))?.status
    return status === 'starting' || status === 'healthy' || status === 'unhealthy' || status === 'stopping'
  }
  const resting = declared.filter(each => each.wantedPort !== null && !isUp(each.name))
  return book.hold(placeKey(whose), Object.fromEntries(resting.map(each => [each.name, each.wantedPort ?? undefined])))
}
