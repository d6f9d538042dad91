import { lazy, type ReactNode, Suspense } from 'react'
import { Loading } from '../nothing.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then(module => ({ default: module.Markdown })))

/** The measure and voice of a text that is read: a spec, a note, an answer. */
export function ProseBox({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <article className="prose" dir="auto" aria-label={label}>
      {children}
    </article>
  )
}

/** Markdown, rendered. The renderer loads when the first text needs it. */
export function Prose({ text, label }: { text: string; label?: string }) {
  return (
    <ProseBox label={label}>
      <Suspense fallback={<Loading label="Loading the text" />}>
        <Markdown text={text} />
      </Suspense>
    </ProseBox>
  )
}
