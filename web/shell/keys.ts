/** Single keys that hold everywhere: `c` and `/` reach a field, `g` and a letter go to a place. */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { isFloating, isWriting } from '../bloom/list/move-keys.ts'
import { places } from './places.ts'

export type HouseField = 'capture' | 'filter'

const fields: Readonly<Record<string, HouseField>> = { c: 'capture', '/': 'filter' }

/** After `g` this long counts as one stroke, in milliseconds. */
const stroke = 1_500

/** Puts the keyboard into a field of the page, and goes to Briefs first where there is none. */
export function useReach(): (field: HouseField) => void {
  const router = useRouter()
  return useCallback(
    field => {
      const there = document.getElementById(field)
      if (there) there.focus()
      else router.history.push(`/briefs#${field}`)
    },
    [router],
  )
}

export function useHouseKeys(reach: (field: HouseField) => void): void {
  const { history } = useRouter()
  const began = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const act = (event: KeyboardEvent): boolean => {
      const place = event.timeStamp - began.current < stroke ? places.find(each => each.go === event.key) : undefined
      began.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const field = fields[event.key]
      if (place !== undefined) history.push(place.href)
      else if (field !== undefined) reach(field)
      return place !== undefined || field !== undefined
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event) || event.metaKey || event.ctrlKey || event.altKey) return
      if (!isFloating() && act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [reach, history])
}
