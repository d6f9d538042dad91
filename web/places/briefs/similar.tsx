/** Open Briefs about the same, while somebody types. */
import type { ReactNode } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { statusWord } from '../../bloom/glyph.tsx'
import { useSettled } from '../../bloom/write/settled.ts'
import { useRead } from '../../house/read.ts'

export type SimilarItem = Output<'brief.similar'>['items'][number]

/** Fewer letters are about everything. */
const fewest = 8
const typingPause = 250
/** The house looks at no more, and nobody types more than this to say what it is about. */
const most = 2_000

const none: readonly SimilarItem[] = []

export function useSimilar(text: string, project: string | undefined): readonly SimilarItem[] {
  const asked = useSettled(text.trim().slice(0, most), typingPause)
  const enabled = asked.length >= fewest && text.trim() !== ''
  const { data } = useRead('brief.similar', { text: asked, project, limit: 3 }, { enabled, keep: true })
  return enabled ? (data?.items ?? none) : none
}

/** A title with the words that it shares with the text. */
export function Marked({ title, words }: { title: string; words: readonly string[] }) {
  const shared = words.map(word => word.toLocaleLowerCase())
  const isShared = (part: string) => shared.some(word => part.toLocaleLowerCase().startsWith(word))
  return title
    .split(/([\p{L}\p{N}_]+)/u)
    .map((part, place): ReactNode => (place % 2 === 1 && isShared(part) ? <mark key={place}>{part}</mark> : part))
}

export const noteOf = (item: SimilarItem, project: string | undefined): string =>
  [
    statusWord(item.status),
    item.parentId === null ? undefined : `in #${item.parentId}`,
    item.project === project ? undefined : item.project,
  ]
    .filter(part => part !== undefined)
    .join(', ')
