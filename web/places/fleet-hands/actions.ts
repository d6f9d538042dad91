/** What can be done with a worktree from here, and what it would do. */
import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import type { MenuEntry } from '../../bloom/float/menu.tsx'
import { counted } from '../../bloom/spoken.ts'
import { api, newCommandId } from '../../house/api.ts'
import { type Said, saidOf } from '../../house/failures.tsx'
import { fresh } from '../../house/queries.ts'
import { sayDone, sayNot } from '../../house/toasts.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { changedIn, stateOf } from '../fleet/words.ts'
import { showAtOnce } from './at-once.ts'

export type Actions = {
  prepare: () => void
  sync: () => void
  busy: boolean
  /** Why the last one was refused. */
  refused: Said | undefined
}

export function useActions({ id }: Pick<WorktreeView, 'id'>): Actions {
  const prepare = useWrite('worktree.prepare', {
    optimistic: () => showAtOnce(id, { status: 'preparing', errand: 'prepare', reason: null }),
  })
  const sync = useWrite('worktree.sync', { optimistic: () => showAtOnce(id, { errand: 'sync', reason: null }) })
  return {
    prepare: () => void isTaken(prepare.write({ worktreeId: id })),
    sync: () => void isTaken(sync.write({ worktreeId: id })),
    busy: prepare.busy || sync.busy,
    refused: prepare.refused ?? sync.refused,
  }
}

/** The menu of a living worktree. An entry that can't be chosen says why. */
export function entriesOf(props: {
  worktree: WorktreeView
  actions: Actions
  /** Who reads: what is claimed by oneself holds nobody up. */
  me: string | undefined
  onRemove: () => void
}): readonly MenuEntry[] {
  const { worktree, actions, me, onRemove } = props
  const state = stateOf(worktree)
  const underWay = worktree.errand === null ? undefined : `it is ${state?.words}`
  return [
    {
      name: worktree.status === 'failed' ? 'Prepare again' : 'Prepare',
      icon: 'refresh',
      note: 'files, environment and commands of flower.yaml; nothing when nothing drifted',
      refused: underWay,
      onChoose: actions.prepare,
    },
    {
      name: 'Bring MAIN in',
      icon: 'merge',
      note: syncNote(worktree),
      refused: underWay ?? (worktree.status === 'ready' ? undefined : `it is ${worktree.status}: prepare it first`),
      onChoose: actions.sync,
    },
    {
      name: 'Copy its path',
      icon: 'copy',
      note: worktree.path,
      onChoose: () => void copy(worktree.path),
    },
    'line',
    {
      name: 'Remove…',
      icon: 'failed',
      clay: true,
      note: 'what is in it is shown first; it comes back for 30 days',
      refused: worktree.errand === null || worktree.errand === 'remove' ? heldBy(worktree, me) : underWay,
      onChoose: onRemove,
    },
  ]
}

function syncNote(worktree: WorktreeView): string {
  if (changedIn(worktree) > 0) return `it holds ${counted(changedIn(worktree), 'changed file')}: commit them first`
  if (worktree.behind === null) return 'a conflict is taken back and named'
  if (worktree.behind === 0) return 'nothing to bring: it has all of MAIN'
  return `${counted(worktree.behind, 'commit')}; a conflict is taken back and named`
}

/** Agents and path claims of others hold a worktree; the house looks once more before it takes one away. */
function heldBy({ agents, claims }: WorktreeView, me: string | undefined): string | undefined {
  const [agent] = agents
  if (agent) return `${agent.actor} works in it (${ref('dispatch', agent.dispatchId)})`
  const claim = claims.find(each => each.holder !== me)
  return claim && `${claim.holder} has claimed ${claim.path}`
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => sayDone('The path is copied.'),
    () => sayNot(`The browser doesn’t let this page copy: ${text}`),
  )
}

/** Brings back what is just being removed: the removal goes to its end first, so that nothing is half done. */
export async function undoRemoval(worktreeId: number): Promise<void> {
  const call = (name: 'worktree.remove' | 'worktree.restore') =>
    api.call(name, { worktreeId, wait: 50 }, { commandId: newCommandId() })
  const isOver = (reason: unknown) => reason instanceof Refusal && reason.code === 'worktree.ended'
  try {
    const { status } = await call('worktree.remove').catch(reason => {
      if (isOver(reason)) return { status: 'removed' as const }
      throw reason
    })
    // What was kept, because something stood in the way, is still there.
    if (status === 'removed') await call('worktree.restore')
    sayDone(`${ref('worktree', worktreeId)} is back.`)
  } catch (reason) {
    const { sentence, next } = saidOf(reason)
    sayNot(`${ref('worktree', worktreeId)} did not come back. ${sentence} ${next}`.replaceAll('`', ''))
  }
  fresh.everything()
}
