/** Single keys that hold everywhere: `c` and `/` reach a field, `g` and a letter go to a place, `?` tells all of them. */
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useKeys } from '../bloom/keys.ts'
import { awaitField } from '../bloom/write/type-ahead.ts'
import { places } from './places.ts'

export type HouseField = 'capture' | 'filter'

/** Puts the keyboard into a field of the page, and goes to Briefs first where there is none. */
export function useReach(): (field: HouseField) => void {
  const router = useRouter()
  return useCallback(
    field => {
      const there = document.getElementById(field)
      if (there) return there.focus()
      awaitField()
      router.history.push(`/briefs#${field}`)
    },
    [router],
  )
}

export function useHouseKeys(does: { reach: (field: HouseField) => void; find: () => void; help: () => void }): void {
  const { history } = useRouter()
  useKeys(
    [
      ...places.map(({ go, name, href }) => ({
        keys: `g ${go}`,
        words: `go to ${name}`,
        act: () => history.push(href),
      })),
      { keys: 'c', words: 'capture a Brief', act: () => does.reach('capture') },
      { keys: '/', words: 'search', act: () => does.reach('filter') },
      { keys: '?', words: 'this help', act: does.help },
      { keys: '⌘K', words: 'find anything, run any operation', act: does.find, whileWriting: true },
    ],
    { everywhere: true },
  )
}
