import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Menu } from '../../bloom/float/menu.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Ref, Said, Tag } from '../../bloom/mark.tsx'
import { entriesOf, useActions } from '../fleet-hands/actions.ts'
import { SiteAndServices } from '../fleet-serving/services.tsx'
import { placeKey, plainSite } from '../fleet-serving/serving.ts'
import { Agents } from './agents.tsx'
import { Detail } from './detail.tsx'
import type { Ground } from './ground.ts'
import { LineName } from './line-name.tsx'
import { useLook } from './looked.ts'
import { Trouble, Warnings } from './trouble.tsx'
import { bytesInWords, changedIn, dirtWords, distanceOf, isolationWords, stateOf } from './words.ts'

export type RowProps = {
  worktree: WorktreeView
  failed: readonly WorktreeView[]
  ground: Ground
  isLast: boolean
  namesProject: boolean
  /** Something has just happened to it. */
  isNew: boolean
  isOpen: boolean
  /** A key has just moved here. */
  isMoved: boolean
  onMoved: () => void
  /** It has left the list while somebody reads. */
  hasLeft: boolean
  onToggle: () => void
  onLooked: (seen: WorktreeView) => void
  onRemove: (worktree: WorktreeView) => void
}

/** A worktree on the stem of its node: where it stands, who works in it, what is wrong with it. */
export function TreeRow(props: RowProps) {
  const { worktree, ground, isOpen } = props
  const look = useLook(worktree, isOpen, props.onLooked)
  const actions = useActions(worktree)
  const classes = ['tree', props.isLast && 'is-last', props.isNew && 'is-new', props.hasLeft && 'is-doubt']
  const name = ref('worktree', worktree.id)
  const services = ground.services.get(placeKey({ worktreeId: worktree.id })) ?? []
  return (
    <div className={classes.filter(Boolean).join(' ')} id={name}>
      <div className="tree-line">
        <Name {...props} />
        <span className="t-iso" title={isolationWords[worktree.isolation].long}>
          <Tag>{worktree.isolation}</Tag>
          <span className="dim small">{isolationWords[worktree.isolation].short}</span>
        </span>
        <Branch worktree={worktree} />
        <span className="t-site">
          <SiteAndServices services={services} site={plainSite(services)} />
        </span>
        <Disk worktree={worktree} />
        <span className="acts">
          {ground.mayWrite && !props.hasLeft && (
            <Menu
              label={`Actions of ${name}`}
              entries={entriesOf({ worktree, actions, me: ground.me, onRemove: () => props.onRemove(worktree) })}
            />
          )}
        </span>
      </div>
      {!props.hasLeft && (
        <>
          <Trouble worktree={worktree} failed={props.failed} actions={actions} ground={ground} />
          <Warnings warnings={worktree.warnings} />
          <Agents worktree={worktree} ground={ground} />
          {isOpen && <Detail worktree={worktree} look={look} services={services} ground={ground} />}
        </>
      )}
    </div>
  )
}

function Name(props: RowProps) {
  const { worktree, hasLeft } = props
  const state = hasLeft ? { state: 'gone' as const, words: 'no longer here' } : stateOf(worktree)
  return (
    <h3 className="t-name">
      <span className="mono dim">{ref('worktree', worktree.id)}</span>
      <span className="t-names">
        <LineName
          title={worktree.name}
          isOpen={props.isOpen}
          isMoved={props.isMoved}
          onMoved={props.onMoved}
          onToggle={props.onToggle}
        >
          <Said>{worktree.name}</Said>
        </LineName>
        {props.namesProject && (
          <span className="t-state dim">
            <Said>{worktree.project}</Said>
          </span>
        )}
        {state && (
          <span className={state.state === 'failed' ? 't-state clay-ink' : 't-state'}>
            <State state={state.state}>{state.words}</State>
          </span>
        )}
      </span>
    </h3>
  )
}

/** The branch, how far it is from MAIN, and what is not committed. */
function Branch({ worktree }: { worktree: WorktreeView }) {
  const { branch, follows, drift, underWay, briefId } = worktree
  const distance = distanceOf(worktree)
  return (
    <span className="t-branch">
      <span className="mono" title={branch ?? undefined}>
        {follows === 'main' ? 'follows MAIN' : <Said>{branch ?? 'no branch'}</Said>}
      </span>
      <span className="dim small">
        {distance}
        {changedIn(worktree) > 0 && (
          <span className="t-dirt" title={dirtWords(worktree)}>
            {distance !== '' && ', '}
            {changedIn(worktree)} changed
          </span>
        )}
        {briefId !== null && (
          <>
            {' '}
            <Ref href={`/briefs/${briefId}`}>{ref('brief', briefId)}</Ref>
          </>
        )}
      </span>
      {drift && (
        <span className="amber-ink small">
          <Icon name="waits" /> drifted: HEAD is on <Said>{drift.branch ?? 'no branch'}</Said>
        </span>
      )}
      {underWay.length > 0 && (
        <span className="amber-ink small">
          <Icon name="waits" /> {underWay.join(' and ')} under way
        </span>
      )}
    </span>
  )
}

function Disk({ worktree: { disk } }: { worktree: WorktreeView }) {
  return (
    <span className="t-disk num small">
      {disk && (
        <span title={`${disk.atLeast ? 'at least ' : ''}${disk.bytes} bytes`}>
          {disk.atLeast && '> '}
          {bytesInWords(disk.bytes)}
          <span className="hide">
            {' '}
            measured <RelativeTime at={disk.at} ago />
          </span>
        </span>
      )}
    </span>
  )
}
