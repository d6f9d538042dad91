/** An opened worktree: all that is known of it, looked at now. */
import type { ReactNode } from 'react'
import type { ServiceView, WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Ref, Said, Sep } from '../../bloom/mark.tsx'
import { CopyButton } from '../../bloom/text/well.tsx'
import { Failure } from '../../house/failures.tsx'
import { Services } from '../fleet-serving/services.tsx'
import type { Ground } from './ground.ts'
import type { Look } from './looked.ts'
import { bytesInWords, dirtWords, distanceOf, isolationWords } from './words.ts'

export function Detail(props: {
  worktree: WorktreeView
  look: Look
  services: readonly ServiceView[]
  ground: Ground
}) {
  const { worktree, look, services, ground } = props
  return (
    <div className="tree-open">
      {look.error && <Failure error={look.error} again={look.again} />}
      <dl className="tree-facts" aria-label={`${ref('worktree', worktree.id)} in full`}>
        {factsOf(worktree).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(services.length > 0 || worktree.isolation === 'isolated') && (
        <Services
          place={{ worktreeId: worktree.id }}
          whose={ref('worktree', worktree.id)}
          services={services}
          mayWrite={ground.mayWrite}
          openLog={ground.openLog}
        />
      )}
    </div>
  )
}

function factsOf(worktree: WorktreeView): (readonly [string, ReactNode])[] {
  const { path, branch, base, head, isolation, disk, claims } = worktree
  const all: (readonly [string, ReactNode] | false)[] = [
    [
      'folder',
      <>
        <span className="mono">
          <Said>{path}</Said>
        </span>{' '}
        <CopyButton text={path}>Copy path</CopyButton>
      </>,
    ],
    branch !== null && [
      'branch',
      <span key="branch" className="mono">
        <Said>{branch}</Said>
      </span>,
    ],
    ['stands', <Standing key="stands" worktree={worktree} />],
    base !== null && [
      'commits',
      <span key="commits" className="mono">
        {base.slice(0, 12)} → {(head ?? base).slice(0, 12)}
      </span>,
    ],
    ['isolation', isolationWords[isolation].long],
    disk !== null && [
      'disk',
      <>
        {disk.atLeast ? 'more than ' : ''}
        {bytesInWords(disk.bytes)} <Sep /> measured <RelativeTime at={disk.at} ago />
      </>,
    ],
    ['made', <Made key="made" worktree={worktree} />],
    claims.length > 0 && [
      'claimed',
      claims.map((claim, place) => (
        <span key={`${claim.path} ${claim.holder}`}>
          {place > 0 && <Sep />}
          <span className="mono">
            <Said>{claim.path}</Said>
          </span>{' '}
          by <Said>{claim.holder}</Said>, ends <RelativeTime at={claim.expiresAt} />
        </span>
      )),
    ],
  ]
  return all.filter(fact => fact !== false)
}

function Standing({ worktree }: { worktree: WorktreeView }) {
  const { lookedAt } = worktree
  if (lookedAt === null) return <>not looked at yet</>
  const words = [dirtWords(worktree) || 'clean', distanceOf(worktree)].filter(each => each !== '')
  return (
    <>
      {words.join(', ')} <Sep /> looked at <RelativeTime at={lookedAt} ago />
    </>
  )
}

function Made({ worktree }: { worktree: WorktreeView }) {
  const { createdAt, createdBy, adopted, briefId } = worktree
  return (
    <>
      {adopted ? 'adopted ' : ''}
      <RelativeTime at={createdAt} ago /> by <Said>{createdBy}</Said>
      {briefId !== null && (
        <>
          {' '}
          for <Ref href={`/briefs/${briefId}`}>{ref('brief', briefId)}</Ref>
        </>
      )}
    </>
  )
}
