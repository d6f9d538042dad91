import { type ReactNode, useEffect, useState } from 'react'
import { Button, Fold } from '../button.tsx'

type Copied = 'no' | 'yes' | 'refused'

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, children, keys }: { text: string; children: ReactNode; keys?: string }) {
  const [copied, setCopied] = useState<Copied>('no')
  useEffect(() => {
    if (copied === 'no') return
    const over = setTimeout(() => setCopied('no'), 2000)
    return () => clearTimeout(over)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      setCopied('refused')
    }
  }
  return (
    <>
      <Button small icon={copied === 'yes' ? 'done' : 'copy'} keys={keys} onClick={() => void copy()}>
        {copied === 'yes' ? 'Copied' : children}
      </Button>
      <span className={copied === 'refused' ? 'clay-ink' : 'hide'} role="status">
        {copied === 'yes' && 'Copied'}
        {copied === 'refused' && 'The browser doesn’t let this page copy: select the text instead'}
      </span>
    </>
  )
}

/** A text to copy, word for word. Folded when it is longer than `lines`. */
export function Well(props: {
  /** What it is: `packet`. */
  label: string
  text: string
  /** Beside the label: where it comes from, its size. */
  note?: ReactNode
  copy?: ReactNode
  lines?: number
  keys?: string
}) {
  const { label, text, lines = 12 } = props
  const [open, setOpen] = useState(false)
  const all = text.split('\n')
  const more = all.length - lines
  const shown = open || more <= 1 ? text : all.slice(0, lines).join('\n')
  return (
    <div className="packet">
      <div className="label">
        {label} {props.note !== undefined && <span className="dim">{props.note}</span>}
        <CopyButton text={text} keys={props.keys}>
          {props.copy ?? `Copy ${label}`}
        </CopyButton>
      </div>
      {/* It may be cut by its own height on a small screen, so a keyboard has to reach it. */}
      <pre className="well" dir="auto" role="group" tabIndex={0} aria-label={label}>
        {shown}
      </pre>
      {more > 1 && (
        <Fold open={open} onClick={() => setOpen(!open)}>
          {open ? 'fewer lines' : `${more} more lines`}
        </Fold>
      )}
    </div>
  )
}
