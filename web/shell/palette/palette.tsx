import { lazy, Suspense } from 'react'
import type { PaletteProps } from './palette-floating.tsx'

const Floating = lazy(() => import('./palette-floating.tsx').then(module => ({ default: module.PaletteFloating })))

/** Everything by one key: every operation of the contract, and every object of the house. */
export function Palette(props: PaletteProps) {
  return (
    <Suspense fallback={null}>
      <Floating {...props} />
    </Suspense>
  )
}
