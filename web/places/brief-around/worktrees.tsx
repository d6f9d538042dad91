/** The worktrees of a Brief: how each stands, and where it is. */
import type { BriefRecall } from '#contract/recall.ts'
import { ref } from '#domain/ref.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { Words } from '../../house/words.tsx'

type Worktree = BriefRecall['worktrees'][number]

/** Nothing where there is none: most ideas have none yet. */
export function Worktrees({ recall: { worktrees } }: { recall: BriefRecall }) {
  if (worktrees.length === 0) return null
  return (
    <AsideSection eyebrow="where · work" title="Worktrees">
      <ul className="people is-stacked">
        {worktrees.map(worktree => (
          <li key={worktree.id} title={worktree.path}>
            <State state={stateOf(worktree)}>
              <Ref href={`/fleet#${ref('worktree', worktree.id)}`} mono>
                <Said>{worktree.name}</Said>
              </Ref>
            </State>
            <span>
              {ref('worktree', worktree.id)} {worktree.status}
              {factsOf(worktree).map(fact => (
                <span key={fact}> · {fact}</span>
              ))}
              {worktree.endedAt !== null && (
                <span>
                  {' '}
                  <RelativeTime at={worktree.endedAt} />
                </span>
              )}
            </span>
            {worktree.reason !== null && (
              <span>
                <Said>
                  <Words text={worktree.reason.split('\n')[0] ?? ''} />
                </Said>
              </span>
            )}
          </li>
        ))}
      </ul>
    </AsideSection>
  )
}

function stateOf({ status, agents }: Worktree): 'running' | 'failed' | 'idle' {
  if (status === 'failed' || status === 'gone') return 'failed'
  return agents.length > 0 || status === 'creating' || status === 'preparing' ? 'running' : 'idle'
}

function factsOf({ dirty, ahead, behind, drift, isolation, endedAt }: Worktree): string[] {
  if (endedAt !== null) return []
  const changed = dirty ? dirty.modified + dirty.untracked + dirty.unmerged : 0
  return [
    isolation,
    changed > 0 ? `${changed} changed` : '',
    ahead ? `${ahead} ahead` : '',
    behind ? `${behind} behind` : '',
    drift ? `on ${drift.branch ?? 'no branch'}` : '',
  ].filter(fact => fact !== '')
}
