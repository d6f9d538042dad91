import type { ReactNode } from 'react'
import { Bloom, type BloomStatus, statusWord } from './glyph.tsx'
import { Icon } from './icon.tsx'

/** A quiet fact about a thing; a link when `href` is given. */
export function Chip({ children, href }: { children: ReactNode; href?: string }) {
  return <span className="chip">{href === undefined ? children : <a href={href}>{children}</a>}</span>
}

/** The status of a Brief, flower and word. */
export function StatusChip({ status }: { status: BloomStatus }) {
  return (
    <span className="chip chip-status">
      <Bloom status={status} silent />
      {statusWord(status)}
    </span>
  )
}

/** Blocked, with its reason. */
export function BlockedChip({ children }: { children: ReactNode }) {
  return (
    <span className="chip chip-blocked">
      <Icon name="thorn" />
      <span>{children}</span>
    </span>
  )
}

/** Chips in a row; each child becomes an item. */
export function Chips({ label = 'State', children }: { label?: string; children: readonly ReactNode[] }) {
  return (
    <ul className="chips" aria-label={label}>
      {children.map((child, place) => (
        <li key={place}>{child}</li>
      ))}
    </ul>
  )
}

/** A small label inside a row. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>
}

/** A link to something by its spoken or machine name. `mono` for hashes, paths and branches. One away opens apart. */
export function Ref({ href, children, mono = false }: { href: string; children: ReactNode; mono?: boolean }) {
  const away = /^https?:/i.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className={mono ? 'ref mono' : 'ref'} href={href} {...away}>
      {children}
    </a>
  )
}

/** Text from somebody else inside our line: its direction doesn't leak into ours. */
export function Said({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}

/** The dot between facts of one line. */
export function Sep() {
  return <span className="sep" />
}

/** A dot that breathes while news comes in. */
export function LiveDot() {
  return <span className="live-dot" />
}

/** Lines added and removed. */
export function PlusMinus({ added, removed }: { added: number; removed: number }) {
  return (
    <>
      <span className="plus">+{added}</span> <span className="minus">−{removed}</span>
    </>
  )
}
