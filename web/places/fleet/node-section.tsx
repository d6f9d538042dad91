/** A node: MAIN of its projects and their worktrees on one stem, any number of them. */
import { type ReactNode, useId } from 'react'
import type { WorktreeView } from '#contract/shapes.ts'
import { Icon } from '../../bloom/icon.tsx'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { Said, Sep } from '../../bloom/mark.tsx'
import { counted } from '../../bloom/spoken.ts'
import type { Projects } from '../../shell/project.ts'
import type { Ground } from './ground.ts'
import { MainRow } from './main-row.tsx'
import { keyOf, type Line } from './tree.ts'
import { TreeRow } from './tree-row.tsx'
import { bytesInWords } from './words.ts'

export type FleetLine = Line<Projects[number]>

/** What the rows tell about each other, and what is done from them. */
export type Rows = {
  ground: Ground
  /** Several projects stand here, so that each row says of which it is. */
  namesProject: boolean
  freshIds: ReadonlySet<number>
  /** Those that are in the house now: a row that somebody reads may be there longer than what it stands for. */
  living: ReadonlySet<number>
  /** Failed ones of a project, which wait for the same trust. */
  failed: ReadonlyMap<string, readonly WorktreeView[]>
  opened: ReadonlySet<string>
  /** The line that a key has just moved to: it takes the focus, so that Tab goes on to its buttons. */
  moved: string | undefined
  onMoved: () => void
  onToggle: (key: string) => void
  onRemove: (worktree: WorktreeView) => void
  onLooked: (seen: WorktreeView) => void
}

export function NodeSection(props: {
  name: string
  lines: readonly FleetLine[]
  /** All of its living worktrees, also those that are not shown. */
  worktrees: readonly WorktreeView[]
  rows: Rows
  /** The line that the keyboard is on. */
  here: string | undefined
  tools: ReactNode
  children?: ReactNode
}) {
  const { name, lines, rows, here } = props
  const heading = useId()
  return (
    <section className="sec node" aria-labelledby={heading}>
      <header className="node-head">
        <h2 id={heading}>
          <Icon name="node" />
          <Said>{name}</Said>
        </h2>
        <Totals worktrees={props.worktrees} />
        <span className="node-do">{props.tools}</span>
      </header>
      {lines.length > 0 && (
        <>
          <div className="tree-heads" aria-hidden>
            <span>worktree</span>
            <span>isolation</span>
            <span>branch</span>
            <span>site, services</span>
            <span className="num">disk</span>
          </div>
          <div className="trees">
            <VirtualList
              label={`Worktrees on ${name}`}
              items={lines}
              keyOf={keyOf}
              estimate={57}
              here={here === undefined ? -1 : lines.findIndex(line => keyOf(line) === here)}
              render={(line, at) => <FleetRow line={line} isLast={at === lines.length - 1} rows={rows} />}
            />
          </div>
        </>
      )}
      {props.children}
    </section>
  )
}

function FleetRow({ line, isLast, rows }: { line: FleetLine; isLast: boolean; rows: Rows }) {
  const key = keyOf(line)
  const shared = {
    ground: rows.ground,
    isLast,
    isOpen: rows.opened.has(key),
    isMoved: rows.moved === key,
    onMoved: rows.onMoved,
    onToggle: () => rows.onToggle(key),
  }
  if (line.kind === 'main') return <MainRow {...shared} project={line.project} />
  const { worktree } = line
  return (
    <TreeRow
      {...shared}
      worktree={worktree}
      failed={rows.failed.get(worktree.project) ?? []}
      namesProject={rows.namesProject}
      isNew={rows.freshIds.has(worktree.id)}
      hasLeft={!rows.living.has(worktree.id)}
      onRemove={rows.onRemove}
      onLooked={rows.onLooked}
    />
  )
}

function Totals({ worktrees }: { worktrees: readonly WorktreeView[] }) {
  const agents = worktrees.reduce((sum, each) => sum + each.agents.length, 0)
  const bytes = worktrees.reduce((sum, each) => sum + (each.disk?.bytes ?? 0), 0)
  return (
    <p className="meta">
      {counted(worktrees.length, 'worktree')}
      {agents > 0 && (
        <>
          <Sep />
          {counted(agents, 'agent')}
        </>
      )}
      {bytes > 0 && (
        <>
          <Sep />
          {bytesInWords(bytes)} on the disk
        </>
      )}
    </p>
  )
}
