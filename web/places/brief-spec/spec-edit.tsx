/** Writing the spec: Markdown beside its preview. Nothing that another writer saved is ever overwritten unseen. */
import { useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { Refusal } from '#domain/refusal.ts'
import { counted } from '../../bloom/spoken.ts'
import { Prose } from '../../bloom/text/prose.tsx'
import { DraftFoot } from '../../bloom/write/draft-foot.tsx'
import { MarkdownField } from '../../bloom/write/markdown-field.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'
import type { BriefHead } from '../brief/words.ts'
import { SpecConflict } from './spec-conflict.tsx'
import type { SpecDraft } from './spec-draft.ts'
import { useTheirs } from './theirs.ts'

type EditProps = { brief: BriefHead; spec: string; draft: SpecDraft; onSaved: () => void }

export function SpecEdit({ brief, spec, draft, onSaved }: EditProps) {
  const theirs = useTheirs(brief, spec, draft.revision)
  const writing = useWrite('brief.writeSpec', {
    done: ({ revision }) => ({ words: `The spec is saved as r${revision}.` }),
  })
  const written = useRef(draft)
  useLayoutEffect(() => {
    written.current = draft
  })
  const save = async (on: number) => {
    if (!draft.isKept || writing.busy) return
    try {
      const { revision } = await writing.write({ briefId: brief.id, spec: draft.text, revision: on })
      const { text } = written.current
      // Who wrote on while it was being saved goes on from what was saved.
      if (text !== draft.text) return draft.rebase(text, revision)
      draft.discard()
      onSaved()
    } catch (reason) {
      if (reason instanceof Refusal && reason.code === 'spec.changed') theirs.hear(reason)
    }
  }
  const clashes = theirs.revision > draft.revision
  return (
    <div>
      {clashes && (
        <SpecConflict
          brief={brief}
          draft={draft}
          theirs={theirs}
          busy={writing.busy}
          onMine={() => void save(theirs.revision)}
        />
      )}
      {writing.refused && !clashes && <RefusedNotice said={writing.refused} />}
      <Editor draft={draft} onSave={() => !clashes && void save(draft.revision)} />
      <DraftFoot
        draft={draft}
        mark="r"
        newest={theirs.revision}
        length={counted(draft.text.split(/\s+/).filter(Boolean).length, 'word')}
        busy={writing.busy}
        isStale={clashes}
        onSave={() => void save(draft.revision)}
      />
    </div>
  )
}

/** Of characters: more would be rendered anew after each letter for seconds. */
const mostPreviewed = 100_000

/** The text up to the end of a line; all of it where that is no more. */
function previewed(text: string): string {
  if (text.length <= mostPreviewed) return text
  const end = text.lastIndexOf('\n', mostPreviewed)
  return text.slice(0, end > 0 ? end : mostPreviewed)
}

function Editor({ draft, onSave }: { draft: SpecDraft; onSave: () => void }) {
  const shown = useDeferredValue(previewed(draft.text))
  const preview = useMemo(() => <Prose text={shown} />, [shown])
  return (
    <div className="editor">
      <MarkdownField label="Spec in Markdown" value={draft.text} onChange={draft.write} onSave={onSave} />
      {/* It scrolls, so a keyboard has to reach it. */}
      <div className="editor-preview" tabIndex={0} role="group" aria-label="Preview">
        {preview}
        {draft.text.length > mostPreviewed && (
          <p className="small dim">The preview of a text of this length ends here; Read shows all of it.</p>
        )}
      </div>
    </div>
  )
}
