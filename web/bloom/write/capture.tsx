import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { Button, Fold } from '../button.tsx'
import { Bloom, type BloomStatus } from '../glyph.tsx'
import { useKeys } from '../keys.ts'
import { Unsent } from './composer.tsx'
import { isSend } from './composing.ts'
import { useDraft } from './draft.ts'
import { useSending } from './sending.ts'
import { type SendFile, Uploads, useUploads } from './upload.tsx'

export type SimilarBrief = {
  id: number
  href: string
  status: BloomStatus
  title: ReactNode
  note: ReactNode
  /** What can be done instead of a new Brief: `Add this to it`. */
  action: string
  /** Resolves once the house has it; rejects with the reason, and the text stays. */
  onAction: (text: string, files: readonly string[]) => Promise<void>
}

export type CaptureProps = {
  /** Of the field, for whoever has to bring the keyboard there. */
  id?: string
  draft: string
  /** Picks of the project and the epic. */
  tools?: ReactNode
  similar: readonly SimilarBrief[]
  /** Every change of the text, to look for similar Briefs. */
  onText: (text: string) => void
  onFile?: SendFile
  /** Resolves once the house has it; rejects with the reason, and the text stays. */
  onCapture: (text: string, files: readonly string[], dispatch: boolean) => Promise<void>
  /** Nobody can be reached at the moment. */
  isAway?: boolean
}

function Similar({ similar, onChoose }: { similar: readonly SimilarBrief[]; onChoose: (brief: SimilarBrief) => void }) {
  return (
    <div className="similar" role="status" aria-label="Similar open briefs">
      {similar.length > 0 && (
        <>
          <p className="label">
            similar and open <span className="dim">while you type</span>
          </p>
          <ul>
            {similar.map(brief => (
              <li key={brief.id}>
                <a href={brief.href} dir="auto">
                  <Bloom status={brief.status} />
                  <span className="kid-id">#{brief.id}</span> {brief.title}
                </a>
                <span className="dim">{brief.note}</span>
                <Fold icon={<></>} onClick={() => onChoose(brief)}>
                  {brief.action}
                </Fold>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Where a Brief begins: the first line becomes its title. ⌘↵ captures, ⇧⌘↵ captures and dispatches. */
export function Capture(props: CaptureProps) {
  const ownId = useId()
  const { id = ownId, onText } = props
  const [text, setText] = useDraft(props.draft)
  const images = useUploads(props.onFile)
  const sending = useSending(props.isAway)
  useKeys([
    { keys: '⌘↵', words: 'capture' },
    { keys: '⇧⌘↵', words: 'capture and dispatch' },
  ])
  useEffect(() => onText(text), [text, onText])
  const missing = images.pending ? 'a file is still on its way' : text.trim() === '' ? 'one line is enough' : undefined
  const deliver = (how: () => Promise<void>) => {
    if (missing !== undefined) return
    void sending.run(how, () => {
      setText('')
      images.clear()
    })
  }
  const send = (dispatch: boolean) => deliver(() => props.onCapture(text, images.refs, dispatch))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSend(event)) return
    event.preventDefault()
    send(event.shiftKey)
  }
  return (
    <form className="capture" aria-label="Capture a brief" onSubmit={event => event.preventDefault()}>
      <label className="hide" htmlFor={id}>
        What should happen?
      </label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        className={images.over ? 'growing is-drop' : 'growing'}
        placeholder="What should happen? The first line becomes the title. Paste a screenshot if you have one."
        value={text}
        readOnly={sending.busy}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        {...images.handlers}
      />
      <div className="capture-foot">
        <Uploads uploads={images.uploads} onRemove={images.remove} />
        {props.tools}
        <span className="grow" />
        {missing !== undefined && text !== '' && <span className="dim">{missing}</span>}
        <Button keys="⇧⌘↵" busy={sending.busy} onClick={() => send(true)}>
          Capture &amp; dispatch
        </Button>
        <Button look="petal" keys="⌘↵" busy={sending.busy} onClick={() => send(false)}>
          Capture
        </Button>
        {sending.refused !== null && <Unsent reason={sending.refused} />}
      </div>
      <Similar similar={props.similar} onChoose={brief => deliver(() => brief.onAction(text, images.refs))} />
    </form>
  )
}
