/** A hand-over that waits: who would be started for it, and starting somebody now. */
import { useState } from 'react'
import type { DispatchView } from '#contract/shapes.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { useReader } from '../merge/writes.ts'
import { useHarnesses } from './harnesses.ts'
import './brief-runs.css'

export function StartAgent({ dispatch, project }: { dispatch: DispatchView; project: string }) {
  const { names, usual } = useHarnesses(project)
  const { mayWrite } = useReader()
  const named = dispatch.harness ?? usual
  const [picked, setPicked] = useState<string>()
  const harness = picked ?? named ?? names[0] ?? 'claude'
  const [held, setHeld] = useState<string>()
  const start = useWrite('agent.start', {
    done: ({ next, waits }) => {
      setHeld(waits && next)
      return waits === undefined ? { words: next } : undefined
    },
  })
  // The house knows what holds it up: a program that is missing, a place, a budget.
  const queue = useRead('recall.queue', { project, limit: 200 }, { enabled: named !== null })
  const waits = queue.data?.queued.find(each => each.id === dispatch.id)?.waits
  const name = dispatchRef(dispatch.id)
  return (
    <div className="start-agent">
      <p className="small">
        <StateGlyph state="queued" /> <span className="mono">{name}</span>{' '}
        {named === null ? (
          'waits until an agent claims it: flower starts nobody for it.'
        ) : (
          <>
            has flower start <Said>{named}</Said>
            {waits === undefined ? (
              ' as soon as it can.'
            ) : (
              <>
                . Now:{' '}
                <Said>
                  <Words text={waits} />
                </Said>
                .
              </>
            )}
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
      {held !== undefined && (
        <Notice tone="amber" live>
          <Words text={held} />
        </Notice>
      )}
      {start.refused && <RefusedNotice said={start.refused} />}
    </div>
  )
}
