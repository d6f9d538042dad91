/** An id that was typed: what it is, and where it leads. */
import type { OperationName } from '#contract/catalogue.ts'
import { type Referable, ref } from '#domain/ref.ts'
import { saidOf } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import type { Asked } from './asked.ts'
import type { Entry } from './entry.ts'

type Told = {
  read: { error: unknown }
  /** Undefined until it was looked up. */
  title: string | undefined
  href?: string | undefined
  /** What tells of it where it has no place, or none is known yet. */
  operation?: OperationName
}

const icons = {
  brief: 'flower',
  dispatch: 'arrow',
  decision: 'question',
  scratchpad: 'scratch',
  worktree: 'tree',
  merge: 'merge',
} as const satisfies Record<Referable, Entry['icon']>

/** Decisions can only be read as a list; what is older than this many is found by its words. */
const decisionsRead = 200

/** What is known of each kind under this id; only the one that is meant is read. */
function useTold(what: Referable | undefined, id: number): Record<Referable, Told> {
  const is = (kind: Referable) => ({ enabled: what === kind })
  const brief = useRead('recall.brief', { briefId: id, maxBytes: 2_000 }, is('brief'))
  const dispatch = useRead('dispatch.show', { dispatchId: id }, is('dispatch'))
  const decisions = useRead('recall.decisions', { status: 'all', limit: decisionsRead }, is('decision'))
  const scratchpad = useRead('scratchpad.read', { scratchpadId: id }, is('scratchpad'))
  const worktree = useRead('worktree.show', { worktreeId: id }, is('worktree'))
  const merge = useRead('merge.show', { mergeId: id }, is('merge'))
  const decision = decisions.data?.items.find(each => each.id === id)
  const run = dispatch.data?.dispatch
  const submission = merge.data?.merge
  const onBrief = (briefId: number | null | undefined, mark: string) =>
    briefId === null || briefId === undefined ? undefined : `/briefs/${briefId}#${mark}${id}`
  return {
    brief: { read: brief, title: brief.data?.brief.title, href: `/briefs/${id}` },
    dispatch: {
      read: dispatch,
      title: run && `${run.leg}, ${run.status}`,
      href: onBrief(run?.briefId, 'd'),
      operation: 'dispatch.show',
    },
    decision: {
      read: decisions.data && !decision ? { error: new Error('It is not among the newest.') } : decisions,
      title: decision?.header,
      href: `/decisions?show=all#q${id}`,
    },
    scratchpad: { read: scratchpad, title: scratchpad.data?.scratchpad.title, operation: 'scratchpad.read' },
    worktree: { read: worktree, title: worktree.data?.worktree.name, href: `/fleet#w${id}` },
    merge: { read: merge, title: submission && (submission.title ?? submission.branch), href: `/main#m${id}` },
  }
}

/** The first id that was typed, as an entry of its own: it can be gone to before it was looked up. */
export function useNamedEntry({ refs }: Asked): Entry | undefined {
  const [one] = refs
  const told = useTold(one?.what, one?.id ?? 0)
  if (one === undefined) return undefined
  const { what, id } = one
  const { read, title, href, operation = 'recall.search' } = told[what]
  const name = ref(what, id)
  return {
    id: `named ${name}`,
    name: title === undefined ? name : `${name} ${title}`,
    icon: icons[what],
    note: what,
    ...(title === undefined && read.error !== null && { refused: saidOf(read.error).sentence }),
    ...(href !== undefined ? { href } : { operation, given: { [what]: id } }),
  }
}
