import { Outlet } from '@tanstack/react-router'
import { SkipLink } from '../bloom/section.tsx'
import { ToastShelf } from '../house/toasts.tsx'
import { useRoutedLinks } from './links.ts'

/** What stands around every place: the bar above it, the pulse below it. */
export function Shell() {
  useRoutedLinks()
  return (
    <>
      <SkipLink />
      <Outlet />
      <ToastShelf />
    </>
  )
}
