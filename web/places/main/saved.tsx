/** What came into MAIN from outside and was kept. */
import { useState } from 'react'
import type { MainView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { AllDone } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { few } from '../merge/words.ts'
import { filesWords } from './words.ts'

type Kept = MainView['saved'][number]

/** As many stand there before the rest is folded. */
const most = 4

export function Saved({ saved, isDirty }: { saved: readonly Kept[]; isDirty: boolean }) {
  const [all, setAll] = useState(false)
  return (
    <AsideSection id="saved" eyebrow="from outside · kept" title="Saved">
      {saved.length === 0 && <AllDone>Nothing has come into MAIN past the queue.</AllDone>}
      <ol className="saved" aria-label="Kept, newest first">
        {(all ? saved : saved.slice(0, most)).map((each, place) => (
          <li key={each.number}>
            <SavedOne one={each} isThere={isDirty && place === 0 && each.worktreeId === null} />
          </li>
        ))}
      </ol>
      {saved.length > most && (
        <Fold open={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `${saved.length - most} more`}
        </Fold>
      )}
    </AsideSection>
  )
}

function SavedOne({ one, isThere }: { one: Kept; isThere: boolean }) {
  const { files, changed, at, active, ref: kept, patch, worktreeId, late } = one
  return (
    <>
      <span className="saved-line">
        <span className="mono" title={files.join('\n')}>
          <Said>{few(files, changed, 2)}</Said>
        </span>
        <span className="dim small num">
          <RelativeTime at={at} />
        </span>
      </span>
      <span className="small dim">
        {filesWords(changed)},{' '}
        {worktreeId !== null ? (
          <>
            moved to <Ref href={`/fleet#${ref('worktree', worktreeId)}`}>{ref('worktree', worktreeId)}</Ref>
          </>
        ) : isThere ? (
          'still in MAIN'
        ) : (
          'no longer in MAIN'
        )}
        {active.length > 0 && (
          <>
            ; at work then: <Said>{active.join(', ')}</Said>
          </>
        )}
      </span>
      {late && (
        <span className="small dim">
          written meanwhile, and there too:{' '}
          <span className="mono" title={late.files.join('\n')}>
            <Said>{few(late.files, late.count, 4)}</Said>
          </span>
        </span>
      )}
      <span className="small dim">
        kept as{' '}
        <span className="mono">
          <Said>{kept}</Said>
        </span>
        {patch !== null && (
          <>
            {' '}
            and{' '}
            <span className="mono">
              <Said>{patch}</Said>
            </span>
          </>
        )}
      </span>
    </>
  )
}
