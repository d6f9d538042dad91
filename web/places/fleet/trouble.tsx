/** What stands in the way of a worktree: why it failed with its last lines, what waits for trust, what was kept. */
import { useState } from 'react'
import type { WorktreeView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Well } from '../../bloom/text/well.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { Words } from '../../house/words.tsx'
import type { Actions } from '../fleet-hands/actions.ts'
import { Untrusted, useUntrusted } from '../fleet-hands/trust.tsx'
import type { Ground } from './ground.ts'
import { reasonOf } from './words.ts'

export function Trouble(props: {
  worktree: WorktreeView
  /** All failed ones of its project: they wait for the same trust. */
  failed: readonly WorktreeView[]
  actions: Actions
  ground: Ground
}) {
  const { worktree, failed, actions, ground } = props
  const isFailed = worktree.status === 'failed' && worktree.errand === null
  // What could not even be made has run nothing yet.
  const untrusted = useUntrusted(worktree.project, isFailed && worktree.base !== null)
  return (
    <>
      {isFailed && untrusted !== undefined ? (
        <Untrusted
          project={worktree.project}
          configuration={untrusted}
          waiting={failed}
          said={worktree.reason}
          isOperator={ground.isOperator}
        />
      ) : (
        worktree.reason !== null && <Reason worktree={worktree} isFailed={isFailed} actions={actions} ground={ground} />
      )}
      {actions.refused && <RefusedNotice said={actions.refused} />}
    </>
  )
}

/** Amber where it goes on as it was, clay where nobody can work in it. */
function Reason(props: { worktree: WorktreeView; isFailed: boolean; actions: Actions; ground: Ground }) {
  const { worktree, isFailed, actions, ground } = props
  const [open, setOpen] = useState(false)
  const { first, rest } = reasonOf(worktree.reason ?? '')
  const lines = rest === '' ? 0 : rest.split('\n').length
  return (
    <>
      <Notice
        tone={isFailed ? 'clay' : 'amber'}
        actions={
          <>
            {lines > 0 && (
              <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? 'Fold its lines' : `Last ${counted(lines, 'line')}`}
              </Button>
            )}
            {isFailed && ground.mayWrite && (
              <Button small busy={actions.busy} onClick={actions.prepare}>
                {worktree.base === null ? 'Make it again' : 'Prepare again'}
              </Button>
            )}
          </>
        }
      >
        {isFailed && (
          <>
            <b>{worktree.base === null ? 'It could not be made' : 'Prepare failed'}</b>, so no agent starts in it.{' '}
          </>
        )}
        <Said>
          <Words text={first} />
        </Said>
      </Notice>
      {open && <Well label={`last lines of ${worktree.name}`} text={rest} lines={50} copy="Copy the lines" />}
    </>
  )
}

/** Something that is not as it was meant, and stops nobody. */
export function Warnings({ warnings }: Pick<WorktreeView, 'warnings'>) {
  return warnings.map(warning => (
    <p key={warning} className="tree-note small">
      <Icon name="waits" className="amber" label="Warning:" />
      <span>
        <Said>
          <Words text={warning} />
        </Said>
      </span>
    </p>
  ))
}
