/** One event of the trace. */
import { memo, useState } from 'react'
import type { Event } from '#contract/shapes.ts'
import { isPicture } from '#domain/brief.ts'
import { briefRef } from '#domain/ref.ts'
import { Fold } from '../../bloom/button.tsx'
import { EventRow } from '../../bloom/event.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Prose } from '../../bloom/text/prose.tsx'
import { useRefHref } from '../../bloom/text/ref-places.ts'
import { cutAtRefs } from '../../bloom/text/refs.ts'
import { nodeOf, spoken } from '../brief/words.ts'

type TraceRowProps = {
  event: Event
  fresh: boolean
  first: boolean
  root: boolean
  /** Its place in the chain was walked and is right. */
  sealed: boolean
  /** Events of many Briefs stand together: each says which. */
  named?: boolean
}

/** Drawn anew only when something about it is new: it stands in a list that is scrolled. */
export const TraceRow = memo(({ event, fresh, first, root, sealed, named = false }: TraceRowProps) => {
  const { node, tone } = nodeOf(event)
  return (
    <EventRow
      no={event.seq}
      at={event.at}
      kind={spoken(event.type)}
      node={node}
      tone={tone}
      wording={
        <>
          {named && event.briefId !== undefined && (
            <>
              <Ref href={`/briefs/${event.briefId}#e${event.seq}`}>{briefRef(event.briefId)}</Ref>{' '}
            </>
          )}
          {event.words !== '' && <Wording text={event.words} />}
        </>
      }
      body={bodyOf(event)}
      actorKind={event.actor.kind}
      actor={event.actor.ref}
      hash={sealed ? event.hash.slice(0, 4) : undefined}
      fresh={fresh}
      first={first}
      root={root}
    />
  )
})

/** The line of an event; what it names leads there. */
function Wording({ text }: { text: string }) {
  const hrefOf = useRefHref()
  return (
    <Said>
      {cutAtRefs(text).map((part, place) => {
        const href = part.ref ? hrefOf(part.text) : undefined
        return href === undefined ? (
          part.text
        ) : (
          <Ref key={place} href={href}>
            {part.text}
          </Ref>
        )
      })}
    </Said>
  )
}

function bodyOf(event: Event) {
  if (event.type === 'attachment_added') return <Attached event={event} />
  if (event.body === undefined || event.body.trim() === '') return undefined
  return <Body text={event.body} />
}

/** An image stands there as it is; any other file is a link. */
function Attached({ event }: { event: Event }) {
  const { attachmentId, name, mediaType } = event.payload as { attachmentId: number; name: string; mediaType: string }
  const url = `/api/attachments/${attachmentId}`
  if (!isPicture(mediaType))
    return (
      <Ref href={url}>
        <Said>{name}</Said>
      </Ref>
    )
  return (
    <a className="shot" href={url} aria-label={`${name}, open`}>
      <img src={url} alt={name} loading="lazy" />
    </a>
  )
}

/** A longer text than this is folded. */
const mostLines = 14
const mostCharacters = 1_800

function Body({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const lines = text.split('\n')
  const short = lines.slice(0, mostLines).join('\n').slice(0, mostCharacters)
  if (short.length >= text.trimEnd().length) return <Prose text={text} lines />
  const hidden = lines.length - short.split('\n').length
  return (
    <>
      <Prose text={open ? text : `${short} …`} lines />
      <Fold open={open} onClick={() => setOpen(!open)}>
        {open ? 'fewer lines' : hidden > 0 ? `${hidden} more lines` : 'all of it'}
      </Fold>
    </>
  )
}
