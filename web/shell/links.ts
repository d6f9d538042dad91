/** Parts write plain `<a href>`. A click on one that leads to a place of the page stays inside the page. */
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A route of the page has exactly this address: what only begins like one is told apart by what is left over. */
function isInside(router: AnyRouter, pathname: string): boolean {
  const [, params, route] = router.getMatchedRoutes(pathname)
  return route !== undefined && params['**'] === undefined
}

function targetOf(event: MouseEvent, router: AnyRouter): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.origin !== window.location.origin || link.target !== '' || link.download !== '')
    return undefined
  // The browser moves inside a document by itself.
  const isHere = link.pathname === window.location.pathname && link.search === window.location.search
  if ((isHere && link.hash !== '') || !isInside(router, link.pathname)) return undefined
  return link.pathname + link.search + link.hash
}

export function useRoutedLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = targetOf(event, router)
      if (target === undefined) return
      event.preventDefault()
      router.history.push(target)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [router])
}
