/** Who works on which paths, and where two meet. */
import { useMemo } from 'react'
import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { useTimed } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { exactly, left } from '../../bloom/time.ts'
import { type HeldPath, type Holder, heldPaths } from './held.ts'

export function Claims({ worktrees }: { worktrees: readonly WorktreeView[] }) {
  const held = useMemo(() => heldPaths(worktrees), [worktrees])
  return (
    <AsideSection eyebrow="paths · held" title="Path claims">
      {held.length === 0 ? (
        <Empty>Nobody has claimed a path.</Empty>
      ) : (
        <ul className="held">
          {held.map(each => (
            <Held key={`${each.project} ${each.path}`} held={each} />
          ))}
        </ul>
      )}
    </AsideSection>
  )
}

function Held({ held: { path, holders, meets } }: { held: HeldPath }) {
  const isShared = holders.length > 1 || meets.length > 0
  return (
    <li className={isShared ? 'is-overlap' : undefined}>
      <span className="mono">
        <Said>{path}</Said>
      </span>
      {holders.map(holder => (
        <HolderLine key={`${holder.worktreeId} ${holder.actor}`} holder={holder} />
      ))}
      {isShared && (
        <span className="held-meets">
          <State state="waits" tone="amber">
            {meets.length === 0 ? 'overlap' : <Said>meets {meets.map(bareName).join(', ')}</Said>}, all were told
          </State>
        </span>
      )}
    </li>
  )
}

function HolderLine({ holder: { actor, worktreeId, endsAt } }: { holder: Holder }) {
  const ends = Date.parse(endsAt)
  const rest = useTimed(now => left(ends, now))
  const name = ref('worktree', worktreeId)
  return (
    <>
      <span title={actor}>
        <Said>{bareName(actor)}</Said>, <Ref href={`/fleet#${name}`}>{name}</Ref>
      </span>
      <span className="dim" title={`It ends ${exactly(ends)}`}>
        {rest ?? 'ended'}
      </span>
    </>
  )
}
