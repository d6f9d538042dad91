/** The worktree that the address names, where it is not among those that are shown. */
import { ref } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { KeptLine } from './kept.tsx'

/** Milliseconds. */
const lookAgain = 5_000

export function Asked({ id, mayWrite }: { id: number; mayWrite: boolean }) {
  const { data, error, refetch } = useRead('worktree.show', { worktreeId: id }, { every: () => lookAgain })
  const name = ref('worktree', id)
  if (error instanceof Refusal && error.code === 'worktree.missing')
    return <Notice tone="amber">There is no {name} in this house.</Notice>
  if (error) return <Failure error={error} again={() => void refetch()} />
  if (data === undefined) return null
  const { worktree } = data
  if (worktree.endedAt === null)
    return (
      <Notice tone="amber">
        {name} <Said>{worktree.name}</Said> is hidden by what you show here: <a href={`/fleet#${name}`}>show all</a>.
      </Notice>
    )
  return (
    <ul className="kept" aria-label="What you asked for">
      <li>
        <KeptLine worktree={worktree} mayWrite={mayWrite} />
      </li>
    </ul>
  )
}
