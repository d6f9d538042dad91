import type { ReactNode } from 'react'
import { Fold, Kbd } from './button.tsx'
import { NodeGlyph, StateGlyph, type WorkState } from './glyph.tsx'

const noticeState: Record<'amber' | 'clay' | 'petal', WorkState> = { amber: 'waits', clay: 'blocked', petal: 'asks' }

/**
 * Something that the reader has to know here: refused (clay), degraded or offline (amber), asked of them (petal).
 * `live` announces it when it comes up by itself.
 */
export function Notice(props: {
  tone: 'amber' | 'clay' | 'petal'
  children: ReactNode
  actions?: ReactNode
  live?: boolean
}) {
  const { tone, children, actions, live = false } = props
  return (
    <div className={`notice notice-${tone}`} role={live ? 'status' : 'note'}>
      <PlainGlyph state={noticeState[tone]} />
      <p>{children}</p>
      {actions !== undefined && <div className="notice-do">{actions}</div>}
    </div>
  )
}

/** The notice colours its own glyph. */
function PlainGlyph({ state }: { state: WorkState }) {
  return state === 'asks' ? <NodeGlyph node="ask" /> : <StateGlyph state={state} />
}

/** What has just been done, with the way back; with `isNot` what was not done. */
export function Toast({ children, onUndo, isNot }: { children: ReactNode; onUndo?: () => void; isNot?: boolean }) {
  return (
    <p className="toast">
      <StateGlyph state={isNot ? 'failed' : 'done'} />
      <span>{children}</span>
      {onUndo !== undefined && (
        <button type="button" className="btn btn-bare btn-small" onClick={onUndo}>
          Undo <Kbd>⌘Z</Kbd>
        </button>
      )}
    </p>
  )
}

/** Where toasts come up: above the pulse, announced politely. Keep it mounted while it is empty. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <div className="toasts" role="status" aria-label="Just done">
      {children}
    </div>
  )
}

/** News that waits while somebody reads further down. */
export function Newer({ count, noun, onShow }: { count: number; noun: string; onShow: () => void }) {
  if (count === 0) return null
  return (
    <p className="newer" role="status">
      <Fold onClick={onShow} icon={<NodeGlyph node="words" tone="petal" />}>
        {count} newer {count === 1 ? noun : `${noun}s`}
      </Fold>
    </p>
  )
}
