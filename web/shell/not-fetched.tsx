import { useEffect } from 'react'
import { dropTyped } from '../bloom/write/type-ahead.ts'
import { sayNot } from '../house/toasts.tsx'

/** Stands for what floats and could not be fetched: it is said once, and the page under it stays as it is. */
export function NotFetched({ name, onClose }: { name: string; onClose: () => void }) {
  useEffect(() => {
    dropTyped()
    sayNot(`${name} could not be fetched. Once flower answers, load this page again for it.`)
    onClose()
    // Once, whoever draws it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return null
}
