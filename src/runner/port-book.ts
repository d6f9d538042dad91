/**
 * Which ports each place was given, so that no two are given the same: a port of a service that is stopped is nobody's as far
 * as the system knows. They are chosen one place after the other.
 */
import { holdPorts, type PortsHeld } from '#machine/service/ports.ts'
import { makeSlots } from '#machine/service/slots.ts'

/** Where ports are looked for that nobody wants in particular. */
const portRange = { from: 20_100, to: 29_900 }

export type PortBook = {
  /** Those of `place` that it was given before are taken again where they are free. What was chosen is in the book at once. */
  hold: (place: string, wanted: Record<string, number | undefined>) => Promise<PortsHeld>
  /** By service, as they were kept over a restart. What is in the book stays. */
  note: (place: string, ports: Readonly<Record<string, number>>) => void
  given: (place: string) => Readonly<Record<string, number>>
  drop: (place: string) => void
}

export function makePortBook(): PortBook {
  const inTurn = makeSlots(1)
  const book = new Map<string, Record<string, number>>()
  const given = (place: string): Record<string, number> => book.get(place) ?? {}

  async function choose(place: string, wanted: Record<string, number | undefined>): Promise<PortsHeld> {
    const kept = given(place)
    const ofOthers = [...book].flatMap(([each, ports]) => (each === place ? [] : Object.values(ports)))
    const ownBesides = Object.entries(kept).flatMap(([service, port]) => (service in wanted ? [] : port))
    const taken = new Set([...ofOthers, ...ownBesides])
    const held = await holdPorts({ host: '127.0.0.1', wanted, kept, taken, range: portRange })
    if (held.outcome === 'held') {
      const chosen = Object.entries(held.ports).map(([service, { got }]) => [service, got] as const)
      book.set(place, { ...kept, ...Object.fromEntries(chosen) })
    }
    return held
  }

  return {
    hold: (place, wanted) => inTurn(() => choose(place, wanted)),
    note: (place, ports) => void book.set(place, { ...ports, ...given(place) }),
    given,
    drop: place => void book.delete(place),
  }
}

/** Why there are none. */
export const whyNoPorts = (held: Exclude<PortsHeld, { outcome: 'held' }>): string =>
  held.outcome === 'none_free'
    ? `No port is free for the service ${held.service}.`
    : `Nothing can listen on this machine: ${held.code}.`
