import type { MainView } from '#contract/shapes.ts'
import { briefRef, ref } from '#domain/ref.ts'
import { Ref, Said } from '../../bloom/mark.tsx'
import type { Branches } from './branches.ts'
import { few, mergeRef } from './words.ts'

export type Overlap = MainView['overlaps'][number]

/** A branch with where it is spoken of: its submission, its Brief or its worktree. Null stands for MAIN. */
export function BranchName({ branch, branches }: { branch: string | null; branches: Branches }) {
  if (branch === null) return <>MAIN</>
  const { mergeId, briefId, worktreeId } = branches.get(branch) ?? {}
  return (
    <>
      <span className="mono" title={branch}>
        <Said>{branch}</Said>
      </span>{' '}
      {mergeId !== undefined && <Ref href={`/main#${mergeRef(mergeId)}`}>{mergeRef(mergeId)}</Ref>}{' '}
      {briefId !== undefined ? (
        <Ref href={`/briefs/${briefId}#changes`}>{briefRef(briefId)}</Ref>
      ) : (
        worktreeId !== undefined && (
          <Ref href={`/fleet#${ref('worktree', worktreeId)}`}>{ref('worktree', worktreeId)}</Ref>
        )
      )}
    </>
  )
}

/** Where two meet; all paths in the title. */
export function MeetingFiles({ files }: Pick<Overlap, 'files'>) {
  return (
    <span className="mono" title={files.join('\n')}>
      <Said>{few(files)}</Said>
    </span>
  )
}
