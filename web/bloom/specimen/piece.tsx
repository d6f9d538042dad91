import type { ReactNode } from 'react'

/** One line of the specimen: what it is, and the part in its states. */
export function Piece({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="specimen">
      <p className="label">{label}</p>
      <div className="specimen-in">{children}</div>
    </div>
  )
}

/** A piece that needs the whole width. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="specimen-wide">
      <p className="label">{label}</p>
      {children}
    </div>
  )
}

/** Moments of the cast's day, counted back from when the page was opened. */
const opened = Date.now()
export const ago = (minutes: number) => opened - minutes * 60_000
