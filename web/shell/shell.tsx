import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Refusal } from '#domain/refusal.ts'
import { bringKeyboard } from '../bloom/keys.ts'
import { Sheet, SkipLink } from '../bloom/section.tsx'
import { awaitField } from '../bloom/write/type-ahead.ts'
import { type AskedOperation, onAskedOperation } from '../house/ask-palette.ts'
import { Failure } from '../house/failures.tsx'
import { useRead } from '../house/read.ts'
import { ToastShelf } from '../house/toasts.tsx'
import { Help } from './help/help.tsx'
import { HouseBar, HouseTabs } from './house-bar.tsx'
import { HouseNotices } from './house-notices.tsx'
import { HousePulse } from './house-pulse.tsx'
import { useHouseKeys, useReach } from './keys.ts'
import { useRoutedLinks } from './links.ts'
import { Palette } from './palette/palette.tsx'

/** At another place the keyboard begins at its content, and a screen reader says where it is. */
function useFocusOfPlace(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        const content = document.getElementById('content')
        // A place whose first thing is a field has put the keyboard there itself.
        if (pathChanged && fromLocation !== undefined && !content?.contains(document.activeElement))
          bringKeyboard(content)
      }),
    [router],
  )
}

/** A file that misses its field must not take the page's place: the browser would open it. */
function useNoStrayFiles(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer, defaultPrevented } = event
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    const kinds = ['dragover', 'drop'] as const
    for (const kind of kinds) window.addEventListener(kind, refuse)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, refuse)
    }
  }, [])
}

/** What stands around every place: the bar above it, the pulse below it, and what the house has to say. */
export function Shell() {
  useRoutedLinks()
  useFocusOfPlace()
  useNoStrayFiles()
  const reach = useReach()
  const [floats, setFloats] = useState<'palette' | 'help'>()
  const [asked, setAsked] = useState<AskedOperation>()
  const find = (operation?: AskedOperation) => {
    setAsked(operation)
    setFloats('palette')
    if (operation === undefined) awaitField()
  }
  useEffect(() => onAskedOperation(find))
  const shut = () => setFloats(undefined)
  useHouseKeys({ reach, find: () => find(), help: () => setFloats('help') })
  const { data, error } = useRead('system.info', {})
  // Once something is shown it stays: what somebody is writing must not go with the sign-in.
  const isLocked = data === undefined && error instanceof Refusal && error.kind === 'forbidden'
  return (
    <>
      <SkipLink />
      <HouseBar onCapture={() => reach('capture')} onSearch={() => find()} />
      <HouseNotices />
      {isLocked ? (
        <Sheet place="locked">
          <h1 className="hide">Signed out</h1>
          <Failure error={error} />
        </Sheet>
      ) : (
        <Outlet />
      )}
      <ToastShelf />
      <HousePulse />
      <HouseTabs />
      {floats === 'palette' && <Palette asked={asked} onClose={shut} />}
      {floats === 'help' && <Help onClose={shut} onFind={() => find()} />}
    </>
  )
}
