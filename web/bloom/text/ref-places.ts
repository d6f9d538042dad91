/** Where references lead that have no place of their own: a decision and a dispatch, on the page of their Brief. */
import { createContext, useCallback, useContext } from 'react'
import { refHref } from './refs.ts'

/** References with an anchor on this page, by the address that leads there. */
export const RefPlaces = createContext<ReadonlyMap<string, string>>(new Map())

/** Where a reference leads from here; undefined when it leads nowhere and stays a text. */
export function useRefHref(): (ref: string) => string | undefined {
  const here = useContext(RefPlaces)
  return useCallback(ref => here.get(ref) ?? refHref(ref), [here])
}
