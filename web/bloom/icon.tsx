import type { ReactNode } from 'react'

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.35,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Drawn with one stroke on a 16 px grid. */
const drawn = {
  arrow: <path d="M3 8h9.6M9.2 4.6 12.6 8l-3.4 3.4" />,
  attach: (
    <>
      <rect x="2.3" y="3" width="11.4" height="10" rx="1.2" />
      <path d="m5 6.2 2 1.8-2 1.8M8.8 10h2.4" />
    </>
  ),
  board: <path d="M3.2 3v10M8 3v6.5M12.8 3v8" />,
  branch: (
    <>
      <circle cx="4.5" cy="3.8" r="1.5" />
      <circle cx="4.5" cy="12.2" r="1.5" />
      <circle cx="11.5" cy="5.8" r="1.5" />
      <path d="M4.5 5.3v5.4M11.5 7.3c0 2.6-4.5 1.8-6.8 3.4" />
    </>
  ),
  commit: (
    <>
      <circle cx="8" cy="8" r="2.6" />
      <path d="M8 1.8v3.6M8 10.6v3.6" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.2" />
      <path d="M10.5 5.5V4.2A1.2 1.2 0 0 0 9.3 3H4.2A1.2 1.2 0 0 0 3 4.2v5.1a1.2 1.2 0 0 0 1.2 1.2h1.3" />
    </>
  ),
  dots: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  down: <path d="m4.5 6.3 3.5 3.5 3.5-3.5" />,
  graph: (
    <>
      <circle cx="3.5" cy="8" r="1.5" />
      <circle cx="12.5" cy="4" r="1.5" />
      <circle cx="12.5" cy="12" r="1.5" />
      <path d="M5 8c3 0 3-4 6-4M5 8c3 0 3 4 6 4" />
    </>
  ),
  image: (
    <>
      <rect x="2.5" y="3.2" width="11" height="9.6" rx="1.2" />
      <circle cx="5.8" cy="6.3" r="1" />
      <path d="m3 11.5 3.2-2.8 2 1.7 2.3-2.3 2.7 2.6" />
    </>
  ),
  left: <path d="M9.7 4.5 6.2 8l3.5 3.5" />,
  list: <path d="M5.5 4.2h8M5.5 8h8M5.5 11.8h8M2.5 4.2h.1M2.5 8h.1M2.5 11.8h.1" />,
  lock: (
    <>
      <rect x="3.8" y="7.2" width="8.4" height="6" rx="1.2" />
      <path d="M5.5 7.2V5.3a2.5 2.5 0 0 1 5 0v1.9" />
    </>
  ),
  merge: (
    <>
      <circle cx="4.5" cy="3.8" r="1.5" />
      <circle cx="4.5" cy="12.2" r="1.5" />
      <circle cx="11.5" cy="9" r="1.5" />
      <path d="M4.5 5.3v5.4M4.5 5.3C5 8 7 9 10 9" />
    </>
  ),
  node: (
    <>
      <rect x="2.5" y="3" width="11" height="7.5" rx="1.2" />
      <path d="M5.5 13h5" />
    </>
  ),
  pencil: <path d="m3 13 .6-2.8 7-7a1.3 1.3 0 0 1 1.8 0l.4.4a1.3 1.3 0 0 1 0 1.8l-7 7Z" />,
  play: <path d="M5.2 3.5v9l7-4.5Z" />,
  plus: <path d="M8 3.2v9.6M3.2 8h9.6" />,
  question: <path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.7M8 12.2h.01" />,
  refresh: <path d="M12.8 7A5 5 0 0 0 3.6 5.8M3.2 9a5 5 0 0 0 9.2 1.2M3.4 3v2.9h2.9M12.6 13v-2.9H9.7" />,
  right: <path d="m6.3 4.5 3.5 3.5-3.5 3.5" />,
  room: <path d="M2.8 7.2 8 2.8l5.2 4.4v5.6a.6.6 0 0 1-.6.6H3.4a.6.6 0 0 1-.6-.6Z" />,
  scratch: (
    <>
      <path d="M3.5 2.8h9v7.4l-3 3h-6Z" />
      <path d="M9.5 13.2v-3h3M6 6h4M6 8.5h2" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.3" />
      <path d="m10.3 10.3 3.2 3.2" />
    </>
  ),
  session: <path d="M2.8 4.2a1 1 0 0 1 1-1h8.4a1 1 0 0 1 1 1v5.6a1 1 0 0 1-1 1H7.5L4.8 13v-2.2h-1a1 1 0 0 1-1-1Z" />,
  shield: <path d="M8 2.2 3.3 4v4c0 2.8 1.9 4.8 4.7 5.8 2.8-1 4.7-3 4.7-5.8V4Z" />,
  site: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M2.5 8h11M8 2.5c2 1.8 2.6 3.5 2.6 5.5S10 11.7 8 13.5C6 11.7 5.4 10 5.4 8S6 4.3 8 2.5Z" />
    </>
  ),
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  tree: (
    <path d="M8 14V5.5M8 11c-2.6 0-4.3-1.4-4.5-4 2.6 0 4.3 1.4 4.5 4ZM8 8.2c.1-2.6 1.6-4.4 4.5-4.7.1 2.9-1.7 4.6-4.5 4.7Z" />
  ),
  undo: <path d="M3.2 6.5h6.3a3.2 3.2 0 0 1 0 6.4H6.5M3.2 6.5 6 3.7M3.2 6.5 6 9.3" />,
  struck: (
    <>
      <circle cx="8" cy="8" r="4.8" />
      <path d="m4.8 11.2 6.4-6.4" />
    </>
  ),
  done: <path d="m3.5 8.4 3 3 6-6.6" />,
  failed: <path d="m4.2 4.2 7.6 7.6m0-7.6-7.6 7.6" />,
  gone: <path d="M4 8h8" />,
  idle: <circle cx="8" cy="8" r="4.6" />,
  parked: <path d="M5.8 4.5v7m4.4-7v7" />,
  waits: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 5.2V8l1.9 1.4" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** What needs a fill or a second weight. */
const filled = {
  flower: (
    <>
      <path
        fill="currentColor"
        d="M8 5.65A2.72 2.15 -90 1 1 8 0.2A2.72 2.15 -90 1 1 8 5.65ZM10.04 6.83A2.72 2.15 -30 1 1 14.75 4.1A2.72 2.15 -30 1 1 10.04 6.83ZM10.04 9.18A2.72 2.15 30 1 1 14.75 11.9A2.72 2.15 30 1 1 10.04 9.18ZM8 10.35A2.72 2.15 90 1 1 8 15.8A2.72 2.15 90 1 1 8 10.35ZM5.96 9.18A2.72 2.15 150 1 1 1.25 11.9A2.72 2.15 150 1 1 5.96 9.18ZM5.96 6.82A2.72 2.15 210 1 1 1.25 4.1A2.72 2.15 210 1 1 5.96 6.82Z"
      />
      <circle cx="8" cy="8" r="1.35" fill="currentColor" />
    </>
  ),
  theme: (
    <>
      <g {...stroke}>
        <circle cx="8" cy="8" r="5.2" />
      </g>
      <path d="M8 2.8a5.2 5.2 0 0 1 0 10.4Z" fill="currentColor" />
    </>
  ),
  claimed: (
    <>
      <circle cx="8" cy="8" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M8 3.4a4.6 4.6 0 0 1 0 9.2Z" fill="currentColor" />
    </>
  ),
  queued: (
    <circle cx="8" cy="8" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2.4 2.4" />
  ),
  running: (
    <>
      <circle cx="8" cy="8" r="3" fill="currentColor" />
      <circle
        className="halo"
        cx="8"
        cy="8"
        r="5.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        opacity=".55"
      />
    </>
  ),
  thorn: (
    <>
      <path d="M8 2.4 14 13H2Z" fill="currentColor" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />
      <path d="M8 6.2v3.4" stroke="var(--paper)" strokeWidth="1.4" strokeLinecap="round" />
      <circle cx="8" cy="11.3" r=".85" fill="var(--paper)" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** Every picture of the page besides the flower and the nodes of a trace. */
export type IconName = keyof typeof drawn | keyof typeof filled

function isDrawn(name: IconName): name is keyof typeof drawn {
  return name in drawn
}

/** A picture of 1 em square. Without `label` it is decoration and hidden from a screen reader. */
export function Icon({ name, label, className = '' }: { name: IconName; label?: string; className?: string }) {
  const heard = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg viewBox="0 0 16 16" className={`ic ${className}`.trim()} {...heard}>
      {isDrawn(name) ? <g {...stroke}>{drawn[name]}</g> : filled[name]}
    </svg>
  )
}
