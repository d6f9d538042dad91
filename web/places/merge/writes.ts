/** What a person does with a submission. */
import type { MergeView } from '#contract/shapes.ts'
import type { Said } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import { showAtOnce } from './at-once.ts'
import { mergeRef } from './words.ts'

/** What the reader may do here. */
export type Reader = {
  me: string | undefined
  mayWrite: boolean
  /** Known to be a viewer; while nothing is known yet, it is not said. */
  readsOnly: boolean
  isOperator: boolean
}

export function useReader(): Reader {
  const info = useRead('system.info', {}).data
  return {
    me: info?.actor,
    readsOnly: info?.role === 'viewer',
    mayWrite: info !== undefined && info.role !== 'viewer',
    isOperator: info?.role === 'operator',
  }
}

export type MergeWrites = {
  cancel: () => void
  retry: () => void
  approve: () => void
  busy: boolean
  /** Why the last one was refused. */
  refused: Said | undefined
}

export function useMergeWrites({ id }: Pick<MergeView, 'id'>, { me }: Reader): MergeWrites {
  const name = mergeRef(id)
  const retry = useWrite('merge.retry', {
    optimistic: () => showAtOnce(id, { status: 'queued', reason: null, waits: undefined }),
    done: () => ({ words: `${name} is in the queue again.` }),
  })
  const cancel = useWrite('merge.cancel', {
    optimistic: () => showAtOnce(id, { status: 'cancelled', place: null, waits: undefined }),
    done: () => ({
      words: `${name} is out of the queue; its branch is as it was.`,
      undo: () => void isTaken(retry.write({ mergeId: id })),
    }),
  })
  const approve = useWrite('merge.approve', {
    optimistic: () => showAtOnce(id, { approvedBy: me ?? null, waits: undefined }),
    done: () => ({ words: `${name} may change what it is judged by, at this tip.` }),
  })
  return {
    cancel: () => void isTaken(cancel.write({ mergeId: id })),
    retry: () => void isTaken(retry.write({ mergeId: id })),
    approve: () => void isTaken(approve.write({ mergeId: id })),
    busy: cancel.busy || retry.busy || approve.busy,
    refused: cancel.refused ?? retry.refused ?? approve.refused,
  }
}
