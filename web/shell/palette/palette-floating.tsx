/** The open palette. It holds the contract, so it loads when somebody asks for it. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isOperation, publicNames } from '#contract/catalogue.ts'
import { Finder } from '../../bloom/float/finder.tsx'
import { PaletteFrame } from '../../bloom/float/palette-frame.tsx'
import type { AskedOperation } from '../../house/ask-palette.ts'
import type { Entry } from './entry.ts'
import { useFound } from './found.ts'
import { Operation } from './operation.tsx'
import { entryFor } from './operations.ts'
import { keepRecent } from './recent.ts'

/** `asked`: a sentence named it, so its form is shown at once. */
export type PaletteProps = { asked?: AskedOperation | undefined; onClose: () => void }

type Chosen = Extract<Entry, { operation: unknown }>

export function PaletteFloating(props: PaletteProps) {
  const [times, setTimes] = useState({ asked: props.asked, count: 0 })
  // From the answer of one operation to the next one that it names.
  if (times.asked !== props.asked) setTimes({ asked: props.asked, count: times.count + 1 })
  return <Opened key={times.count} {...props} />
}

const chosenFrom = (asked: AskedOperation | undefined): Chosen | undefined =>
  asked && isOperation(asked.operation)
    ? { ...entryFor(asked.operation, undefined, {}), operation: asked.operation, given: { named: asked.input } }
    : undefined

function Opened({ asked, onClose }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(() => chosenFrom(asked))
  const { history } = useRouter()
  const choose = (entry: Entry) => {
    keepRecent(entry)
    if ('operation' in entry) return setChosen(entry)
    onClose()
    history.push(entry.href)
  }
  return (
    <PaletteFrame label="Palette" onClose={onClose} first={field}>
      {chosen === undefined ? (
        <Find text={text} onText={setText} field={field} onChoose={choose} />
      ) : (
        <Operation
          key={chosen.id}
          operation={chosen.operation}
          given={chosen.given}
          onBack={() => setChosen(undefined)}
          onClose={onClose}
        />
      )}
    </PaletteFrame>
  )
}

type FindProps = {
  text: string
  onText: (text: string) => void
  field: React.RefObject<HTMLInputElement | null>
  onChoose: (entry: Entry) => void
}

function Find({ text, onText, field, onChoose }: FindProps) {
  const { groups, isLooking } = useFound(text)
  // Coming back from an operation, one types on.
  useEffect(() => field.current?.focus(), [field])
  return (
    <Finder
      label="Find anything, run any operation"
      placeholder={`${publicNames.length} operations, and all there is: land 4, #12, w3, a word`}
      text={text}
      onText={onText}
      ref={field}
      groups={groups}
      onChoose={onChoose}
      nothing={isLooking ? 'Looking…' : 'Nothing is called so.'}
    />
  )
}
