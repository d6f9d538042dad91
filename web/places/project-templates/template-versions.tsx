/** The versions of a template: who wrote each, how it differs from the newest, and a way back to it. */
import { useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { RevisionDiff } from '../../bloom/text/revision-diff.tsx'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import type { Shown } from './one-template.tsx'

export function TemplateVersions({ shown, isOperator }: { shown: Shown; isOperator: boolean }) {
  const { template, versions } = shown
  const [asked, setAsked] = useState<number>()
  const chosen = asked ?? versions[1]?.version ?? template.version
  return (
    <div className="revs-pane">
      <ol className="revlist" aria-label="Versions, newest first">
        {versions.map(({ version, updatedAt, updatedBy }) => (
          <li key={version} aria-current={version === chosen || undefined}>
            <button type="button" onClick={() => setAsked(version)}>
              <b>v{version}</b> {updatedAt === null ? 'as it came' : <RelativeTime at={updatedAt} />}
              <span className="dim">
                <Said>{updatedBy}</Said>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Compared key={chosen} template={template} version={chosen} isOperator={isOperator} />
    </div>
  )
}

type ComparedProps = { template: Shown['template']; version: number; isOperator: boolean }

function Compared({ template: { name, version: newest, body }, version, isOperator }: ComparedProps) {
  const { data, error } = useRead('template.show', { name, version })
  const back = useWrite('template.revert', {
    done: ({ version: now }) => ({ words: `${name} reads as v${newest} did, as v${now}.` }),
  })
  const revert = useWrite('template.revert', {
    done: ({ version: now }) => ({
      words: `${name} reads as v${version} did, as v${now}.`,
      undo: () => void isTaken(back.write({ name, to: newest })),
    }),
  })
  if (data === undefined) return error ? <Failure error={error} /> : <Loading label={`Loading v${version}`} />
  const label = version === newest ? `v${version}, the newest` : `From v${version} to v${newest}`
  const refused = revert.refused ?? back.refused
  return (
    <div>
      <p className="label">{label}</p>
      {version === newest ? (
        <pre className="well" dir="auto" role="group" tabIndex={0} aria-label={label}>
          {body}
        </pre>
      ) : (
        <RevisionDiff before={data.template.body} after={body} label={label} />
      )}
      {version !== newest && isOperator && (
        <p className="revdiff-foot">
          <Button icon="undo" busy={revert.busy} onClick={() => void isTaken(revert.write({ name, to: version }))}>
            Go back to v{version}
          </Button>
          <span className="dim">It becomes v{newest + 1}. Nothing is removed.</span>
        </p>
      )}
      {refused && <RefusedNotice said={refused} />}
    </div>
  )
}
