import { Dialog as Base } from '@base-ui/react/dialog'
import type { DialogProps } from './dialog.tsx'

/** The open dialog; the keyboard stays inside it and returns to where it was. */
export function DialogFloating({ onClose, title, children, actions }: DialogProps) {
  return (
    <Base.Root open onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-back" />
        <Base.Popup className="dialog">
          <Base.Title>{title}</Base.Title>
          <Base.Description render={<div />}>{children}</Base.Description>
          <div className="dialog-do">{actions}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
