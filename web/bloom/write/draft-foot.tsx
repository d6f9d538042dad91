import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Sep } from '../mark.tsx'
import type { BasedDraft } from './based-draft.ts'

type DraftFootProps = {
  draft: BasedDraft
  /** Before the number of a version: `r` of a spec, `v` of a template. */
  mark: string
  newest: number
  /** How long it is. */
  length: ReactNode
  busy: boolean
  /** Somebody else saved meanwhile, and what becomes of that is chosen elsewhere. */
  isStale: boolean
  onSave: () => void
}

/** Under an editor: what the draft stands on, and the ways to go on from it. */
export function DraftFoot({ draft, mark, newest, length, busy, isStale, onSave }: DraftFootProps) {
  const unchanged = draft.isKept ? undefined : 'nothing has changed'
  return (
    <p className="editor-foot">
      <span className="dim">
        {draft.isKept ? 'draft kept in this browser, on ' : 'as saved, '}
        {mark}
        {draft.revision}
        <Sep />
        {length}
      </span>
      <span className="grow" />
      {draft.isKept && (
        <Button look="bare" onClick={draft.discard}>
          Discard draft
        </Button>
      )}
      <Button
        keys="⌘S"
        busy={busy}
        refused={isStale ? `choose above what becomes of ${mark}${newest}` : unchanged}
        onClick={onSave}
      >
        Save as {mark}
        {newest + 1}
      </Button>
    </p>
  )
}
