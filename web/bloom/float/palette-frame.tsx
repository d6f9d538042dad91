import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'

/** What floats over the page from its top; the keyboard stays inside and returns to where it was. */
export function PaletteFrame(props: {
  label: string
  onClose: () => void
  /** Has the keyboard when it opens. */
  first: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      // At once: a key that is pressed in the next moment is meant for the text that somebody was in.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
  return (
    <Base.Root open onOpenChange={open => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-back" />
        <Base.Popup
          className="palette palette-floats"
          aria-label={props.label}
          initialFocus={props.first}
          finalFocus={false}
        >
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
