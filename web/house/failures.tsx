import type { ReactNode } from 'react'
import { BrokenAnswer } from '#client/http.ts'
import { Refusal } from '#domain/refusal.ts'
import { Button } from '../bloom/button.tsx'
import { ErrorState, NotYours } from '../bloom/nothing.tsx'
import { Notice } from '../bloom/says.tsx'
import { plainly } from './said-parts.ts'
import { Words } from './words.tsx'

/** A no in words: why, and what would help. */
export type Said = { sentence: string; next: string }

/** What is said about a failure. A bug is named as one and not dressed up as a refusal. */
export function saidOf(reason: unknown): Said {
  // A person holds no header and no token: what helps here is another link.
  if (reason instanceof Refusal && reason.code === 'access.token_needed')
    return { sentence: 'This browser is signed out.', next: 'Open the link that `flower open` prints.' }
  // What is wrong with a field says itself what to correct.
  if (reason instanceof Refusal)
    return { sentence: reason.message, next: reason.code === 'input.invalid' ? '' : reason.next }
  if (reason instanceof BrokenAnswer)
    return { sentence: reason.message, next: 'Try again; `flower doctor` looks at it.' }
  return { sentence: reason instanceof Error ? reason.message : String(reason), next: 'Try again.' }
}

/** For a part that shows an error's message: the sentence and the next step in one. */
export function inWords(reason: unknown): Error {
  const { sentence, next } = saidOf(reason)
  return new Error(plainly(`${sentence} ${next}`.trim()), { cause: reason })
}

/** In the place of something that couldn't be read: refused, not yours, not there, or nobody answers. */
export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  const said = saidOf(error)
  if (error instanceof Refusal && error.kind === 'forbidden') {
    return (
      <NotYours>
        <Words text={`${said.sentence} ${said.next}`} />
      </NotYours>
    )
  }
  if (error instanceof Refusal && error.code === 'role.denied') {
    return (
      <NotYours>
        <Words text={`${said.sentence} ${said.next}`} />
      </NotYours>
    )
  }
  return (
    <ErrorState
      action={
        again && (
          <Button small onClick={again}>
            Try again
          </Button>
        )
      }
    >
      <Words text={`${said.sentence} ${said.next}`} />
    </ErrorState>
  )
}

/** Above something that was refused: why, and what would help. */
export function RefusedNotice({ said, actions }: { said: Said; actions?: ReactNode }) {
  return (
    <Notice tone="clay" live actions={actions}>
      <Words text={`${said.sentence} ${said.next}`} />
    </Notice>
  )
}
