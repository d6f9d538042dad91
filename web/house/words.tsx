/** The house's own sentences as a person reads them: times as times, operations as what opens them. */
import type { ReactNode } from 'react'
import { ClockTime, RelativeTime, useTimed } from '../bloom/clock.tsx'
import { askOperation } from './ask-palette.ts'
import { type Part, partsOf } from './said-parts.ts'

export function Words({ text }: { text: string }) {
  return partsOf(text).map((part, place) => <Piece key={place} part={part} />)
}

function Piece({ part }: { part: Part }): ReactNode {
  if (part.kind === 'time') return <Time at={part.at} />
  if (part.kind === 'code') return <code>{part.text}</code>
  if (part.kind === 'plain') return part.text
  const { name, says, input } = part
  return (
    <button type="button" className="ref" title={name} onClick={() => askOperation({ operation: name, input })}>
      {says}
    </button>
  )
}

const day = 24 * 60 * 60_000

/** What is to come today is told by the clock: `until 14:36`. */
function Time({ at }: { at: string }) {
  const isSoon = useTimed(now => Date.parse(at) > now && Date.parse(at) - now < day)
  return isSoon ? <ClockTime at={at} /> : <RelativeTime at={at} ago />
}
