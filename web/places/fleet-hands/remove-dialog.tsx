import { useState } from 'react'
import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { Button } from '../../bloom/button.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { Notice } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { sayDone } from '../../house/toasts.tsx'
import { useWrite } from '../../house/write.ts'
import { dirtWords } from '../fleet/words.ts'
import { undoRemoval } from './actions.ts'
import { showAtOnce } from './at-once.ts'

/** The counts of a refusal because of unlanded work. */
function countsOf(reason: unknown): string | undefined {
  if (!(reason instanceof Refusal) || reason.code !== 'worktree.dirty') return undefined
  const { counts } = reason.data as { counts?: unknown }
  return typeof counts === 'string' ? counts : undefined
}

/**
 * Taking a worktree away. What would live in the snapshot alone is refused by the house with its counts, and only a
 * second, explicit word takes it along.
 */
export function RemoveDialog({ worktree, onClose }: { worktree: WorktreeView; onClose: () => void }) {
  const { id, name } = worktree
  const [counts, setCounts] = useState<string>()
  const { write, busy, refused } = useWrite('worktree.remove', {
    optimistic: () => showAtOnce(id, { status: 'removing', errand: 'remove', reason: null }),
  })
  const remove = (confirm: boolean) =>
    void write(confirm ? { worktreeId: id, confirm } : { worktreeId: id }).then(
      () => {
        sayDone(`${ref('worktree', id)} ${name} goes; it can be brought back for 30 days.`, () => void undoRemoval(id))
        onClose()
      },
      (reason: unknown) => setCounts(countsOf(reason)),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Remove {ref('worktree', id)} <Said>{name}</Said>?
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          {counts === undefined ? (
            <Button clay busy={busy} onClick={() => remove(false)}>
              Remove {ref('worktree', id)}
            </Button>
          ) : (
            <Button clay busy={busy} onClick={() => remove(true)}>
              Remove it with all that
            </Button>
          )}
        </>
      }
    >
      <Standing worktree={worktree} />
      <ol className="will-happen">
        <li>Its services are stopped, and the teardown of flower.yaml runs.</li>
        <li>All of it is kept: commits, index, changed, untracked and ignored files.</li>
        <li>Its folder goes to the trash; its branch goes only when all of it is in MAIN.</li>
        <li>For 30 days it comes back byte for byte.</li>
      </ol>
      {counts !== undefined && (
        <Notice tone="clay" live>
          <b>It holds what is nowhere else: {counts}.</b> Land it, or remove it with all that: the snapshot keeps it for
          restoring, and for nothing else.
        </Notice>
      )}
      {counts === undefined && refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}

/** Milliseconds. */
const lookAgain = 3_000

/** What is in it, looked at now. */
function Standing({ worktree }: { worktree: WorktreeView }) {
  const { data, error } = useRead('worktree.show', { worktreeId: worktree.id }, { every: () => lookAgain })
  if (data === undefined && error === null) return <Loading label={`Looking at ${ref('worktree', worktree.id)}`} />
  const now = data?.worktree ?? worktree
  const dirt = dirtWords(now)
  return (
    <p>
      <span className="mono small">{now.path}</span> {dirt === '' ? 'is clean' : `holds ${dirt}`}
      {now.ahead ? `, ${now.ahead} ahead of MAIN` : ''}
      {now.underWay.length > 0 && `, in the middle of a ${now.underWay.join(' and a ')}`}.
    </p>
  )
}
