import { lazy, type ReactNode, Suspense } from 'react'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons at its foot; the one that goes on stands last. */
  actions: ReactNode
}

const Floating = lazy(() => import('./dialog-floating.tsx').then(module => ({ default: module.DialogFloating })))

/** A question that has to be settled before anything else. Escape and a press beside it close it. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={null}>
      <Floating {...props} />
    </Suspense>
  )
}
