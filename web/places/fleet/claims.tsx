/** Who works on which paths, and where two meet. */
import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { overlaps } from '#domain/worktree/file-claim.ts'
import { useTimed } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { left } from '../../bloom/time.ts'

type Claim = WorktreeView['claims'][number] & { worktree: WorktreeView }

export function Claims({ worktrees }: { worktrees: readonly WorktreeView[] }) {
  const claims = worktrees.flatMap(worktree => worktree.claims.map((claim): Claim => ({ ...claim, worktree })))
  return (
    <AsideSection eyebrow="paths · held" title="Path claims">
      {claims.length === 0 ? (
        <Empty>Nobody has claimed a path.</Empty>
      ) : (
        <ul className="held">
          {claims.map(claim => (
            <Held key={`${claim.worktree.id} ${claim.holder} ${claim.path}`} claim={claim} all={claims} />
          ))}
        </ul>
      )}
    </AsideSection>
  )
}

function Held({ claim, all }: { claim: Claim; all: readonly Claim[] }) {
  const { path, holder, expiresAt, worktree } = claim
  const meets = all.find(
    other => other.holder !== holder && other.worktree.project === worktree.project && overlaps(other.path, path),
  )
  return (
    <li className={meets && 'is-overlap'}>
      <span className="mono">
        <Said>{path}</Said>
      </span>
      <span>
        <span title={holder}>
          <Said>{bareName(holder)}</Said>
        </span>
        , <Ref href={`/fleet#${ref('worktree', worktree.id)}`}>{ref('worktree', worktree.id)}</Ref>
        {meets && (
          <State state="waits" tone="amber">
            meets <Said>{bareName(meets.holder)}</Said>, both were told
          </State>
        )}
      </span>
      <Ends at={expiresAt} />
    </li>
  )
}

function Ends({ at }: { at: string }) {
  const rest = useTimed(now => left(Date.parse(at), now))
  return <span className="dim">{rest ?? 'ended'}</span>
}
