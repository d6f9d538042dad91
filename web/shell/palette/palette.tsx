import { lazy, Suspense } from 'react'
import { Net } from '../../bloom/net.tsx'
import { NotFetched } from '../not-fetched.tsx'
import type { PaletteProps } from './palette-floating.tsx'

const Floating = lazy(() => import('./palette-floating.tsx').then(module => ({ default: module.PaletteFloating })))

/** Everything by one key: every operation of the contract, and every object of the house. */
export function Palette(props: PaletteProps) {
  return (
    <Net torn={<NotFetched name="The palette" onClose={props.onClose} />}>
      <Suspense fallback={null}>
        <Floating {...props} />
      </Suspense>
    </Net>
  )
}
