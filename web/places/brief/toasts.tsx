/** What was just done on this Brief, with the way back: the newest one, for ten seconds. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { isWriting } from '../../bloom/list/move-keys.ts'
import { Toast, Toasts } from '../../bloom/says.tsx'

type Said = { words: string; undo?: () => void }
type Say = (words: string, undo?: () => void) => void

const Saying = createContext<{ say: Say }>({ say: () => {} })

export const useToasts = (): { say: Say } => useContext(Saying)

/** Milliseconds. */
const shownFor = 10_000

export function SayingToasts({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said | null>(null)
  const say = useCallback<Say>((words, undo) => setSaid({ words, undo }), [])
  const value = useMemo(() => ({ say }), [say])
  const undo = said?.undo
  const takeBack = useMemo(
    () =>
      undo === undefined
        ? undefined
        : () => {
            setSaid(null)
            undo()
          },
    [undo],
  )
  useEffect(() => {
    if (said === null) return
    const over = setTimeout(() => setSaid(null), shownFor)
    return () => clearTimeout(over)
  }, [said])
  useEffect(() => {
    if (takeBack === undefined) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.metaKey || event.ctrlKey) || event.shiftKey || isWriting(event)) return
      event.preventDefault()
      takeBack()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [takeBack])
  return (
    <Saying value={value}>
      {children}
      <Toasts>{said !== null && <Toast onUndo={takeBack}>{said.words}</Toast>}</Toasts>
    </Saying>
  )
}
