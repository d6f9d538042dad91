/** What stands in the house now, beside a draft that began earlier. */
import { useState } from 'react'
import type { Refusal } from '#domain/refusal.ts'
import { useRead } from '../../house/read.ts'
import type { BriefHead } from '../brief/words.ts'

export type Theirs = {
  revision: number
  /** Undefined while it is being fetched. */
  spec: string | undefined
  /** Who saved it, and when; undefined while unknown. */
  by: { actor: string; at: string } | undefined
  /** The text that the draft began on. */
  base: string | undefined
  /** A save was refused as stale: the refusal brings the newest revision, sooner than any event may. */
  hear: (refusal: Refusal) => void
}

/** @param spec - the newest one that the page has read */
export function useTheirs(brief: BriefHead, spec: string, began: number): Theirs {
  const [told, setTold] = useState<{ revision: number; spec: string | undefined } | null>(null)
  const revision = Math.max(brief.revision, told?.revision ?? 0)
  const clashes = revision > began
  const now = useRead('brief.specHistory', { briefId: brief.id, revision }, { enabled: clashes })
  const before = useRead('brief.specHistory', { briefId: brief.id, revision: began }, { enabled: clashes && began > 0 })
  const fromRefusal = told?.revision === revision ? told.spec : undefined
  return {
    revision,
    spec: revision === brief.revision ? spec : (fromRefusal ?? now.data?.spec),
    by: now.data?.items.find(item => item.revision === revision),
    base: began === 0 ? '' : before.data?.spec,
    hear: ({ data }) => {
      if (typeof data['revision'] === 'number')
        setTold({ revision: data['revision'], spec: typeof data['spec'] === 'string' ? data['spec'] : undefined })
    },
  }
}
