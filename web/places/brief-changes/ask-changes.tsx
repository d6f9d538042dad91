/** Sending what was written on lines: all together, as one fix leg. */
import { useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { counted } from '../../bloom/spoken.ts'
import { useDraft } from '../../bloom/write/draft.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { whyNotDispatched } from '../brief/words.ts'
import { type DraftComments, placeOf, ready } from './draft-comments.ts'

type AskChangesProps = {
  recall: BriefRecall
  comments: DraftComments
  /** Its branch waits in the queue, and leaves it with this. */
  queued: string | undefined
  onShow: (file: string) => void
}

export function AskChanges({ recall: { brief }, comments, queued, onShow }: AskChangesProps) {
  const briefId = brief.id
  const [word, setWord] = useDraft(`changes word ${briefId}`)
  const [wants, setWants] = useState(false)
  const cancel = useWrite('dispatch.cancel')
  const { write, busy, refused } = useWrite('review.comment', {
    done: ({ fixDispatchId }) => ({
      words: `${dispatchRef(fixDispatchId)} asks its builder for the changes.`,
      undo: () => void isTaken(cancel.write({ dispatchId: fixDispatchId })),
    }),
  })
  const said = ready(comments.all)
  const isOpen = wants || said.length > 0 || word !== ''
  if (!isOpen)
    return (
      <p className="ask-shut small dim">
        Press the number of a line to comment on it, or{' '}
        <Button small look="bare" onClick={() => setWants(true)}>
          ask for changes
        </Button>{' '}
        on all of it.
      </p>
    )
  const why = said.length === 0 && word.trim() === '' ? 'say what should change' : whyNotDispatched(brief)
  const send = async () => {
    const sent = said.map(({ file, line, body }) => ({ file, ...(line !== null && { line }), body: body.trim() }))
    const body = word.trim()
    const isSent = await isTaken(
      write({ briefId, ...(body !== '' && { body }), ...(sent.length > 0 && { comments: sent }) }),
    )
    if (!isSent) return
    comments.clear()
    setWord('')
    setWants(false)
  }
  return (
    <form className="ask" aria-label="Ask for changes" onSubmit={event => event.preventDefault()}>
      {said.length > 0 && (
        <p className="small">
          <b>{counted(said.length, 'comment')}</b> kept in this browser, not sent:{' '}
          {said.map((each, place) => (
            <span key={placeOf(each)}>
              {place > 0 && ', '}
              <button type="button" className="ref mono" onClick={() => onShow(each.file)}>
                {placeOf(each)}
              </button>
            </span>
          ))}
        </p>
      )}
      <Field
        label="On all of it"
        hint={
          queued === undefined
            ? 'it becomes a fix leg for the agent that built it'
            : `it becomes a fix leg for the agent that built it; ${queued} leaves the queue`
        }
        lines={2}
        value={word}
        onChange={event => setWord(event.target.value)}
      />
      <p className="ask-do">
        <Button busy={busy} refused={why} onClick={() => void send()}>
          Ask for {said.length === 0 ? 'changes' : counted(said.length, 'change')}
        </Button>
        {said.length === 0 && (
          <Button
            look="bare"
            onClick={() => {
              setWord('')
              setWants(false)
            }}
          >
            Leave it
          </Button>
        )}
      </p>
      {refused && <RefusedNotice said={refused} />}
    </form>
  )
}
