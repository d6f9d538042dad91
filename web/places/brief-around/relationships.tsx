/** What a Brief belongs to, what it waits for, and what waits for it. */
import type { ReactNode } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import type { BriefMention } from '#contract/shapes.ts'
import { isClosed } from '#domain/status.ts'
import { IconButton } from '../../bloom/button.tsx'
import { Rollup } from '../../bloom/figure.tsx'
import { Bloom } from '../../bloom/glyph.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite, type Write } from '../../house/write.ts'
import { rollupParts } from '../brief/words.ts'
import { useReader } from '../merge/writes.ts'
import { Relate } from './relate.tsx'
import { Split } from './split.tsx'
import { Waves } from './waves.tsx'

export function Relationships({ recall: { brief, relationships } }: { recall: BriefRecall }) {
  const { parent, children, dependsOn, dependents, rollup, edges } = relationships
  const relate = useRelate(brief.id)
  const { readsOnly } = useReader()
  const remove = (id: number) => void isTaken(relate.write({ briefId: brief.id, removeDependsOn: [id] }))
  const leave = () => void isTaken(relate.write({ briefId: brief.id, parentId: null }))
  return (
    <AsideSection id="relationships" eyebrow="epic · dependencies" title="Relationships">
      {parent !== null && (
        <Pair label="epic parent">
          <Mention brief={parent} />
          {!readsOnly && (
            <IconButton icon="failed" label={`Take #${brief.id} out of the epic #${parent.id}`} onClick={leave} />
          )}
        </Pair>
      )}
      {dependsOn.map((each, place) => (
        <Pair key={each.id} label={place === 0 ? 'depends on' : ''}>
          <Mention brief={each} />
          {!readsOnly && (
            <IconButton icon="failed" label={`No longer depend on #${each.id}`} onClick={() => remove(each.id)} />
          )}
        </Pair>
      ))}
      {dependents.map((each, place) => (
        <Pair key={each.id} label={place === 0 ? 'needed by' : ''}>
          <Mention brief={each} />
        </Pair>
      ))}
      {rollup !== undefined && (
        <p className="label label-row">
          waves{' '}
          <span className="dim">
            {rollup.complete} of {rollup.total} landed
          </span>
          <Rollup parts={rollupParts(rollup)} />
        </p>
      )}
      <Waves kids={children} edges={edges} />
      {children.length > 0 && (
        <ol className="kids">
          {children.map(child => (
            <Kid key={child.id} child={child} />
          ))}
        </ol>
      )}
      {children.length === 0 && dependsOn.length === 0 && <Empty>No dependencies — dispatchable once planned.</Empty>}
      {relate.refused && <RefusedNotice said={relate.refused} />}
      {!readsOnly && (
        <div className="aside-do">
          <Relate relate={relate} briefId={brief.id} />
          {!isClosed(brief.status) && <Split briefId={brief.id} />}
        </div>
      )}
    </AsideSection>
  )
}

/** Adds and takes away relations; what was just done can be undone. */
function useRelate(briefId: number): Write<'brief.relate'> {
  const relate: Write<'brief.relate'> = useWrite('brief.relate', {
    done: (_, { addDependsOn, removeDependsOn, parentId }) => {
      const added = addDependsOn?.[0]
      const removed = removeDependsOn?.[0]
      const again = (input: object) => () => void isTaken(relate.write({ briefId, ...input }))
      if (added !== undefined)
        return { words: `#${briefId} depends on #${added}.`, undo: again({ removeDependsOn: [added] }) }
      if (removed !== undefined)
        return { words: `#${briefId} no longer depends on #${removed}.`, undo: again({ addDependsOn: [removed] }) }
      return { words: parentId === null ? `#${briefId} is in no epic.` : `#${briefId} belongs to #${parentId}.` }
    },
  })
  return relate
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="pair pair-do">
      <span className="label">{label}</span>
      {children}
    </div>
  )
}

function Mention({ brief }: { brief: BriefMention }) {
  return (
    <a href={`/briefs/${brief.id}`} title={brief.title}>
      <Bloom status={brief.status} blocked={brief.blocked} />
      <span className="kid-id">#{brief.id}</span> <Said>{brief.title}</Said>
    </a>
  )
}

type Child = BriefRecall['relationships']['children'][number]

function Kid({ child }: { child: Child }) {
  return (
    <li className={child.status === 'complete' ? 'kid is-landed' : 'kid'}>
      <a href={`/briefs/${child.id}`} title={child.title}>
        <Bloom status={child.status} />
        <span className="kid-id">#{child.id}</span>
        <span className="kid-title">
          <Said>{child.title}</Said>
        </span>
      </a>
      <span className="kid-note">
        {child.blocked && (
          <span className="clay-ink">
            <Icon name="thorn" />
            blocked{' '}
          </span>
        )}
        {child.wave !== null && `wave ${child.wave}`}
      </span>
    </li>
  )
}
