import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { useKeys } from '../keys.ts'
import { isSend } from './composing.ts'
import { useDraft } from './draft.ts'
import { useSending } from './sending.ts'
import { type SendFile, Uploads, useUploads } from './upload.tsx'

/** What is said under a field that wasn't acknowledged: the reason, and that nothing is lost. */
export function Unsent({ reason }: { reason: string }) {
  return (
    <span className="clay-ink composer-said" role="status">
      <Icon name="failed" className="clay" /> {reason} Your text is still here.
    </span>
  )
}

export type ComposerProps = {
  /** What is written here; only heard. */
  label: string
  placeholder: string
  /** Its draft is kept under this name. */
  draft: string
  submit: string
  /** A pick of the kind, say. */
  tools?: ReactNode
  onFile?: SendFile
  /** Resolves once the house has it; rejects with the reason, and the text stays. */
  onSend: (text: string, files: readonly string[]) => Promise<void>
  /** Nobody can be reached at the moment. */
  isAway?: boolean
}

/** A field that grows with its text: ⌘↵ sends, images come by paste and drop, the draft survives a reload. */
export function Composer(props: ComposerProps) {
  const id = useId()
  const [text, setText] = useDraft(props.draft)
  const images = useUploads(props.onFile)
  const sending = useSending(props.isAway)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeys([{ keys: '⌘↵', words: 'send what is written' }])
  const waits = images.pending ? 'a file is still on its way' : undefined
  const send = () => {
    if (text.trim() === '' && images.refs.length === 0) field.current?.focus()
    else if (waits === undefined) deliver()
  }
  const deliver = () => {
    void sending.run(
      () => props.onSend(text, images.refs),
      () => {
        setText('')
        images.clear()
      },
    )
  }
  return (
    <form
      className="composer"
      aria-label={props.label}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <label className="hide" htmlFor={id}>
        {props.label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        dir="auto"
        className={images.over ? 'growing is-drop' : 'growing'}
        placeholder={props.placeholder}
        value={text}
        readOnly={sending.busy}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (!isSend(event)) return
          event.preventDefault()
          send()
        }}
        {...images.handlers}
      />
      <div className="composer-foot">
        <Uploads uploads={images.uploads} onRemove={images.remove} />
        {props.onFile !== undefined && <span className="dim small composer-hint">paste or drop a screenshot</span>}
        <span className="grow" />
        {props.tools}
        <Button keys="⌘↵" busy={sending.busy} refused={waits} onClick={send}>
          {props.submit}
        </Button>
        {sending.refused !== null && <Unsent reason={sending.refused} />}
      </div>
    </form>
  )
}
