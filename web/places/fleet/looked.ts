/** How a worktree stands now, where somebody works in it or reads about it; the others are as the runner saw them last. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { WorktreeView } from '#contract/shapes.ts'
import { type ReadFailure, useRead } from '../../house/read.ts'
import { fresher } from './words.ts'

/** A look costs the machine some work, so that few rows look by themselves. Milliseconds. */
const [whileOpen, whileWorkedIn] = [5_000, 20_000]

export type Look = { error: ReadFailure | null; again: () => void }

/** Looks while a row is in view; `onLooked` hears of what was seen, and has to be stable. */
export function useLook(listed: WorktreeView, isOpen: boolean, onLooked: (seen: WorktreeView) => void): Look {
  const isMade = listed.base !== null && listed.endedAt === null
  const { data, error, refetch } = useRead(
    'worktree.show',
    { worktreeId: listed.id },
    { enabled: isMade && (isOpen || listed.agents.length > 0), every: () => (isOpen ? whileOpen : whileWorkedIn) },
  )
  const seen = data?.worktree
  useEffect(() => {
    if (seen) onLooked(seen)
  }, [seen, onLooked])
  return { error, again: () => void refetch() }
}

/** The listed ones, standing as each was seen last. */
export function useStanding(listed: readonly WorktreeView[]) {
  const [seen, setSeen] = useState<ReadonlyMap<number, WorktreeView>>(new Map())
  const onLooked = useCallback((one: WorktreeView) => setSeen(before => new Map(before).set(one.id, one)), [])
  const worktrees = useMemo(() => listed.map(each => fresher(each, seen.get(each.id))), [listed, seen])
  return { worktrees, onLooked }
}
