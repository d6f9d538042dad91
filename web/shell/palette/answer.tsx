/** What an operation answered: read in parts or word for word, copied, and followed to what it is about. */
import { useEffect, useRef } from 'react'
import { entryOf, type OperationName } from '#contract/catalogue.ts'
import { type Referable, ref } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { type JsonObject, Payload } from '../../bloom/text/payload.tsx'
import { refHref } from '../../bloom/text/refs.ts'
import { CopyButton } from '../../bloom/text/well.tsx'
import { Words } from '../../house/words.tsx'

const named = [
  'brief',
  'dispatch',
  'decision',
  'scratchpad',
  'worktree',
  'merge',
] as const satisfies readonly Referable[]

/** What the answer names and has a place of its own. */
function placesIn(answer: Record<string, unknown>): { name: string; href: string }[] {
  return named.flatMap(what => {
    const id = answer[`${what}Id`]
    const name = typeof id === 'number' ? ref(what, id) : ''
    const href = refHref(name)
    return href === undefined ? [] : [{ name, href }]
  })
}

export function Answer(props: {
  operation: OperationName
  answer: Record<string, unknown>
  onAgain: () => void
  onClose: () => void
}) {
  const { operation, answer } = props
  const { effect, tellsSecret } = entryOf(operation)
  const heading = useRef<HTMLDivElement>(null)
  const text = JSON.stringify(answer, null, 2)
  const { next } = answer
  // The form is gone from under the keyboard.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div ref={heading} tabIndex={-1} role="status" className="palette-said">
        {effect === 'write' ? <State state="done">The house has it.</State> : <State state="done">Answered.</State>}{' '}
        {placesIn(answer).map(({ name, href }) => (
          <Ref key={name} href={href}>
            Go to {name}
          </Ref>
        ))}
      </div>
      {tellsSecret && <Notice tone="amber">It holds a secret that is told once. Copy it now.</Notice>}
      {typeof next === 'string' && (
        <p className="meta">
          <Words text={next} />
        </p>
      )}
      <Payload label={`the answer of ${operation}`} value={answer as JsonObject} size={`${text.length} characters`} />
      <div className="dialog-do">
        <CopyButton text={text}>Copy as JSON</CopyButton>
        <Button onClick={props.onAgain}>Ask otherwise</Button>
        <Button look="petal" onClick={props.onClose}>
          Done
        </Button>
      </div>
    </>
  )
}
