/** Where a question came from: its Brief, its project, and the dispatch that its asker is at. */
import type { AgentView } from '#contract/agent.ts'
import type { ListedDecision } from '#contract/shapes.ts'
import { briefRef, decisionRef, dispatchRef } from '#domain/ref.ts'
import { Ref, Said, Sep } from '../../bloom/mark.tsx'
import { useProjects } from '../../shell/project.ts'

/** @param agents - who is at work; left out of what has ended */
export function Provenance({ decision, agents }: { decision: ListedDecision; agents?: readonly AgentView[] }) {
  const { id, briefId, briefTitle, askedBy, project } = decision
  const isOneOfMany = (useProjects()?.length ?? 0) > 1
  const asker = agents?.find(
    each => each.run?.asks === id || (each.actor === askedBy && each.briefId === briefId && each.project === project),
  )
  return (
    <span>
      {briefId === null ? (
        'of no Brief'
      ) : (
        <>
          on <Ref href={`/briefs/${briefId}#${decisionRef(id)}`}>{briefRef(briefId)}</Ref>{' '}
          <Said>{briefTitle ?? ''}</Said>
        </>
      )}
      {asker && asker.dispatchId !== null && (
        <>
          <Sep />
          {asker.run?.asks === id ? (
            <>
              for <Said>{asker.actor}</Said>, at
            </>
          ) : (
            'its asker is at'
          )}{' '}
          {dispatchRef(asker.dispatchId)} <Said>{asker.leg ?? ''}</Said>
        </>
      )}
      {isOneOfMany && (
        <>
          <Sep />
          <Said>{project}</Said>
        </>
      )}
    </span>
  )
}
