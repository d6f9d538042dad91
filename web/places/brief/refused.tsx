/** A change that the house refused: the reason, and the next step that would help. */
import { Notice } from '../../bloom/says.tsx'

/** What a refusal has to say; an error of the line has no next step. */
export type Refused = { message: string; next?: string }

export const refusedLine = (refused: Refused): string =>
  refused.next === undefined ? refused.message : `${refused.message} ${refused.next}`

export function RefusedNotice({ refused }: { refused: Refused | null | undefined }) {
  if (!refused) return null
  return (
    <Notice tone="clay" live>
      <b>{refused.message}</b> {refused.next}
    </Notice>
  )
}
