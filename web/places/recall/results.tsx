/** What was found, best first, with the words in view. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Button, Fold, Kbd } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { useMoveKeys } from '../../bloom/list/move-keys.ts'
import { Said, Sep } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Hits } from '../../bloom/text/hits.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { useRecallAddress } from './address.ts'
import { type Found, kinds, leadsTo, sinceOf, spoken } from './kinds.ts'
import { Scratchpad } from './scratchpad.tsx'

/** The house ranks no more than a hundred. */
const most = 50

type Answer = Output<'recall.search'>

/** The newest answer with the search that it belongs to: what is shown is never of one search under the name of another. */
type Settled = { query: string; answer: Answer }

export function Results() {
  const { query, types, since, project, change } = useRecallAddress()
  const [now] = useState(() => Date.now())
  const asked = query.trim()
  const read = useRead(
    'recall.search',
    {
      query: asked,
      project,
      scope: project === undefined ? 'all' : undefined,
      types: types?.split(',') as Found['type'][] | undefined,
      since: sinceOf(since, now),
      limit: most,
    },
    { enabled: asked !== '', keep: true },
  )
  const [settled, setSettled] = useState<Settled>()
  if (read.data && !read.isPlaceholderData && (settled?.answer !== read.data || settled.query !== asked))
    setSettled({ query: asked, answer: read.data })
  if (asked === '') return <Nothing />
  if (read.error && !read.data) return <Failure error={read.error} again={() => void read.refetch()} />
  if (settled === undefined) return <Loading label="Searching" />
  const isNarrowed = types !== undefined || since !== undefined || project !== undefined
  const widen = isNarrowed && (
    <Button small onClick={() => change({ types: undefined, since: undefined, project: undefined })}>
      Search everything
    </Button>
  )
  return <Shown settled={settled} isLate={read.isPlaceholderData} widen={widen} />
}

function Shown({ settled, isLate, widen }: { settled: Settled; isLate: boolean; widen: ReactNode }) {
  const { query, answer } = settled
  const { items, partial } = answer
  return (
    <Section
      eyebrow="found · best first"
      title={isLate ? 'Searching…' : headOf(items.length)}
      tools={
        items.length > 0 && (
          <span className="small dim hint">
            <Kbd>/</Kbd> search, <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>↵</Kbd> open
          </span>
        )
      }
    >
      <p className="hide" role="status">
        {isLate ? '' : `${headOf(items.length)} for ${query}`}
      </p>
      {partial && (
        <Notice tone="amber">
          These words are very common: only the newest texts that hold them were ranked. One more word finds better.
        </Notice>
      )}
      <div aria-busy={isLate}>
        {items.length === 0 ? (
          <Empty>
            Nothing holds{' '}
            <b>
              <Said>{query}</Said>
            </b>
            . Fewer words, or the beginning of one, find more. {widen}
          </Empty>
        ) : (
          <FoundList key={query} items={items} query={query} />
        )}
      </div>
      {items.length === most && (
        <p className="list-foot dim small">The best {most} are shown. One more word brings the rest nearer.</p>
      )}
    </Section>
  )
}

const headOf = (count: number): string => (count === most ? `${most} or more found` : `${count} found`)

function Nothing() {
  return (
    <Empty>
      Type what you remember of it: words of a Brief and its spec, of what was said in a trace, of a question and its
      answer, of a scratchpad. The last word may be half a word.
    </Empty>
  )
}

function FoundList({ items, query }: { items: readonly Found[]; query: string }) {
  const navigate = useNavigate()
  const [here, setHere] = useState(-1)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const toggle = (name: string) =>
    setOpened(before => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  useMoveKeys({
    count: items.length,
    here,
    onMove: setHere,
    onOpen: place => {
      const found = items[place]
      if (found === undefined) return
      const href = leadsTo(found)
      if (href === undefined) toggle(keyOf(found))
      else void navigate({ href })
    },
  })
  useEffect(() => {
    if (here >= 0) list.current?.children[here]?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <ol ref={list} className="found" aria-label={counted(items.length, 'result')}>
      {items.map((found, place) => (
        <Result
          key={keyOf(found)}
          found={found}
          query={query}
          here={place === here}
          open={opened.has(keyOf(found))}
          onToggle={() => toggle(keyOf(found))}
        />
      ))}
    </ol>
  )
}

const keyOf = ({ type, ref }: Found): string => `${type} ${ref}`

type ResultProps = { found: Found; query: string; here: boolean; open: boolean; onToggle: () => void }

function Result({ found, query, here, open, onToggle }: ResultProps) {
  const { type, briefId, project, title, snippet, at } = found
  const href = leadsTo(found)
  const name = title === '' ? spoken(found) : title
  return (
    <li className={here ? 'is-here' : undefined} aria-current={here || undefined}>
      <Icon name={kinds[type].icon} />
      <div className="found-what">
        <p className="found-title">
          {href === undefined ? (
            <Fold open={open} onClick={onToggle}>
              <Hits text={name} query={query} />
            </Fold>
          ) : (
            <a href={href}>
              <Hits text={name} query={query} />
            </a>
          )}
        </p>
        {snippet !== '' && (
          <p className="found-words" dir="auto">
            <Hits text={snippet} query={query} />
          </p>
        )}
        <p className="meta">
          {type} <span className="mono">{spoken(found)}</span>
          {briefId !== null && type !== 'brief' && (
            <>
              {' '}
              of <a href={`/briefs/${briefId}`}>#{briefId}</a>
            </>
          )}
          <Sep />
          <Said>{project}</Said>
          <Sep />
          <RelativeTime at={at} ago />
        </p>
        {open && <Scratchpad id={found.ref} />}
      </div>
    </li>
  )
}
