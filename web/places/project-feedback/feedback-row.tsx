import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { briefRef } from '#domain/ref.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Menu } from '../../bloom/float/menu.tsx'
import { Ref, Said, Sep, Tag } from '../../bloom/mark.tsx'
import { Prose } from '../../bloom/text/prose.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { useProjects } from '../../shell/project.ts'

type Filed = Output<'feedback.list'>['items'][number]

/** @param named - the list is of more than one project */
export function FeedbackRow({ filed, named, isOperator }: { filed: Filed; named: boolean; isOperator: boolean }) {
  const { kind, summary, detail, project, filedBy, filedAt, briefId } = filed
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <Tag>{kind}</Tag>
      <div className="feedback-what">
        <p dir="auto">{summary}</p>
        <p className="meta">
          <Said>{filedBy}</Said> <RelativeTime at={filedAt} ago />
          {named && (
            <>
              <Sep />
              {project === null ? 'of no project' : <Said>{project}</Said>}
            </>
          )}
          {briefId !== null && (
            <>
              <Sep />
              became <Ref href={`/briefs/${briefId}`}>{briefRef(briefId)}</Ref>
            </>
          )}
        </p>
        {detail.trim() !== '' && (
          <Fold open={isOpen} aria-label={`More about: ${summary}`} onClick={() => setOpen(!isOpen)}>
            more
          </Fold>
        )}
        {isOpen && <Prose text={detail} />}
      </div>
      {briefId === null && isOperator && <Promote filed={filed} />}
    </li>
  )
}

/** Of no project, it takes the one that is chosen. */
function Promote({ filed: { id: feedbackId, project, summary } }: { filed: Filed }) {
  const projects = useProjects() ?? []
  const { write, busy, refused } = useWrite('feedback.promote', {
    done: ({ briefId }) => ({ words: `It became ${briefRef(briefId)}.` }),
  })
  const promote = (into?: string) => void isTaken(write({ feedbackId, project: into }))
  return (
    <div className="feedback-do">
      {project === null && projects.length > 1 ? (
        <Menu
          look="line"
          label={`Make a Brief of: ${summary}`}
          entries={projects.map(({ slug }) => ({ name: slug, onChoose: () => promote(slug) }))}
        >
          Make a Brief in
        </Menu>
      ) : (
        <Button small busy={busy} aria-label={`Make a Brief of: ${summary}`} onClick={() => promote()}>
          Make a Brief
        </Button>
      )}
      {refused && <RefusedNotice said={refused} />}
    </div>
  )
}
