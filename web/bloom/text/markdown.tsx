import type { ReactNode } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Icon } from '../icon.tsx'
import { AsWritten } from './as-written.tsx'
import { keepShallow, linkRefs, settleHeads } from './plugins.ts'
import { useRefHref } from './ref-places.ts'
import { isRef } from './refs.ts'
import { isTangled } from './tangle.ts'

const abroad = /^(?:https?:|mailto:)/i
/** An attachment that this house serves, and nothing else of it: a text must not call an operation by an image. */
const attachment = /^\/api\/attachments\/\d{1,15}$/
const footnote = /^#user-content-fn/

/** What a text may point at; everything else points nowhere. */
function allowed(url: string): string {
  const leads = abroad.test(url) ? URL.canParse(url) : isRef(url) || attachment.test(url) || footnote.test(url)
  return leads ? url : ''
}

function Link({ href = '', children, id }: { href?: string; children?: ReactNode; id?: string }) {
  const hrefOf = useRefHref()
  if (isRef(href)) {
    const place = hrefOf(href)
    return place === undefined ? (
      children
    ) : (
      <a className="ref" href={place}>
        {children}
      </a>
    )
  }
  if (href === '') return children
  const away = abroad.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className="ref" id={id} href={href} {...away}>
      {children}
    </a>
  )
}

/** Only this house's attachments are shown. An image from elsewhere would tell its host who reads, so it is a link. */
function Picture({ src, alt }: { src?: string | Blob; alt?: string }) {
  const url = typeof src === 'string' ? src : ''
  if (attachment.test(url)) return <img src={url} alt={alt ?? ''} loading="lazy" />
  const host = URL.canParse(url) ? new URL(url).host : ''
  if (host === '') return <span className="dim">{alt || 'image'} (not shown)</span>
  return (
    <Link href={url}>
      {alt || 'image'} <span className="dim">(image at {host}, not loaded)</span>
    </Link>
  )
}

type Hast = NonNullable<ExtraProps['node']>['children'][number]

function isTicked(children: readonly Hast[]): boolean {
  return children.some(
    child =>
      child.type === 'element' &&
      (child.tagName === 'input'
        ? child.properties.checked === true
        : child.tagName === 'p' && isTicked(child.children)),
  )
}

function Item({
  node,
  className,
  children,
  id,
}: ExtraProps & { className?: string; children?: ReactNode; id?: string }) {
  const done = className?.includes('task-list-item') && isTicked(node?.children ?? [])
  return (
    <li id={id} className={done ? 'is-done' : undefined}>
      {children}
    </li>
  )
}

function hasText(children: ReactNode): boolean {
  return Array.isArray(children)
    ? children.some(hasText)
    : children !== undefined && children !== null && children !== ''
}

const components: Components = {
  a: ({ href, children, id }) => (
    <Link href={href} id={id}>
      {children}
    </Link>
  ),
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  input: ({ checked }) => <Icon name={checked ? 'done' : 'idle'} label={checked ? 'done' : 'to do'} />,
  ul: ({ className, children }) => (
    <ul className={className?.includes('contains-task-list') ? 'tasks' : undefined}>{children}</ul>
  ),
  li: Item,
  th: ({ children, style }) => (hasText(children) ? <th style={style}>{children}</th> : <td style={style} />),
  table: ({ children }) => (
    // A wide table scrolls by itself, so a keyboard has to reach it.
    <div className="prose-wide" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
}

const plugins = [remarkGfm, keepShallow, linkRefs, settleHeads]

/** Markdown as it stands in a spec or a note. HTML in it stays text. Heavy: come here through `Prose`. */
export function Markdown({ text }: { text: string }) {
  if (isTangled(text)) return <AsWritten text={text} />
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={allowed}>
      {text}
    </ReactMarkdown>
  )
}
