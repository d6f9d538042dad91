/** What has to be read again when something happened. Told often, it reads seldom. */
import type { Query, QueryClient } from '@tanstack/react-query'
import type { OperationName } from '#contract/catalogue.ts'
import type { BriefRecall } from '#contract/recall.ts'

/** What happened to whom; no `briefId` means the house itself. */
export type Touched = { briefId?: number | undefined }

/** Reads of one Brief; everything else that is read may change with every event. */
const ofOneBrief: ReadonlySet<OperationName> = new Set<OperationName>([
  'recall.brief',
  'brief.why',
  'brief.specHistory',
  'trace.list',
  'trace.verify',
  'agent.runs',
  'merge.changes',
])
/** Never changes by an event, or is too dear to follow. */
const still: ReadonlySet<OperationName> = new Set<OperationName>([
  'trace.prove',
  'system.doctor',
  'data.export',
  // Looks at a folder; whoever shows one says how often.
  'worktree.show',
])

/** At most one round of reading in this time, so that fifty events a second stay cheap. */
const round = 250
/** What many Briefs are in is read again at most this often: nothing that is shown is older. */
const broadPause = 1_000
/** For a mere count, and for each further page of a long list, while much happens. */
const [busyPause, mostPages] = [5_000, 5]
/** So many rounds one after the other are much. */
const fewRounds = 3

export function keepFresh(queries: QueryClient) {
  const dirty = new Set<string>()
  const pace = paceOf()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRound = 0

  const plan = () => {
    // A tab that nobody sees reads once it is looked at.
    if (document.visibilityState === 'hidden') return
    timer ??= setTimeout(
      () => {
        timer = undefined
        lastRound = Date.now()
        if (readAgain(queries, dirty, pace)) plan()
      },
      Math.max(0, lastRound + round - Date.now()),
    )
  }
  const mark = (touches: (query: Query) => boolean) => {
    for (const query of queries.getQueryCache().getAll()) if (touches(query)) dirty.add(query.queryHash)
    if (dirty.size > 0) plan()
  }
  document.addEventListener('visibilitychange', () => {
    if (dirty.size > 0) plan()
  })
  return {
    touch: (all: readonly Touched[]) => mark(query => all.some(one => isTouched(query, one))),
    everything: () => mark(() => true),
    /** Whether we are still signed in, after a door was shut. */
    house: () => mark(query => query.queryKey[0] === 'system.info'),
    /** Those whose last answer was a failure, once the house can be reached again. */
    failed: () => mark(query => query.state.status === 'error'),
  }
}

type Pace = ReturnType<typeof paceOf>

/** How often each of the broad reads may be made. */
function paceOf() {
  const rounds = new Map<string, number>()
  /** The reader sees it, it is about many Briefs, and it was read just now. */
  const isResting = (query: Query): boolean => {
    const name = query.queryKey[0] as OperationName
    if (ofOneBrief.has(name) || name === 'system.info' || !query.isActive()) return false
    const age = Date.now() - query.state.dataUpdatedAt
    if (age > busyPause) rounds.delete(query.queryHash)
    return age < pauseOf(query, rounds.get(query.queryHash) ?? 0)
  }
  const count = ({ queryHash }: Query) => void rounds.set(queryHash, (rounds.get(queryHash) ?? 0) + 1)
  return { isResting, count }
}

/** Everybody who shows it could do with an older answer. */
const isCalm = (query: Query): boolean => query.observers.every(({ options }) => options.meta?.calm === true)

function pauseOf(query: Query, rounds: number): number {
  if (isCalm(query)) return busyPause
  const {
    queryKey: [name, input],
    state,
  } = query
  const isCount = name === 'brief.list' && (input as { limit?: number }).limit === 1
  if (isCount) return rounds < fewRounds ? broadPause : busyPause
  const pages = (state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1
  return broadPause * Math.min(pages, mostPages)
}

/**
 * A read that is under way may have been answered before the event, so it is read once more when it is back; cutting
 * it off instead would let a steady flow of events starve the reader. Answers whether something is left for later.
 */
function readAgain(queries: QueryClient, dirty: Set<string>, pace: Pace): boolean {
  for (const hash of dirty) {
    const query = queries.getQueryCache().get(hash)
    if (query?.state.fetchStatus === 'fetching' || (query && pace.isResting(query))) continue
    dirty.delete(hash)
    if (!query) continue
    pace.count(query)
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
  return dirty.size > 0
}

function isTouched(query: Query, { briefId }: Touched): boolean {
  const [name, input] = query.queryKey as [OperationName, { briefId?: number } | undefined]
  if (still.has(name)) return false
  if (!ofOneBrief.has(name) || input?.briefId === undefined || briefId === undefined) return true
  return input.briefId === briefId || (name === 'recall.brief' && isNeighbour(query.state.data, briefId))
}

/** A Brief shows the state of its relatives too. */
function isNeighbour(data: unknown, briefId: number): boolean {
  const relations = (data as BriefRecall | undefined)?.relationships
  if (relations === undefined) return false
  const all = [relations.parent, ...relations.children, ...relations.dependsOn, ...relations.dependents]
  return all.some(mention => mention?.id === briefId)
}
