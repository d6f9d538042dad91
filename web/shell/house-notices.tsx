import { useEffect } from 'react'
import { Refusal } from '#domain/refusal.ts'
import { Button } from '../bloom/button.tsx'
import { ClockTime } from '../bloom/clock.tsx'
import { Said } from '../bloom/mark.tsx'
import { Notice } from '../bloom/says.tsx'
import { useLiveState } from '../house/live.ts'
import { fresh } from '../house/queries.ts'
import { useRead } from '../house/read.ts'
import { Words } from '../house/words.tsx'
import { useWrite } from '../house/write.ts'

function Paused({ since, by, note, mine }: { since: string; by: string; note: string | null; mine: boolean }) {
  const resume = useWrite('system.resume')
  return (
    <Notice
      tone="amber"
      live
      actions={
        mine && (
          <Button small busy={resume.busy} onClick={() => void resume.write({}).catch(() => {})}>
            Go on
          </Button>
        )
      }
    >
      Paused since <ClockTime at={since} /> by <Said>{by}</Said>: nothing is handed over or claimed.{' '}
      {note !== null && <Said>{note}</Said>} {resume.refused && <Words text={resume.refused.sentence} />}
    </Notice>
  )
}

/** A full disk, room on it again, and a token that was taken away come without an event. Milliseconds. */
const lookAgain = 10_000

/** What the reader of any place has to know: nobody answers, nothing can be written, nothing is started. */
export function HouseNotices() {
  const live = useLiveState()
  const { data: info, dataUpdatedAt, error } = useRead('system.info', {})
  useEffect(() => {
    const timer = setInterval(fresh.house, lookAgain)
    return () => clearInterval(timer)
  }, [])
  const isOut = error instanceof Refusal && error.kind === 'forbidden'
  const isOffline = live.state === 'offline' && !isOut
  if (!isOut && !isOffline && !info?.readOnly && !info?.paused) return null
  return (
    <section className="house-notices" aria-label="State of the house, in words">
      {isOut && (
        <Notice tone="clay" live>
          This browser is signed out. Open the link that <code>flower open</code> prints; what you have written stays
          here.
        </Notice>
      )}
      {isOffline && (
        <Notice tone="amber" live>
          flower doesn't answer.{' '}
          {dataUpdatedAt > 0 && (
            <>
              What stands here is as of <ClockTime at={dataUpdatedAt} />;{' '}
            </>
          )}
          what you write stays in its field: send it once flower answers. The page comes back by itself once{' '}
          <code>flower up</code> runs.
        </Notice>
      )}
      {info?.readOnly && (
        <Notice tone="clay" live>
          Nothing can be written now: <Said>{info.readOnly}</Said>. Everything that was acknowledged is kept;{' '}
          <code>flower doctor</code> names the cure.
        </Notice>
      )}
      {info?.paused && <Paused {...info.paused} mine={info.role === 'operator'} />}
    </section>
  )
}
