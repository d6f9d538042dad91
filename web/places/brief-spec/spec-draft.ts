import { type BasedDraft, useBasedDraft } from '../../bloom/write/based-draft.ts'
import type { BriefHead } from '../brief/words.ts'

/** A spec that is being written, with the revision that it began on. */
export type SpecDraft = BasedDraft

export const useSpecDraft = ({ id, revision }: BriefHead, spec: string): SpecDraft =>
  useBasedDraft(`spec ${id}`, { text: spec, revision })
