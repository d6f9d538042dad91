import { Component, lazy, type ReactNode, Suspense } from 'react'
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

type NetState = { text: string; torn: boolean }

/** A text that can't be rendered, or whose renderer can't be fetched, is read as it was written. */
class Net extends Component<{ text: string; children: ReactNode }, NetState> {
  override state: NetState = { text: this.props.text, torn: false }
  static getDerivedStateFromError(): Partial<NetState> {
    return { torn: true }
  }
  static getDerivedStateFromProps({ text }: { text: string }, before: NetState): NetState | null {
    return text === before.text ? null : { text, torn: false }
  }
  override render() {
    return this.state.torn ? <AsWritten text={this.props.text} /> : this.props.children
  }
}

/**
 * Markdown, rendered. The renderer loads when the first text needs it.
 * @param props.lines - it was written into a plain field, where a new line is a new line
 */
export function Prose({ text, label, lines }: { text: string; label?: string; lines?: boolean }) {
  return (
    <ProseBox label={label} lines={lines}>
      <Net text={text}>
        <Suspense fallback={<Loading label="Loading the text" />}>
          <Markdown text={text} />
        </Suspense>
      </Net>
    </ProseBox>
  )
}
