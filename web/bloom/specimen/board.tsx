import { Board, BoardCard, BoardColumn } from '../board/board.tsx'
import { columnStatuses } from '../board/column-statuses.ts'
import { RelativeTime } from '../clock.tsx'
import { Rollup } from '../figure.tsx'
import { Menu } from '../float/menu.tsx'
import { type BloomStatus, State } from '../glyph.tsx'
import { layOutGraph } from '../graph/layered.ts'
import { WaveGraph } from '../graph/wave-graph.tsx'
import { ago, Wide } from './piece.tsx'

const menu = (id: number) => <Menu label={`Status of #${id}`} entries={[{ name: 'planned', onChoose: () => {} }]} />
const card = (id: number, title: string, status: BloomStatus) => ({
  id,
  title,
  status,
  href: `/briefs/${id}`,
  when: <RelativeTime at={ago(id)} />,
  menu: menu(id),
})

function Cards({ status }: { status: BloomStatus }) {
  if (status === 'planned')
    return (
      <>
        <BoardCard {...card(31, 'Ops follows MAIN from its own checkout', status)}>
          <State state="blocked" tone="clay">
            <span className="hide">blocked by </span>q12, #29
          </State>
        </BoardCard>
        <div className="is-here">
          <BoardCard {...card(34, 'Take in issues from a JSONL file', status)}>dispatchable</BoardCard>
        </div>
        <BoardCard {...card(41, 'Prices by date, on its way to another column', status)} isMoving />
      </>
    )
  if (status === 'in_progress')
    return (
      <>
        <BoardCard {...card(4, 'Worktree-isolated active work', status)}>
          <Rollup words parts={{ landed: 2, review: 1, now: 1, blocked: 1, waiting: 1 }} />
        </BoardCard>
        <BoardCard {...card(29, 'Ports, env and a site for each worktree', status)} isNew>
          <State state="running">builder-1</State>
        </BoardCard>
      </>
    )
  return null
}

const nodes = [
  { id: 4, parentId: null, dependsOn: [], title: 'Worktree-isolated work', status: 'in_progress' },
  { id: 27, parentId: 4, dependsOn: [], title: 'MAIN moves by the queue', status: 'complete' },
  { id: 28, parentId: 4, dependsOn: [], title: 'Prepare once, prove it clean', status: 'complete' },
  { id: 29, parentId: 4, dependsOn: [27, 28], title: 'Ports, env and a site', status: 'in_progress' },
  { id: 31, parentId: 4, dependsOn: [29], title: 'Ops follows MAIN from a checkout of its own', status: 'planned' },
] as const

/** The board with a card in every state, and the graph. */
export function BoardAndGraph() {
  return (
    <>
      <Wide label="board: blocked, keyboard here, on its way, roll-up, new, empty, besides">
        <Board label="Board">
          {columnStatuses.map(status => (
            <BoardColumn
              key={status}
              status={status}
              count={status === 'refining' ? undefined : 3}
              cap={status === 'complete' ? 'besides' : undefined}
            >
              <Cards status={status} />
            </BoardColumn>
          ))}
        </Board>
      </Wide>
      <Wide label="graph: landed, now, blocked">
        <WaveGraph
          label="An epic and its waves"
          laid={layOutGraph(nodes, 100)}
          nodes={nodes.map(node => ({ ...node, href: `/briefs/${node.id}`, blocked: node.id === 31 }))}
        />
      </Wide>
    </>
  )
}
