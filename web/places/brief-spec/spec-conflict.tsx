/** Somebody else saved the spec while this draft was being written. */
import { useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { Notice } from '../../bloom/says.tsx'
import { counted } from '../../bloom/spoken.ts'
import { RevisionDiff } from '../../bloom/text/revision-diff.tsx'
import { sayDone } from '../../house/toasts.tsx'
import type { BriefHead } from '../brief/words.ts'
import { mergeTexts } from './merge.ts'
import type { SpecDraft } from './spec-draft.ts'
import type { Theirs } from './theirs.ts'

type ConflictProps = {
  brief: BriefHead
  draft: SpecDraft
  theirs: Theirs
  busy: boolean
  /** Saves the draft as the next revision; theirs stays among the revisions. */
  onMine: () => void
}

export function SpecConflict({ draft, theirs, busy, onMine }: ConflictProps) {
  const [shown, setShown] = useState(false)
  const { spec, base, revision, by } = theirs
  const merge = () => {
    if (spec === undefined || base === undefined) return
    const { text, clashes } = mergeTexts(base, draft.text, spec)
    draft.rebase(text, revision)
    sayDone(
      clashes === 0
        ? `Your draft is on r${revision} now, with both changes.`
        : `Your draft is on r${revision} now. ${counted(clashes, 'passage')} that both changed ${clashes === 1 ? 'is' : 'are'} marked in it.`,
    )
  }
  const waits = spec === undefined || base === undefined ? `r${revision} is being read` : undefined
  return (
    <div className="spec-conflict">
      <Notice
        tone="amber"
        live
        actions={
          <>
            <Button onClick={() => setShown(!shown)} aria-expanded={shown}>
              {shown ? 'Hide the difference' : 'See the difference'}
            </Button>
            <Button refused={waits} onClick={merge}>
              Keep editing on theirs
            </Button>
            <Button busy={busy} onClick={onMine}>
              Take mine over theirs
            </Button>
            <Button look="bare" onClick={draft.discard}>
              Take theirs
            </Button>
          </>
        }
      >
        <b>
          <Said>{by?.actor ?? 'Somebody'}</Said> saved r{revision}
        </b>{' '}
        {by !== undefined && <RelativeTime at={by.at} ago />} while you were writing on r{draft.revision}. Your draft is
        safe; nothing is overwritten.
      </Notice>
      {shown &&
        (spec === undefined ? (
          <Loading label={`Loading r${revision}`} />
        ) : (
          <RevisionDiff before={spec} after={draft.text} label={`From r${revision} to your draft`} />
        ))}
    </div>
  )
}
