/** Writing a template: its text beside the packet that it would give. Nothing that another writer saved is overwritten unseen. */
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { RevisionDiff } from '../../bloom/text/revision-diff.tsx'
import { type BasedDraft, useBasedDraft } from '../../bloom/write/based-draft.ts'
import { isSave } from '../../bloom/write/composing.ts'
import { DraftFoot } from '../../bloom/write/draft-foot.tsx'
import { useSettled } from '../../bloom/write/settled.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { fresh } from '../../house/queries.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import type { Shown } from './one-template.tsx'
import { Preview } from './preview.tsx'

type Props = { shown: Shown; project: string; isOperator: boolean }

/** Long enough that a word is whole more often than not; milliseconds. */
const typingPause = 300

export function TemplateEdit({ shown: { template }, project, isOperator }: Props) {
  const { name, version, body, words } = template
  const draft = useBasedDraft(`template ${name}`, { text: body, revision: version })
  const settled = useSettled(draft.text, typingPause)
  const { save, busy, refused, isStale } = useSaving(template, draft)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSave(event)) return
    event.preventDefault()
    if (!isStale) void save(draft.revision)
  }
  return (
    <>
      {isStale && <Stale template={template} draft={draft} busy={busy} onMine={() => void save(version)} />}
      {refused && !isStale && <RefusedNotice said={refused} />}
      <div className="editor">
        <div className="template-source">
          <textarea
            className="editor-source"
            aria-label={`Text of ${name}`}
            dir="auto"
            spellCheck={false}
            rows={24}
            readOnly={!isOperator}
            value={draft.text}
            onChange={event => draft.write(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p className="small dim template-words">
            It may say <span className="mono">{words.join(' ')}</span>
          </p>
        </div>
        <Preview name={name} project={project} body={draft.isKept ? settled : undefined} />
      </div>
      {isOperator ? (
        <DraftFoot
          draft={draft}
          mark="v"
          newest={version}
          length={`${draft.text.length} characters`}
          busy={busy}
          isStale={isStale}
          onSave={() => void save(draft.revision)}
        />
      ) : (
        <p className="small dim">You read here: an operator edits it.</p>
      )}
    </>
  )
}

function useSaving({ name, version }: Shown['template'], draft: BasedDraft) {
  const revert = useWrite('template.revert', {
    done: ({ version: now }) => ({ words: `${name} reads as before, as v${now}.` }),
  })
  const update = useWrite('template.update', {
    done: ({ version: now }) => ({
      words: `${name} is saved as v${now}; packets are rendered from it from now on.`,
      undo: () => void isTaken(revert.write({ name, to: version })),
    }),
  })
  const save = async (on: number) => {
    if (!draft.isKept || update.busy) return
    // A stale version is refused, and the newest is then read: what stands there is shown beside the draft.
    if (await isTaken(update.write({ name, body: draft.text, version: on }))) draft.discard()
    else fresh.touch([{}])
  }
  return { save, busy: update.busy, refused: update.refused, isStale: draft.isKept && draft.revision < version }
}

type StaleProps = { template: Shown['template']; draft: BasedDraft; busy: boolean; onMine: () => void }

function Stale({ template: { version, updatedBy, body }, draft, busy, onMine }: StaleProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Notice
        tone="amber"
        live
        actions={
          <>
            <Button small aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide the difference' : 'See the difference'}
            </Button>
            <Button small busy={busy} onClick={onMine}>
              Take mine over v{version}
            </Button>
            <Button small look="bare" onClick={draft.discard}>
              Take v{version}
            </Button>
          </>
        }
      >
        <b>
          <Said>{bareName(updatedBy)}</Said> saved v{version}
        </b>{' '}
        while you were writing on v{draft.revision}. Your draft is safe; nothing is overwritten.
      </Notice>
      {isShown && <RevisionDiff before={body} after={draft.text} label={`From v${version} to your draft`} />}
    </>
  )
}
