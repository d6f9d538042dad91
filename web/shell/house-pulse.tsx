import { type ComponentType, useEffect, useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import type { Event } from '#contract/shapes.ts'
import { RelativeTime } from '../bloom/clock.tsx'
import { Pulse, type PulseItem } from '../bloom/house.tsx'
import { Said } from '../bloom/mark.tsx'
import { useLiveState } from '../house/live.ts'
import { useRead } from '../house/read.ts'
import { isWell, standingOf } from '../places/main/words.ts'
import { mergeRef, short } from '../places/merge/words.ts'
import type { CountProps } from '../places/room/count-needs.tsx'
import { type Projects, useProjectHere, useProjects } from './project.ts'

type Glance = Output<'system.info'>['mains'][number]

/** `4812` → `4 812`. */
const spaced = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')

function News({ event }: { event: Event }) {
  return (
    <>
      {event.type.replaceAll('_', ' ')} {event.words !== '' && <Said>{event.words}</Said>}{' '}
      {event.briefId !== undefined && <a href={`/briefs/${event.briefId}`}>#{event.briefId}</a>}{' '}
      <RelativeTime at={event.at} ago />
    </>
  )
}

/** What the notices above the place say at length; whoever has scrolled away from them sees it here. */
function standstills({ readOnly, paused }: Output<'system.info'>): PulseItem[] {
  const all: PulseItem[] = []
  if (readOnly) all.push({ name: 'writing', value: 'stopped', glyph: 'blocked' })
  if (paused) all.push({ name: 'handing over', value: 'paused', glyph: 'waits' })
  return all
}

const stoodOf = ({ status, red }: Glance) => ({ standing: { status }, red })

/** @param here - the project that the place is of */
function mainOf({ mains }: Output<'system.info'>, here: string | undefined): PulseItem[] {
  const one = mains.length === 1 ? mains[0] : mains.find(each => each.project === here)
  if (one === undefined) return mains.length === 0 ? [] : [mainsOf(mains)]
  const { words, state } = standingOf(stoodOf(one))
  const href = `/main?project=${one.project}`
  return [{ name: 'MAIN', value: words, glyph: state, href, more: one.tip && ` ${short(one.tip)}` }]
}

/** Of several, the first that is not well is named; of those that are well it is enough to say so. */
function mainsOf(mains: readonly Glance[]): PulseItem {
  const [worst, ...others] = mains.filter(each => !isWell(stoodOf(each)))
  if (worst === undefined) {
    const clean = mains.every(({ status }) => status === 'clean')
    return { name: `${mains.length} MAINs`, value: clean ? 'clean' : 'well', glyph: 'done', href: '/projects' }
  }
  const { words, state } = standingOf(stoodOf(worst))
  const more = others.length > 0 && ` and ${others.length} more`
  return {
    name: 'MAIN',
    value: `of ${worst.project} ${words}`,
    glyph: state,
    href: `/main?project=${worst.project}`,
    more,
  }
}

function queueOf({ landing, testing }: Output<'system.info'>): PulseItem[] {
  const more = testing === null ? undefined : ` ${mergeRef(testing)} testing`
  return landing === 0 ? [] : [{ name: 'queue', value: landing, glyph: { icon: 'merge' }, href: '/#merges', more }]
}

const none: Projects = []

type Counting = { Count: ComponentType<CountProps> }

/** What it counts from is more than the first paint may load; until it is there, and where it can't be had, nothing is counted. */
function useCounting(): Counting | undefined {
  const [counting, setCounting] = useState<Counting>()
  useEffect(
    () =>
      void import('../places/room/count-needs.tsx').then(
        ({ CountNeeds }) => setCounting({ Count: CountNeeds }),
        () => {},
      ),
    [],
  )
  return counting
}

/** The line at the foot of every place. */
export function HousePulse() {
  const live = useLiveState()
  const info = useRead('system.info', {}).data
  const here = useProjectHere()
  const projects = useProjects() ?? none
  const counting = useCounting()
  const [needs, setNeeds] = useState<number>()
  const items: PulseItem[] = info
    ? [
        ...standstills(info),
        ...mainOf(info, here),
        ...queueOf(info),
        { name: 'running', value: info.inFlight, href: '/#running', glyph: 'running' },
        { name: 'queued', value: info.queued, href: '/briefs?q=status:dispatched', glyph: 'queued' },
        { name: 'you', value: needs ?? '…', href: '/#needs', glyph: 'asks', yours: needs !== undefined && needs > 0 },
      ]
    : []
  return (
    <>
      {counting && <counting.Count projects={projects} onCount={setNeeds} />}
      <Pulse
        items={items}
        news={live.news && <News event={live.news} />}
        live={live.state}
        cursor={live.seq === null ? undefined : spaced(live.seq)}
      />
    </>
  )
}
