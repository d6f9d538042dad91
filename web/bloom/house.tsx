import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, IconButton, Kbd } from './button.tsx'
import { NodeGlyph, StateGlyph, type WorkState } from './glyph.tsx'
import { Icon, type IconName } from './icon.tsx'
import { useKeysOn } from './keys.ts'
import { useTheme } from './theme.ts'

export type Place = {
  name: string
  href: string
  icon: IconName
  current?: boolean
  count?: number
  /** The keys that lead there, as they are pressed one after another: `g b`. */
  keys?: string
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null
  return (
    <span className="count">
      {count}
      <span className="hide"> for you</span>
    </span>
  )
}

/** The top bar: places with what they want of you, the project, search, capture, theme, and who you are. */
export function Bar(props: {
  places: readonly Place[]
  home: string
  /** A `<Pick label="project">`. */
  project?: ReactNode
  /** The actor, whole: `operator:ada`. Unknown until the house has said it. */
  me?: string
  onSearch?: () => void
  onCapture: () => void
}) {
  const theme = useTheme()
  const keysOn = useKeysOn()
  return (
    <header className="bar">
      <a className="wordmark" href={props.home} aria-label="flower, home">
        <Icon name="flower" className="wordmark-glyph" />
        <span>flower</span>
      </a>
      <nav className="places" aria-label="Places">
        {props.places.map(place => (
          <a
            key={place.href}
            href={place.href}
            aria-current={place.current ? 'page' : undefined}
            title={keysOn && place.keys ? `${place.name} (${place.keys})` : undefined}
          >
            {place.name} <Count count={place.count} />
          </a>
        ))}
      </nav>
      <div className="bar-tools">
        {props.project}
        {props.onSearch !== undefined && (
          <button className="find" type="button" aria-keyshortcuts="Meta+K Control+K" onClick={props.onSearch}>
            <Icon name="search" />
            <span className="find-word">Search or run</span>
            <Kbd>⌘K</Kbd>
          </button>
        )}
        <Button className="bar-capture" keys="c" onClick={props.onCapture}>
          Capture
        </Button>
        <IconButton icon="theme" label={`Theme: ${theme.word}`} onClick={theme.next} />
        {props.me !== undefined && (
          <span className="me" title={props.me}>
            <bdi>{props.me.slice(props.me.indexOf(':') + 1)}</bdi>
          </span>
        )}
      </div>
    </header>
  )
}

export type PulseItem = {
  name: string
  value: ReactNode
  /** Where more of it stands; without one it is only said. */
  href?: string
  glyph: WorkState | { icon: IconName }
  /** Falls away first when it gets narrow. */
  more?: ReactNode
  yours?: boolean
}

export type Liveness = 'live' | 'behind' | 'offline'

const liveWord: Record<Liveness, WorkState | null> = { live: null, behind: 'waits', offline: 'failed' }

/** The line at the foot of every page: the state of the house, the last news, and whether it is live. */
export function Pulse(props: {
  items: readonly PulseItem[]
  news?: ReactNode
  live: Liveness
  /** The number of the last event that was seen. */
  cursor?: ReactNode
}) {
  const behind = liveWord[props.live]
  return (
    <footer className="pulse" aria-label="State of the house">
      {props.items.map(item => (
        <PulsePart key={item.name} item={item} />
      ))}
      <span className="pulse-news wide-only" aria-live="polite">
        {props.news}
      </span>
      <span className="pulse-live" role="status">
        {behind === null ? <span className="live-dot" /> : <StateGlyph state={behind} />}
        {props.live} <span className="mono wide-only">{props.cursor}</span>
      </span>
    </footer>
  )
}

function PulsePart({ item }: { item: PulseItem }) {
  const className = [
    'pulse-item',
    item.yours && 'pulse-you',
    typeof item.value === 'string' && 'is-words',
    item.value === 0 && 'is-none',
  ]
    .filter(Boolean)
    .join(' ')
  const inside = (
    <>
      <PulseGlyph glyph={item.glyph} />
      <b>{item.name}</b> <span className="pulse-value">{item.value}</span>
      {item.more !== undefined && <span className="wide-only">{item.more}</span>}
    </>
  )
  if (item.href === undefined) return <span className={className}>{inside}</span>
  return (
    <a className={className} href={item.href}>
      {inside}
    </a>
  )
}

function PulseGlyph({ glyph }: { glyph: PulseItem['glyph'] }) {
  if (typeof glyph === 'object') return <Icon name={glyph.icon} />
  return glyph === 'asks' ? <NodeGlyph node="ask" /> : <StateGlyph state={glyph} />
}

/** A choice behind the fifth tab, which is one press: the project, say. */
export type TabChoice = { name: string; isChosen: boolean; onChoose: () => void }

type MoreProps = { more?: readonly Place[]; choices?: { label: string; of: readonly TabChoice[] } | undefined }

/** The places on a phone, under the pulse. Four at most; `more` stands behind a fifth, with the choices above it. */
export function PhoneTabs({ places, more, choices }: { places: readonly Place[] } & MoreProps) {
  return (
    <nav className="tabs" aria-label="Places, short">
      {places.map(place => (
        <Tab key={place.href} place={place} />
      ))}
      {more !== undefined && more.length > 0 && <MoreTabs places={more} choices={choices} />}
    </nav>
  )
}

function Tab({ place, onGo }: { place: Place; onGo?: () => void }) {
  return (
    <a href={place.href} aria-current={place.current ? 'page' : undefined} onClick={onGo}>
      <Icon name={place.icon} />
      <span>{place.name}</span>
      <Count count={place.count} />
    </a>
  )
}

function MoreTabs({ places, choices }: { places: readonly Place[] } & Pick<MoreProps, 'choices'>) {
  const [open, setOpen] = useState(false)
  const shut = () => setOpen(false)
  const isHere = places.some(place => place.current)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])
  return (
    <details
      ref={box}
      className={isHere ? 'tabs-more is-current' : 'tabs-more'}
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
      onKeyDown={event => event.key === 'Escape' && shut()}
    >
      <summary>
        <Icon name="dots" />
        <span>More</span>
      </summary>
      <div>
        {choices !== undefined && (
          <div className="tabs-choices" role="group" aria-label={choices.label}>
            <p className="eyebrow" aria-hidden>
              {choices.label}
            </p>
            {choices.of.map(({ name, isChosen, onChoose }) => (
              <button key={name} type="button" aria-pressed={isChosen} onClick={() => (shut(), onChoose())}>
                <span>{isChosen && <Icon name="done" />}</span>
                <bdi>{name}</bdi>
              </button>
            ))}
          </div>
        )}
        {places.map(place => (
          <Tab key={place.href} place={place} onGo={shut} />
        ))}
      </div>
    </details>
  )
}
