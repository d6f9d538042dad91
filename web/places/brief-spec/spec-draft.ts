import { type BasedDraft, useBasedDraft } from '../../bloom/write/based-draft.ts'
import { useIsDrafted } from '../../bloom/write/draft.ts'
import type { BriefHead } from '../brief/words.ts'

/** A spec that is being written, with the revision that it began on. */
export type SpecDraft = BasedDraft

const nameOf = (briefId: number): string => `spec ${briefId}`

export const useSpecDraft = ({ id, revision }: BriefHead, spec: string): SpecDraft =>
  useBasedDraft(nameOf(id), { text: spec, revision })

/** Whether the spec has a draft that the house doesn't know. */
export const useHasSpecDraft = (briefId: number): boolean => useIsDrafted(nameOf(briefId))
