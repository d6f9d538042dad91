import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Button, Kbd } from './button.tsx'
import { RelativeTime } from './clock.tsx'
import { NodeGlyph, StateGlyph } from './glyph.tsx'
import { Icon } from './icon.tsx'
import { useKeys } from './keys.ts'
import { isIdle } from './list/move-keys.ts'
import { Sep } from './mark.tsx'
import type { Moment } from './time.ts'
import { isComposing } from './write/composing.ts'
import { useDraft } from './write/draft.ts'

export type DecisionOption = { key: string; label: ReactNode; note?: ReactNode; proposed?: boolean }

export type DecisionProps = {
  /** `q12` */
  id: string
  question: string
  askedBy: string
  askedAt: Moment
  /** Further facts of the line under the question: what it holds up, its set. */
  meta?: ReactNode
  /** The text of the question, rendered. */
  children?: ReactNode
  /** At most nine; the number keys choose them. None: the answer is free text. */
  options: readonly DecisionOption[]
  /** Chosen when it comes up, say the proposed one. */
  chosen?: string
  said?: readonly { id: string; actor: string; at: Moment; text: ReactNode }[]
  /** The keyboard is on this card, so number keys count from anywhere on the page. */
  here?: boolean
  busy?: boolean
  /** Why it can't be answered by whoever reads here; stands in the place of the answer. */
  refused?: ReactNode
  /** Why the last thing that was tried wasn't taken; it can be tried again. */
  refusedNotice?: ReactNode
  /** Further buttons after the two ways on. */
  more?: ReactNode
  /** What was written stays until this has resolved; when it rejects, it stays for good. */
  onAnswer: (answer: { option: string | null; note: string }) => void | Promise<unknown>
  onDiscuss: (text: string) => void | Promise<unknown>
}

type CardKeys = {
  options: readonly DecisionOption[]
  choose: (key: string) => void
  /** Undefined while there is nothing to answer with. */
  answer: (() => void) | undefined
  /** The field for a word with the answer. */
  reply: () => void
}

/** While the card, or the page, has the keyboard: a number chooses, Enter answers with it, `r` leads to the words. */
function useCardKeys(here: boolean, { options, choose, answer, reply }: CardKeys) {
  const onEnter = ({ target }: KeyboardEvent) => isIdle(target) && answer?.()
  const numbers = options.map(({ key }) => ({ keys: key, words: 'choose an answer', act: () => choose(key) }))
  const ours = [
    ...numbers,
    { keys: 'r', words: 'answer in words', act: reply },
    ...(answer === undefined ? [] : [{ keys: 'Enter', words: 'answer', act: onEnter }]),
  ]
  useKeys(here ? ours : [])
}

function Answers(props: {
  id: string
  options: readonly DecisionOption[]
  chosen: string | null
  choose: (key: string) => void
  onEnter: () => void
  off: boolean
}) {
  const group = useId()
  return (
    <fieldset className="answers" disabled={props.off}>
      <legend className="hide">Answer to {props.id}</legend>
      {props.options.map(option => (
        <label key={option.key}>
          <input
            type="radio"
            name={group}
            checked={option.key === props.chosen}
            onChange={() => props.choose(option.key)}
            onKeyDown={event => event.key === 'Enter' && props.onEnter()}
          />
          <Kbd>{option.key}</Kbd>
          <span dir="auto">
            <b>{option.label}</b>
            {option.note !== undefined && <> {option.note}</>}
            {option.proposed && <em> Proposed.</em>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Asked({ id, askedBy, askedAt, meta }: Pick<DecisionProps, 'id' | 'askedBy' | 'askedAt' | 'meta'>) {
  return (
    <p className="meta">
      <span className="mono">{id}</span> asked by <bdi>{askedBy}</bdi> <RelativeTime at={askedAt} ago />
      {meta !== undefined && (
        <>
          <Sep />
          {meta}
        </>
      )}
    </p>
  )
}

function Talk({ said }: { said: NonNullable<DecisionProps['said']> }) {
  return said.map(word => (
    <div key={word.id} className="said" dir="auto">
      <span className="dim">
        <bdi>{word.actor}</bdi> <RelativeTime at={word.at} />
      </span>{' '}
      {word.text}
    </div>
  ))
}

function Unsent({ children }: { children: ReactNode }) {
  return (
    <span className="clay-ink small decision-unsent" role="status">
      <Icon name="failed" className="clay" /> {children}
    </span>
  )
}

type Replying = Pick<DecisionProps, 'id' | 'options' | 'busy' | 'onAnswer' | 'onDiscuss'>

/** The word with an answer, and what can be done with it. */
function useReply({ id, options, busy, onAnswer, onDiscuss }: Replying, chosen: string | null) {
  const [note, setNote] = useDraft(`answer ${id}`)
  const missing = options.length === 0 ? 'write an answer first' : 'choose one, or answer in words'
  const ready = note.trim() !== '' || chosen !== null
  const why = ready ? undefined : missing
  // The text goes once the house has it; the reason of a no stands in `refusedNotice`.
  const clearOnce = (taken: void | Promise<unknown>) =>
    void Promise.resolve(taken).then(
      () => setNote(''),
      () => {},
    )
  return {
    note,
    setNote,
    why,
    answer: () => {
      if (why === undefined && !busy) clearOnce(onAnswer({ option: chosen, note: note.trim() }))
    },
    discuss: () => {
      if (note.trim() !== '') clearOnce(onDiscuss(note.trim()))
    },
  }
}

type ReplyProps = Pick<DecisionProps, 'id' | 'options' | 'busy' | 'refusedNotice' | 'more'> & {
  field: RefObject<HTMLInputElement | null>
  chosen: string | null
  reply: ReturnType<typeof useReply>
}

/** The word with the answer, and the two ways on: answer, or go on talking. */
function Reply({ id, options, busy, refusedNotice, more, field, chosen, reply }: ReplyProps) {
  const free = options.length === 0
  return (
    <div className="decision-do">
      <input
        ref={field}
        className="field"
        type="text"
        dir="auto"
        aria-label={free ? `Answer to ${id}` : `A word with the answer to ${id}`}
        placeholder={free ? 'Your answer' : 'A word with it, if you like'}
        value={reply.note}
        readOnly={busy}
        onChange={event => reply.setNote(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          reply.answer()
        }}
      />
      <Button keys="↵" busy={busy} refused={reply.why} onClick={reply.answer}>
        {chosen === null ? 'Answer' : `Answer with ${chosen}`}
      </Button>
      <Button
        look="bare"
        onClick={() => {
          field.current?.focus()
          reply.discuss()
        }}
      >
        Discuss
      </Button>
      {more}
      {refusedNotice !== undefined && <Unsent>{refusedNotice}</Unsent>}
    </div>
  )
}

/** An open decision: its options with their keys, a word with the answer, and what was said before. */
export function DecisionCard(props: DecisionProps) {
  const [chosen, choose] = useState(props.chosen ?? null)
  const [focused, setFocused] = useState(false)
  const head = useId()
  const field = useRef<HTMLInputElement>(null)
  const reply = useReply(props, chosen)
  const off = props.refused !== undefined
  useCardKeys(!off && (props.here === true || focused), {
    options: props.options,
    choose,
    answer: reply.why === undefined ? reply.answer : undefined,
    reply: () => field.current?.focus(),
  })
  return (
    <article
      className="decision"
      id={props.id}
      aria-labelledby={head}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="decision-mark">
        <NodeGlyph node="ask" tone="petal" />
      </div>
      <div className="decision-body">
        <h3 id={head} dir="auto">
          {props.question}
        </h3>
        <Asked {...props} />
        {props.children !== undefined && <div className="decision-text">{props.children}</div>}
        {props.options.length > 0 && (
          <Answers {...props} chosen={chosen} choose={choose} onEnter={reply.answer} off={off} />
        )}
        {props.said !== undefined && <Talk said={props.said} />}
        {off ? (
          <p className="decision-do small dim">
            <Icon name="lock" /> {props.refused}
          </p>
        ) : (
          <Reply {...props} field={field} chosen={chosen} reply={reply} />
        )}
      </div>
    </article>
  )
}

/** A decision that is answered or withdrawn, in one line. */
export function AnsweredDecision(props: {
  id: string
  withdrawn?: boolean
  question: string
  answer: ReactNode
  by: string
  at: Moment
  meta?: ReactNode
  /** Below the line: where it was asked, what was said. */
  more?: ReactNode
}) {
  return (
    <article className="decision is-answered" id={props.id}>
      <div className="decision-mark">
        <StateGlyph state={props.withdrawn ? 'cancelled' : 'done'} />
      </div>
      <div className="decision-body">
        <p dir="auto">
          <span className="mono dim">{props.id}</span> {props.question} <b>{props.answer}</b>{' '}
          <span className="dim">
            <bdi>{props.by}</bdi> <RelativeTime at={props.at} ago />
            {props.meta !== undefined && (
              <>
                <Sep />
                {props.meta}
              </>
            )}
          </span>
        </p>
        {props.more !== undefined && <div className="decision-more">{props.more}</div>}
      </div>
    </article>
  )
}
