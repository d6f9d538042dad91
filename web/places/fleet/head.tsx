/** The fleet in one sentence, and what of it is shown. */
import type { WorktreeView } from '#contract/shapes.ts'
import { Filters } from '../../bloom/choice.tsx'
import { FilterField } from '../../bloom/write/filter-field.tsx'
import type { useFleetAddress } from './address.ts'
import { countOf, type Show, shows } from './tree.ts'

/** `2 nodes, 8 worktrees, 9 agents at work. 1 failed.` */
export function Lede({ worktrees }: { worktrees: readonly WorktreeView[] | undefined }) {
  if (worktrees === undefined) return <h1 className="lede">Fleet</h1>
  const nodes = new Set(worktrees.map(each => each.node)).size || 1
  const agents = worktrees.reduce((sum, each) => sum + each.agents.length, 0)
  const failed = countOf(worktrees, 'failed')
  return (
    <h1 className="lede">
      <span className="hide">Fleet: </span>
      <Count of={nodes} noun="node" />, <Count of={worktrees.length} noun="worktree" />,{' '}
      {agents === 0 ? 'nobody' : <Count of={agents} noun="agent" />} at work.
      {failed > 0 && (
        <>
          {' '}
          <b className="clay-ink">{failed} failed</b>.
        </>
      )}
    </h1>
  )
}

function Count({ of, noun }: { of: number; noun: string }) {
  return (
    <>
      <b>{of}</b> {of === 1 ? noun : `${noun}s`}
    </>
  )
}

const names: Record<Show, string> = {
  all: 'all',
  work: 'at work',
  failed: 'failed',
  changed: 'changed',
  idle: 'idle',
}

export function Shown(props: {
  worktrees: readonly WorktreeView[]
  address: Pick<ReturnType<typeof useFleetAddress>, 'show' | 'words' | 'change'>
}) {
  const { worktrees, address } = props
  return (
    <div className="fleet-find">
      <Filters
        label="Filters"
        choices={shows.map(value => ({ value, name: names[value], count: countOf(worktrees, value) }))}
        value={address.show}
        onChange={show => address.change({ show: show === 'all' ? undefined : show })}
      />
      <FilterField query={address.words} onChange={words => address.change({ q: words.trim() || undefined })} />
    </div>
  )
}
