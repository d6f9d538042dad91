/** A text that is being written on top of a version: kept in this browser with the version that it began on. */
import { useDraft } from './draft.ts'

export type BasedDraft = {
  text: string
  /** The version that the writer read. */
  revision: number
  /** It differs from nothing: somebody began to write. */
  isKept: boolean
  write: (text: string) => void
  /** Goes on from another version. */
  rebase: (text: string, revision: number) => void
  discard: () => void
}

/** The first line of what is kept is the version. */
function readKept(kept: string): { revision: number; text: string } | null {
  const found = /^(\d+)\n/.exec(kept)
  return found === null ? null : { revision: Number(found[1]), text: kept.slice(found[0].length) }
}

/** @param saved - the newest version that the house has */
export function useBasedDraft(name: string, saved: { text: string; revision: number }): BasedDraft {
  const [raw, setRaw] = useDraft(name)
  const kept = readKept(raw)
  const revision = kept?.revision ?? saved.revision
  const rebase = (text: string, on: number) => setRaw(`${on}\n${text}`)
  return {
    text: kept?.text ?? saved.text,
    revision,
    isKept: kept !== null,
    write: text => (text === saved.text && revision === saved.revision ? setRaw('') : rebase(text, revision)),
    rebase,
    discard: () => setRaw(''),
  }
}
