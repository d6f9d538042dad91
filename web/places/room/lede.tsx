/** The room in one sentence. */

import { isAtWork } from '../agents/words.ts'
import { landedSince, midnight, standingOf } from '../main/words.ts'
import { isLive } from '../merge/words.ts'
import type { Room } from './reads.ts'

/** `4 need you, 5 agents are at work, MAIN is clean, 2 in the queue.` */
export function Lede({ room: { needs, agents, mains, merges, landings } }: { room: Room }) {
  if (needs === undefined || agents === undefined) return <h1 className="lede">Room</h1>
  const working = agents.filter(isAtWork).length
  const waiting = merges.filter(isLive).length
  const today = landedSince(landings, midnight())
  const unwell = mains.find(each => each.standing !== null && (each.standing.status !== 'clean' || each.red))
  return (
    <h1 className="lede">
      <span className="hide">Room: </span>
      <a href="#needs">
        {needs.length === 0 ? (
          <b>Nothing needs you</b>
        ) : (
          <>
            <b>{needs.length}</b> {needs.length === 1 ? 'needs' : 'need'} you
          </>
        )}
      </a>
      ,{' '}
      <a href="#running">
        {working === 0 ? 'nobody is' : <b>{working}</b>}{' '}
        {working === 0 ? 'at work' : working === 1 ? 'agent is at work' : 'agents are at work'}
      </a>
      ,{' '}
      <a href="#main">
        {unwell ? (
          <>
            MAIN of {unwell.project} is <b className="amber-ink">{standingOf(unwell).words}</b>
          </>
        ) : (
          'MAIN is clean'
        )}
        {waiting > 0 && (
          <>
            {' '}
            with <b>{waiting}</b> to land
          </>
        )}
      </a>
      {today > 0 && (
        <>
          ,{' '}
          <a href="#merges">
            <b>{today}</b> landed today
          </a>
        </>
      )}
      .
    </h1>
  )
}
