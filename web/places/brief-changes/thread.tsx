/** What is said of a line: by somebody before, or here and not sent yet. */
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Prose } from '../../bloom/text/prose.tsx'
import { isComposing, isSend } from '../../bloom/write/composing.ts'
import { type DraftComment, type DraftComments, placeOf } from './draft-comments.ts'
import type { SaidBefore } from './said-before.ts'

/** `isApart`: the line is not among those that are shown. */
export function Thread({ said, isApart = false }: { said: SaidBefore; isApart?: boolean }) {
  return (
    <div className="thread">
      <p className="meta">
        <b>
          <Said>{said.actor}</Said>
        </b>{' '}
        {isApart && said.line !== null && <>on line {said.line}, </>}
        <RelativeTime at={said.at} ago />
        <span className="thread-state">
          in fix leg <Ref href={`#${dispatchRef(said.dispatchId)}`}>{dispatchRef(said.dispatchId)}</Ref>
        </span>
      </p>
      <Prose text={said.body} />
    </div>
  )
}

type DraftProps = { comment: DraftComment; comments: DraftComments; note?: string | undefined }

export function Draft({ comment, comments, note }: DraftProps) {
  if (comment.open) return <Writing comment={comment} comments={comments} note={note} />
  return (
    <div className="thread is-draft">
      <p className="meta">
        <b>you</b> <span className="petal-ink">kept here, not sent</span>
        {note !== undefined && <span className="thread-state">{note}</span>}
      </p>
      <Prose text={comment.body} />
      <p className="thread-do">
        <Button small look="bare" onClick={() => comments.change(comment, { open: true })}>
          Edit<span className="hide"> the comment on {placeOf(comment)}</span>
        </Button>
        <Button small look="bare" onClick={() => comments.remove(comment)}>
          Leave it out<span className="hide">: the comment on {placeOf(comment)}</span>
        </Button>
      </p>
    </div>
  )
}

/** The house takes no longer one. */
const mostCharacters = 8_000

function Writing({ comment, comments, note }: DraftProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = comment.body.trim() === ''
  // One that a reload has brought back must not take the keyboard from where somebody is.
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (wasEmpty.current) field.current?.focus()
  }, [])
  const shut = () => comments.change(comment, { open: false })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || !(isSend(event) || event.key === 'Escape')) return
    event.preventDefault()
    shut()
  }
  return (
    <div className="thread is-draft">
      <label className="meta" htmlFor={id}>
        Comment on {comment.line === null ? 'the file' : `line ${comment.line}`}
        {note !== undefined && <span className="thread-state">{note}</span>}
      </label>
      <textarea
        ref={field}
        id={id}
        className="field growing"
        rows={2}
        dir="auto"
        maxLength={mostCharacters}
        placeholder="What should change here, in Markdown"
        value={comment.body}
        onChange={event => comments.change(comment, { body: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <p className="thread-do">
        <Button small keys="⌘↵" onClick={shut}>
          {isEmpty ? 'Leave it' : 'Keep it'}
        </Button>
        {!isEmpty && (
          <Button small look="bare" onClick={() => comments.remove(comment)}>
            Leave it out
          </Button>
        )}
      </p>
    </div>
  )
}
