import { type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { bringKeyboard } from '../keys.ts'
import { Net } from '../net.tsx'
import { Loading } from '../nothing.tsx'
import { isSave, isSend } from './composing.ts'
import { awaitField } from './type-ahead.ts'

export type MarkdownFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** ⌘S and ⌘↵, or with Ctrl. */
  onSave: () => void
}

const Editor = lazy(() => import('./markdown-editor.tsx').then(module => ({ default: module.MarkdownEditor })))

/** A long text in Markdown; it has the keyboard as soon as it is there. Where the editor can't be fetched, a plain field does. */
export function MarkdownField(props: MarkdownFieldProps) {
  return (
    <Net torn={<Plain {...props} />}>
      <Suspense fallback={<Coming />}>
        <Editor {...props} />
      </Suspense>
    </Net>
  )
}

/** Who asked for the editor goes on typing while it is fetched. */
function Coming() {
  useLayoutEffect(awaitField, [])
  return <Loading label="Loading the editor" />
}

function Plain({ label, value, onChange, onSave }: MarkdownFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => bringKeyboard(field.current), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSave(event) && !isSend(event)) return
    event.preventDefault()
    onSave()
  }
  return (
    <textarea
      ref={field}
      className="editor-source"
      aria-label={label}
      dir="auto"
      spellCheck={false}
      rows={24}
      value={value}
      onChange={event => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
