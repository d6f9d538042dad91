import type { ReactNode } from 'react'

/**
 * How full a context is, with its soft and hard mark.
 * @param share - 0 to 1 of the window, or null when nobody measured it
 */
export function Meter({ share, soft = 0.6, hard = 0.8 }: { share: number | null; soft?: number; hard?: number }) {
  if (share === null) {
    return (
      <span className="meter is-none">
        <span className="meter-n dim">not measured</span>
      </span>
    )
  }
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  const past = share >= hard ? 'hard' : share >= soft ? 'soft' : null
  const words = `context ${percent} % of the window${past === null ? '' : `, past the ${past} mark`}`
  return (
    <span className={past === null ? 'meter' : `meter is-${past}`} role="img" aria-label={words}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect className="m-track" width="100" height="6" />
        <rect className="m-fill" width={percent} height="6" />
        <path className="m-mark" d={`M${soft * 100} 0v6M${hard * 100} 0v6`} />
      </svg>
      <span className="meter-n">{percent}%</span>
    </span>
  )
}

/**
 * Context over an attempt.
 * @param points - [share of the attempt's time, share of the window], both 0 to 1, in order of time
 */
export function Curve(props: { points: readonly (readonly [number, number])[]; soft?: number; hard?: number }) {
  const { points, soft = 0.6, hard = 0.8 } = props
  const last = points.at(-1)?.[1] ?? 0
  const line = points.map(([at, share]) => `${(at * 120).toFixed(1)} ${((1 - share) * 24).toFixed(1)}`).join('L')
  return (
    <svg
      className={last >= hard ? 'curve is-hard' : 'curve'}
      viewBox="0 0 120 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={`context over the attempt, at the end ${Math.round(last * 100)} percent`}
    >
      <path className="curve-marks" d={`M0 ${(1 - hard) * 24}H120M0 ${(1 - soft) * 24}H120`} />
      {line !== '' && <path className="curve-line" d={`M${line}`} />}
    </svg>
  )
}

const dollars = (usd: number) => `$${usd.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')}`

/** Money in US dollars, exact in the title; a dash when it isn't known. */
export function Money({ usd, of, estimated = false }: { usd: number | null; of?: number; estimated?: boolean }) {
  if (usd === null) return <span className="dim">–</span>
  return (
    <span title={`${usd} US dollars${estimated ? ', estimated' : ''}`}>
      {estimated ? '≈ ' : ''}
      {dollars(usd)}
      {of !== undefined && ` of ${dollars(of).replace(/\.00$/, '')}`}
    </span>
  )
}

/** `1912` → `1 912`, `82400` → `82k`, `2140312` → `2.14M`. */
export function shortCount(count: number): string {
  if (count < 10_000) return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')
  if (count < 1_000_000) return `${Math.round(count / 1000)}k`
  return `${(count / 1_000_000).toFixed(2)}M`
}

/** A number of model tokens, exact in the title; `of` is the window or the cap. */
export function Tokens({ count, of }: { count: number; of?: number }) {
  const limit = of === undefined ? '' : ` of ${shortCount(of)}`
  return <span title={`${count}${of === undefined ? '' : ` of ${of}`} tokens`}>{shortCount(count) + limit}</span>
}

export type RollupPart = 'landed' | 'review' | 'now' | 'blocked' | 'waiting'

const rollWords: Record<RollupPart, string> = {
  landed: 'landed',
  review: 'in review',
  now: 'in progress',
  blocked: 'blocked',
  waiting: 'waiting',
}
const rollOrder = ['landed', 'review', 'now', 'blocked', 'waiting'] as const
/** More bars than this say nothing that a share doesn't. */
const mostBars = 24

function bars(parts: Partial<Record<RollupPart, number>>, total: number): RollupPart[] {
  const scale = total > mostBars ? mostBars / total : 1
  return rollOrder.flatMap(part => {
    const count = parts[part] ?? 0
    return Array.from({ length: count === 0 ? 0 : Math.max(1, Math.round(count * scale)) }, () => part)
  })
}

/** The children of an epic, counted: one bar for each, or in proportion when there are many. */
export function Rollup({ parts, words = false }: { parts: Partial<Record<RollupPart, number>>; words?: boolean }) {
  const total = rollOrder.reduce((sum, part) => sum + (parts[part] ?? 0), 0)
  const said = rollOrder.filter(part => (parts[part] ?? 0) > 0).map(part => `${parts[part]} ${rollWords[part]}`)
  return (
    <>
      <span className="roll" role="img" aria-label={said.join(', ') || 'no children'}>
        {bars(parts, total).map((part, place) => (
          <i key={`${part} ${place}`} className={part} />
        ))}
      </span>
      {words && (
        <span className="dim">
          {' '}
          {parts.landed ?? 0} of {total}
        </span>
      )}
    </>
  )
}

/** How many of a set are answered. */
export function SetMeter({ name, answered, of }: { name: ReactNode; answered: number; of: number }) {
  return (
    <span className="set" title="Released together when the last one is answered">
      <span className="dim">set {name}</span>
      <span className="set-meter" role="img" aria-label={`${answered} of ${of} answered`}>
        {Array.from({ length: of }, (_, place) => (
          <i key={place} className={place < answered ? 'on' : undefined} />
        ))}
      </span>
      {answered} of {of}
    </span>
  )
}
