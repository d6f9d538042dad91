import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { RelativeTime } from './clock.tsx'
import { NodeGlyph, StateGlyph } from './glyph.tsx'
import { isWriting } from './list/move-keys.ts'
import { Sep } from './mark.tsx'
import type { Moment } from './time.ts'
import { isComposing } from './write/composing.ts'

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
  /** Why the last answer wasn't taken, or why it can't be given. */
  refused?: ReactNode
  onAnswer: (answer: { option: string | null; note: string }) => void
  onDiscuss: (text: string) => void
}

/** Number keys choose an option while the card, or the page, has the keyboard. */
function useNumberKeys(here: boolean, options: readonly DecisionOption[], choose: (key: string) => void) {
  useEffect(() => {
    if (!here) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (isWriting(event) || event.metaKey || event.ctrlKey || event.altKey) return
      const option = options.find(one => one.key === event.key)
      if (option === undefined) return
      event.preventDefault()
      choose(option.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [here, options, choose])
}

function Answers(props: {
  id: string
  options: readonly DecisionOption[]
  chosen: string | null
  choose: (key: string) => void
}) {
  const group = useId()
  return (
    <fieldset className="answers">
      <legend className="hide">Answer to {props.id}</legend>
      {props.options.map(option => (
        <label key={option.key}>
          <input
            type="radio"
            name={group}
            checked={option.key === props.chosen}
            onChange={() => props.choose(option.key)}
          />
          <kbd>{option.key}</kbd>
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

/** An open decision: its options with their keys, a word with the answer, and what was said before. */
export function DecisionCard(props: DecisionProps) {
  const { options, here = false } = props
  const [chosen, choose] = useState(props.chosen ?? null)
  const [note, setNote] = useState('')
  const head = useId()
  const field = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  useNumberKeys(here || focused, options, choose)
  const free = options.length === 0
  const missing = free
    ? note.trim() === ''
      ? 'write an answer first'
      : undefined
    : chosen === null
      ? 'choose one first'
      : undefined
  const answer = () => {
    if (missing === undefined && !props.busy) props.onAnswer({ option: chosen, note: note.trim() })
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    answer()
  }
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
        <p className="meta">
          <span className="mono">{props.id}</span> asked by <bdi>{props.askedBy}</bdi>{' '}
          <RelativeTime at={props.askedAt} ago />
          {props.meta !== undefined && (
            <>
              <Sep />
              {props.meta}
            </>
          )}
        </p>
        {props.children !== undefined && <div className="decision-text">{props.children}</div>}
        {!free && <Answers id={props.id} options={options} chosen={chosen} choose={choose} />}
        {props.said?.map(word => (
          <div key={word.id} className="said" dir="auto">
            <span className="dim">
              <bdi>{word.actor}</bdi> <RelativeTime at={word.at} />
            </span>{' '}
            {word.text}
          </div>
        ))}
        <div className="decision-do">
          <input
            ref={field}
            className="field"
            type="text"
            dir="auto"
            aria-label={free ? `Answer to ${props.id}` : `A word with the answer to ${props.id}`}
            placeholder={free ? 'Your answer' : 'A word with it, if you like'}
            value={note}
            onChange={event => setNote(event.target.value)}
            onKeyDown={onEnter}
          />
          <Button keys="↵" busy={props.busy} refused={props.refused ?? missing} onClick={answer}>
            {free || chosen === null ? 'Answer' : `Answer with ${chosen}`}
          </Button>
          <Button
            look="bare"
            onClick={() => {
              field.current?.focus()
              if (note.trim() === '') return
              props.onDiscuss(note.trim())
              setNote('')
            }}
          >
            Discuss
          </Button>
        </div>
      </div>
    </article>
  )
}

/** A decision that is answered, in one line. */
export function AnsweredDecision(props: {
  id: string
  question: string
  answer: ReactNode
  by: string
  at: Moment
  meta?: ReactNode
}) {
  return (
    <article className="decision is-answered" id={props.id}>
      <div className="decision-mark">
        <StateGlyph state="done" />
      </div>
      <div className="decision-body">
        <p dir="auto">
          <span className="mono dim">{props.id}</span> {props.question} <b>{props.answer}</b>{' '}
          <span className="dim">
            <bdi>{props.by}</bdi> <RelativeTime at={props.at} ago />
            {props.meta !== undefined && <>, {props.meta}</>}
          </span>
        </p>
      </div>
    </article>
  )
}
