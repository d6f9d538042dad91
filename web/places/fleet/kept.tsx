/** Removed worktrees: what is kept of them, and the way back. */
import { useMemo, useState } from 'react'
import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { dirtWords, reasonOf } from './words.ts'

/** As many stand there before the rest is folded. */
const most = 8

export function Kept({ project, mayWrite }: { project: string | undefined; mayWrite: boolean }) {
  const { data, error, refetch } = useRead('worktree.list', { project, ended: true, limit: 500 })
  const [open, setOpen] = useState(false)
  const ended = useMemo(() => (data?.items ?? []).filter(each => each.endedAt !== null).toSorted(byEnd), [data])
  const shown = open ? ended : ended.slice(0, most)
  return (
    <AsideSection id="kept" eyebrow="removed · kept 30 days" title="Can be brought back">
      {data === undefined && error && <Failure error={error} again={() => void refetch()} />}
      {data === undefined && !error && <Loading label="Loading removed worktrees" />}
      {data !== undefined && ended.length === 0 && <Empty>Nothing was removed.</Empty>}
      {ended.length > 0 && (
        <ul className="kept">
          {shown.map(worktree => (
            <li key={worktree.id}>
              <KeptLine worktree={worktree} mayWrite={mayWrite} />
            </li>
          ))}
        </ul>
      )}
      {ended.length > most && (
        <Fold open={open} onClick={() => setOpen(!open)}>
          {open ? 'fewer' : `${ended.length - most} more`}
        </Fold>
      )}
    </AsideSection>
  )
}

const byEnd = (a: WorktreeView, b: WorktreeView) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? 1 : -1)

/** An ended worktree with its way back. */
export function KeptLine({ worktree, mayWrite }: { worktree: WorktreeView; mayWrite: boolean }) {
  const { id, name, status, reason, rescue, endedAt } = worktree
  const { write, busy, refused } = useWrite('worktree.restore', {
    done: () => ({ words: `${ref('worktree', id)} ${name} comes back.` }),
  })
  return (
    <>
      <span className="mono">{ref('worktree', id)}</span>
      <span>
        <Said>{name}</Said>
        <span className="dim small">
          {status === 'gone' ? 'gone' : heldWords(worktree)}
          {endedAt !== null && (
            <>
              , <RelativeTime at={endedAt} ago />
            </>
          )}
        </span>
        {reason !== null && (
          <span className="dim small">
            <Said>
              <Words text={reasonOf(reason).first} />
            </Said>
          </span>
        )}
      </span>
      {rescue !== null && mayWrite && (
        <Fold icon={<></>} aria-busy={busy} onClick={() => void (busy || isTaken(write({ worktreeId: id })))}>
          {busy ? 'Restoring' : 'Restore'}
          <span className="hide"> {ref('worktree', id)}</span>
        </Fold>
      )}
      {refused && <RefusedNotice said={refused} />}
    </>
  )
}

/** What was in it when it went. */
function heldWords(worktree: WorktreeView): string {
  const dirt = dirtWords(worktree)
  if (dirt !== '') return dirt
  return worktree.ahead ? `${worktree.ahead} ahead` : 'clean'
}
