/** What is tied to a Brief: commits, branches, sessions, scratchpads, sites, files. */
import { useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { Fold } from '../../bloom/button.tsx'
import { Icon, type IconName } from '../../bloom/icon.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { useRefHref } from '../../bloom/text/ref-places.ts'
import { useReader } from '../merge/writes.ts'
import { AddLink } from './add-link.tsx'

type Shown = { key: string; name: string; title: string | null; href: string | null; note: string }
type Group = { name: string; icon: IconName; machine: boolean; links: Shown[] }

const groups: Record<string, { name: string; icon: IconName; machine: boolean }> = {
  scratchpad: { name: 'scratchpads', icon: 'scratch', machine: false },
  branch: { name: 'branches', icon: 'branch', machine: true },
  commit: { name: 'commits', icon: 'commit', machine: true },
  session: { name: 'sessions', icon: 'session', machine: true },
  site: { name: 'sites', icon: 'site', machine: true },
  pull_request: { name: 'pull requests', icon: 'merge', machine: true },
  file: { name: 'files', icon: 'attach', machine: true },
  url: { name: 'addresses', icon: 'site', machine: true },
}

/** Only what a browser may open; anything else stays a text. */
const openable = (url: string | null): string | null => (url !== null && /^https?:\/\//i.test(url) ? url : null)

function grouped({ links, attachments }: BriefRecall, hrefOf: (ref: string) => string | undefined): Group[] {
  const byType = Map.groupBy(links, link => link.type)
  const tied = [...byType].map(([type, all]) => ({
    ...(groups[type] ?? { name: type, icon: 'attach' as const, machine: true }),
    links: all.map(link => ({
      key: String(link.id),
      name: type === 'commit' ? link.ref.slice(0, 9) : link.ref,
      title: link.title,
      href: openable(link.url) ?? hrefOf(link.ref) ?? openable(link.ref),
      note: `${link.ref}, ${link.relation}, by ${link.actor}`,
    })),
  }))
  if (attachments.length === 0) return tied
  const kept = attachments.map(file => ({
    key: `a${file.attachmentId}`,
    name: file.name,
    title: null,
    href: file.url,
    note: `${Math.max(1, Math.round(file.bytes / 1024))} KB, by ${file.actor}`,
  }))
  return [...tied, { name: 'attachments', icon: 'image', machine: true, links: kept }]
}

export function Links({ recall }: { recall: BriefRecall }) {
  const { readsOnly } = useReader()
  const all = grouped(recall, useRefHref())
  return (
    <AsideSection eyebrow="trace · graph" title="Links">
      {all.length === 0 && <Empty>Nothing is tied to it yet.</Empty>}
      {all.length > 0 && (
        <dl className="links">
          {all.map(group => (
            <LinkGroup key={group.name} group={group} />
          ))}
        </dl>
      )}
      {!readsOnly && <AddLink briefId={recall.brief.id} />}
    </AsideSection>
  )
}

/** As many stand there before the rest is folded. */
const most = 3

function LinkGroup({ group: { name, icon, machine, links } }: { group: Group }) {
  const [open, setOpen] = useState(false)
  const shown = open ? links : links.slice(0, most)
  return (
    <div>
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      {shown.map(link => (
        <dd key={link.key} title={link.note}>
          {link.href === null ? (
            <span className={machine ? 'mono' : undefined}>
              <Said>{link.name}</Said>
            </span>
          ) : (
            <Ref href={link.href} mono={machine}>
              <Said>{link.name}</Said>
            </Ref>
          )}{' '}
          {link.title !== null && <Said>{link.title}</Said>}
        </dd>
      ))}
      {links.length > most && (
        <dd>
          <Fold open={open} onClick={() => setOpen(!open)}>
            {open ? 'fewer' : `${links.length - most} more`}
          </Fold>
        </dd>
      )}
    </div>
  )
}
