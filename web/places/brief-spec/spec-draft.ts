/** A spec that is being written: kept in this browser with the revision that it began on. */
import { useDraft } from '../../bloom/write/draft.ts'
import type { BriefHead } from '../brief/words.ts'

export type SpecDraft = {
  text: string
  /** The revision that the writer read. */
  revision: number
  /** It differs from nothing: somebody began to write. */
  isKept: boolean
  write: (text: string) => void
  /** Goes on from another revision. */
  rebase: (text: string, revision: number) => void
  discard: () => void
}

/** The first line of what is kept is the revision. */
function readKept(kept: string): { revision: number; text: string } | null {
  const found = /^(\d+)\n/.exec(kept)
  return found === null ? null : { revision: Number(found[1]), text: kept.slice(found[0].length) }
}

export function useSpecDraft(brief: BriefHead, spec: string): SpecDraft {
  const [raw, setRaw] = useDraft(`spec ${brief.id}`)
  const kept = readKept(raw)
  const revision = kept?.revision ?? brief.revision
  const rebase = (text: string, on: number) => setRaw(`${on}\n${text}`)
  return {
    text: kept?.text ?? spec,
    revision,
    isKept: kept !== null,
    write: text => (text === spec && revision === brief.revision ? setRaw('') : rebase(text, revision)),
    rebase,
    discard: () => setRaw(''),
  }
}
