/** A hand-over that waits: who would be started for it, and starting somebody now. */
import { useState } from 'react'
import type { DispatchView } from '#contract/shapes.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { useRoster } from '../agents/roster.ts'
import { useReader } from '../merge/writes.ts'
import { useHarnesses } from './harnesses.ts'
import './brief-runs.css'

export function StartAgent({ dispatch, project }: { dispatch: DispatchView; project: string }) {
  const { names, usual } = useHarnesses(project)
  const { mayWrite } = useReader()
  const cap = useRoster(project).data?.caps.find(each => each.project === project)
  const named = dispatch.harness ?? usual
  const [picked, setPicked] = useState<string>()
  const harness = picked ?? named ?? names[0] ?? 'claude'
  const start = useWrite('agent.start', { done: ({ next }) => ({ words: next }) })
  const name = dispatchRef(dispatch.id)
  return (
    <div className="start-agent">
      <p className="small">
        <StateGlyph state="queued" /> <span className="mono">{name}</span>{' '}
        {named === null ? (
          'waits until an agent claims it: flower starts nobody for it.'
        ) : (
          <>
            has flower start <Said>{named}</Said> as soon as there is a place
            {cap && ` (${cap.running} of ${cap.most} agents work)`}.
          </>
        )}
      </p>
      {mayWrite && (
        <p className="start-do">
          <Pick
            label="with"
            value={harness}
            choices={[...new Set([...names, harness])].map(value => ({ value, name: value }))}
            onChange={setPicked}
          />
          <Button
            small
            icon="play"
            busy={start.busy}
            onClick={() => void isTaken(start.write({ dispatchId: dispatch.id, harness }))}
          >
            Start {harness} now
          </Button>
        </p>
      )}
      {start.refused && <RefusedNotice said={start.refused} />}
    </div>
  )
}
