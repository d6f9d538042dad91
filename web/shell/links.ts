/** Parts write plain `<a href>`. A click on one that leads to a place of the page stays inside the page. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const inside = /^\/(?:$|rooms\/[^/]+$|briefs(?:\/\d+)?$|fleet$|main$|bloom$)/

function targetOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.origin !== window.location.origin || link.target !== '' || link.download !== '')
    return undefined
  // The browser moves inside a document by itself.
  const isHere = link.pathname === window.location.pathname && link.search === window.location.search
  if ((isHere && link.hash !== '') || !inside.test(link.pathname)) return undefined
  return link.pathname + link.search + link.hash
}

export function useRoutedLinks(): void {
  const { history } = useRouter()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = targetOf(event)
      if (target === undefined) return
      event.preventDefault()
      history.push(target)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [history])
}
