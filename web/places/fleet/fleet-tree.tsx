/** All nodes with their worktrees: what is shown of them, the keyboard on them, and what is done to them. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Event, WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { useOpenRows } from '../../bloom/list/open-rows.ts'
import { useScrolledPast, useSteadyRows } from '../../bloom/list/steady-rows.ts'
import { Empty } from '../../bloom/nothing.tsx'
import { Newer } from '../../bloom/says.tsx'
import { useFreshIds } from '../../house/fresh-ids.ts'
import type { Projects } from '../../shell/project.ts'
import { AdoptDialog } from '../fleet-hands/adopt-dialog.tsx'
import { MakeDialog } from '../fleet-hands/make-dialog.tsx'
import { RemoveDialog } from '../fleet-hands/remove-dialog.tsx'
import { useFleetAddress } from './address.ts'
import { Asked } from './asked.tsx'
import { elsewhere } from './at-work.ts'
import { Elsewhere } from './elsewhere.tsx'
import { type Ground, useGround } from './ground.ts'
import { Shown } from './head.tsx'
import { useStanding } from './looked.ts'
import { NodeSection } from './node-section.tsx'
import { inOrder, isShown, keyOf, layOut, nodesOf, saysAll } from './tree.ts'

type Asking = 'make' | 'adopt' | { remove: WorktreeView } | undefined

export function FleetTree({ listed, projects }: { listed: readonly WorktreeView[]; projects: Projects }) {
  const { worktrees, onLooked } = useStanding(listed)
  const address = useFleetAddress()
  const { project, show, words, asked } = address
  const ground = useGround(project)
  const head = useRef<HTMLDivElement>(null)
  const isNarrowed = show !== 'all' || words !== ''
  const latest = useMemo(
    () => inOrder(worktrees.filter(each => isShown(each, show) && saysAll(each, words))),
    [worktrees, show, words],
  )
  const list = JSON.stringify([project, show, words])
  const { shown, newer, showNewest } = useSteadyRows(latest, list, useScrolledPast(head))
  const here = useMemo(
    // What is looked for is a worktree: MAIN would only stand in the way.
    () => projects.filter(each => !isNarrowed && (project === undefined || each.slug === project)),
    [projects, project, isNarrowed],
  )
  const nodes = useMemo(
    () => nodesOf(shown, here).map(({ name, rows, projects: own }) => ({ name, lines: layOut(rows, own) })),
    [shown, here],
  )
  const keyboard = useOpenRows(
    useMemo(() => nodes.flatMap(node => node.lines.map(keyOf)), [nodes]),
    asked === undefined ? undefined : ref('worktree', asked),
  )
  const [asking, setAsking] = useState<Asking>()
  const shut = () => setAsking(undefined)
  const onDone = (id: number) => {
    shut()
    keyboard.goTo(ref('worktree', id))
  }
  const rows = {
    ground,
    namesProject: project === undefined && projects.length > 1,
    freshIds: useFreshIds(worktreeOf),
    living: useMemo(() => new Set(worktrees.map(each => each.id)), [worktrees]),
    failed: useMemo(() => Map.groupBy(worktrees.filter(isFailed), each => each.project), [worktrees]),
    opened: keyboard.opened,
    moved: keyboard.moved,
    onMoved: keyboard.onMoved,
    onToggle: keyboard.toggle,
    onLooked,
    onRemove: useCallback((remove: WorktreeView) => setAsking({ remove }), []),
  }
  const toTop = () => {
    showNewest()
    head.current?.scrollIntoView()
  }
  return (
    <>
      <div ref={head}>
        <Shown worktrees={worktrees} address={address} />
      </div>
      {asked !== undefined && !latest.some(each => each.id === asked) && (
        <Asked id={asked} mayWrite={ground.mayWrite} />
      )}
      <div className="news-waits">
        <Newer count={newer} noun="worktree" onShow={toTop} />
      </div>
      {nodes.map((node, at) => (
        <NodeSection
          key={node.name}
          name={node.name}
          lines={node.lines}
          worktrees={worktrees.filter(each => each.node === node.name)}
          rows={rows}
          here={keyboard.here}
          tools={at === 0 && <Begin ground={ground} projects={projects} ask={setAsking} />}
        >
          {worktrees.length === 0 && <NoneYet />}
        </NodeSection>
      ))}
      {!isNarrowed && <Elsewhere agents={elsewhere(ground.agents, worktrees)} ground={ground} />}
      {isNarrowed && shown.length === 0 && (
        <Empty>
          Nothing here is so.{' '}
          <Button small onClick={() => address.change({ show: undefined, q: undefined })}>
            Show all
          </Button>
        </Empty>
      )}
      {asking === 'make' && <MakeDialog projects={projects} project={project} onClose={shut} onDone={onDone} />}
      {asking === 'adopt' && <AdoptDialog onClose={shut} onDone={onDone} />}
      {typeof asking === 'object' && <RemoveDialog worktree={asking.remove} onClose={shut} />}
    </>
  )
}

const isFailed = (worktree: WorktreeView) => worktree.status === 'failed'

const worktreeOf = ({ payload }: Event): number | undefined => {
  const id = (payload as { worktreeId?: unknown } | null)?.worktreeId
  return typeof id === 'number' ? id : undefined
}

function Begin(props: { ground: Ground; projects: Projects; ask: (asking: Asking) => void }) {
  if (!props.ground.mayWrite || props.projects.length === 0) return null
  return (
    <>
      <Button small icon="plus" onClick={() => props.ask('make')}>
        Worktree
      </Button>
      <Button small look="bare" onClick={() => props.ask('adopt')}>
        Adopt
      </Button>
    </>
  )
}

function NoneYet() {
  return (
    <Empty>
      No worktree yet. Make one for a Brief, and agents work there and never in MAIN. One that was made by hand is
      adopted.
    </Empty>
  )
}
