/** Which MAIN is shown lives in the address, and `#m7` leads to a submission or its landing. */
import { useLocation } from '@tanstack/react-router'
import { readRef } from '#domain/ref.ts'

export type MainSearch = { project?: string }

/** Reads an address that anybody may have written. */
export function readSearch(search: Record<string, unknown>): MainSearch {
  const { project } = search
  return { project: (typeof project === 'string' ? project.slice(0, 500) : '') || undefined }
}

export function useMainAddress(): { project: string | undefined; asked: number | undefined } {
  const project = useLocation({ select: location => (location.search as MainSearch).project })
  const hash = useLocation({ select: location => location.hash })
  return { project, asked: hash.startsWith('m') ? readRef('merge', hash) : undefined }
}
