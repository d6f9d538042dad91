import { lazy, type ReactNode, Suspense } from 'react'
import { Net } from '../net.tsx'
import { Loading } from '../nothing.tsx'
import { AsWritten } from './as-written.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then(module => ({ default: module.Markdown })))

/** The measure and voice of a text that is read: a spec, a note, an answer. */
export function ProseBox({ children, label, lines }: { children: ReactNode; label?: string; lines?: boolean }) {
  return (
    <article className={lines ? 'prose keeps-lines' : 'prose'} dir="auto" aria-label={label}>
      {children}
    </article>
  )
}

/**
 * Markdown, rendered. The renderer loads when the first text needs it; what it can't render is read as it was written.
 * @param props.lines - it was written into a plain field, where a new line is a new line
 */
export function Prose({ text, label, lines }: { text: string; label?: string; lines?: boolean }) {
  return (
    <ProseBox label={label} lines={lines}>
      <Net of={text} torn={<AsWritten text={text} />}>
        <Suspense fallback={<Loading label="Loading the text" />}>
          <Markdown text={text} />
        </Suspense>
      </Net>
    </ProseBox>
  )
}
