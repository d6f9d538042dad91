/** The branch of a Brief: where it stands to its target, and its commits. */
import { useState } from 'react'
import { Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { PlusMinus, Said } from '../../bloom/mark.tsx'
import { counted } from '../../bloom/spoken.ts'
import { short } from '../merge/words.ts'
import type { Changes, ChangesAnswer } from './reads.ts'

export function BranchLine({ answer }: { answer: ChangesAnswer }) {
  const { branch, target, changes } = answer
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="meta branchline">
        <span className="mono">
          <Icon name="branch" />
          <Said>{branch}</Said>
        </span>
        {changes && (
          <>
            <span className="dim">
              {distance(changes)} <Said>{target}</Said>, left at <span className="mono">{short(changes.base)}</span>
            </span>
            {changes.changed > 0 && (
              <span>
                <PlusMinus {...sumOf(changes)} /> in {counted(changes.changed, 'file')}
              </span>
            )}
            {changes.commits.length > 0 && (
              <Fold open={open} onClick={() => setOpen(!open)}>
                {counted(changes.ahead, 'commit')}
              </Fold>
            )}
          </>
        )}
      </p>
      {open && changes && <Commits changes={changes} />}
    </>
  )
}

function distance({ ahead, behind }: Changes): string {
  if (ahead === 0 && behind === 0) return 'level with'
  if (ahead === 0) return `${behind} behind`
  return behind === 0 ? `${ahead} ahead of` : `${ahead} ahead of and ${behind} behind`
}

function sumOf({ files }: Changes): { added: number; removed: number } {
  const sum = (side: 'added' | 'removed') => files.reduce((total, file) => total + (file[side] ?? 0), 0)
  return { added: sum('added'), removed: sum('removed') }
}

function Commits({ changes: { commits, ahead } }: { changes: Changes }) {
  return (
    <ol className="commits" aria-label="Commits, newest first">
      {commits.map(({ commit, subject, author, at }) => (
        <li key={commit}>
          <span className="mono dim" title={commit}>
            {short(commit)}
          </span>
          <Said>{subject}</Said>
          <span className="small dim">
            <Said>{author}</Said>, <RelativeTime at={at} />
          </span>
        </li>
      ))}
      {ahead > commits.length && <li className="small dim">and {ahead - commits.length} older ones</li>}
    </ol>
  )
}
