import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** A question that has to be settled before anything else. Escape and a press beside it close it. */
export function Dialog(props: {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons at its foot; the one that goes on stands last. */
  actions: ReactNode
}) {
  return (
    <BaseDialog.Root open={props.open} onOpenChange={open => !open && props.onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="dialog-back" />
        <BaseDialog.Popup className="dialog">
          <BaseDialog.Title>{props.title}</BaseDialog.Title>
          <BaseDialog.Description render={<div />}>{props.children}</BaseDialog.Description>
          <div className="dialog-do">{props.actions}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** A few more words on hover and focus. Never the only place where something is said. `children` takes a ref. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactElement }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="float-layer" sideOffset={6}>
          <BaseTooltip.Popup className="tooltip">{words}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
