import { lazy, Suspense, useState } from 'react'
import { heldKeys } from '../../bloom/keys.ts'
import { Net } from '../../bloom/net.tsx'
import { NotFetched } from '../not-fetched.tsx'
import type { HelpProps } from './help-floating.tsx'

const Floating = lazy(() => import('./help-floating.tsx').then(module => ({ default: module.HelpFloating })))

/** The help sheet, about what stood there when it was asked for. */
export function Help(props: Omit<HelpProps, 'held'>) {
  const [held] = useState(heldKeys)
  return (
    <Net torn={<NotFetched name="The help" onClose={props.onClose} />}>
      <Suspense fallback={null}>
        <Floating {...props} held={held} />
      </Suspense>
    </Net>
  )
}
