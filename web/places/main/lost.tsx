/** What had landed and is not in MAIN any more, with what lands it again. */
import type { MainView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { few, mergeRef, short } from '../merge/words.ts'
import type { Reader } from '../merge/writes.ts'

type Lost = NonNullable<MainView['lost']>

/** `m7, m8`, or the commits where nobody submitted them. */
export const lostWords = ({ mergeIds, commits }: Lost): string =>
  mergeIds.length > 0 ? few(mergeIds.map(mergeRef), mergeIds.length, 4) : few(commits.map(short), commits.length, 4)

export function LostNotice({ lost, branch, reader }: { lost: Lost; branch: string; reader: Reader }) {
  return (
    <Notice tone="clay" live actions={reader.isOperator && <LandAgain lost={lost} />}>
      <b>
        <Said>{lostWords(lost)}</Said> had landed
      </b>
      , and <Said>{branch}</Said> holds it no more: somebody moved it back. It is kept below{' '}
      <span className="mono small">refs/flower/landed</span>.
    </Notice>
  )
}

/** One after the other, in the order in which they had landed. */
export function LandAgain({ lost: { mergeIds } }: { lost: Lost }) {
  const retry = useWrite('merge.retry', {
    done: ({ mergeId }, again) => ({
      words: `${mergeRef(again.mergeId)} is in the queue again, as ${mergeRef(mergeId)}.`,
    }),
  })
  if (mergeIds.length === 0) return null
  const all = async () => {
    for (const mergeId of mergeIds) if (!(await isTaken(retry.write({ mergeId })))) return
  }
  return (
    <>
      <Button small busy={retry.busy} onClick={() => void all()}>
        Land again
      </Button>
      {retry.refused && <RefusedNotice said={retry.refused} />}
    </>
  )
}
