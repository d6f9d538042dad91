/** The place of one Brief: what it is about, who has it, what was decided, and all that happened to it. */
import { useEffect, useMemo, useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { decisionRef, dispatchRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { useKeys } from '../../bloom/keys.ts'
import { Empty, Loading, NotYours } from '../../bloom/nothing.tsx'
import { Aside, Contents, Sheet } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { RefPlaces } from '../../bloom/text/ref-places.ts'
import { awaitField } from '../../bloom/write/type-ahead.ts'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { sayNot } from '../../house/toasts.tsx'
import { recallOf } from '../../shell/project.ts'
import { AgentsEye } from '../brief-around/agents-eye.tsx'
import './brief-place.css'
import { Participants, Projects } from '../brief-around/around.tsx'
import { Links } from '../brief-around/links.tsx'
import { Relationships } from '../brief-around/relationships.tsx'
import { Worktrees } from '../brief-around/worktrees.tsx'
import { ChangesSection } from '../brief-changes/changes-section.tsx'
import { type ChangesAnswer, useChanges } from '../brief-changes/reads.ts'
import { SpecSection, type SpecView } from '../brief-spec/spec-section.tsx'
import { TraceSection } from '../brief-trace/trace-section.tsx'
import { isLive, mergeRef, stateOf } from '../merge/words.ts'
import { useReader } from '../merge/writes.ts'
import { copyNewestPacket } from './copy-packet.ts'
import { DecisionsSection } from './decisions-section.tsx'
import { DispatchSection } from './dispatch-section.tsx'
import { useHandOver } from './hand-over.ts'
import { Head } from './head.tsx'
import { Launch } from './launch.tsx'

export function BriefPlace({ id }: { id: number }) {
  return (
    <Sheet place="brief">
      {/* Another Brief is another page: nothing of the last one is ever under the head of the next. */}
      <BriefAt key={id} id={id} />
    </Sheet>
  )
}

function BriefAt({ id }: { id: number }) {
  const { data, error, dataUpdatedAt, refetch } = useRead('recall.brief', recallOf(id))
  if (data !== undefined) return <Brief recall={data} readAt={dataUpdatedAt} isOld={error !== null} />
  if (error === null) return <Coming id={id} />
  return (
    <div className="main">
      <h1 className="hide">#{id}</h1>
      {error instanceof Refusal && error.code === 'brief.missing' ? (
        <Empty state="gone">
          There is no Brief #{id}.{' '}
          <a className="ref" href="/briefs">
            All briefs
          </a>{' '}
          shows those that there are.
        </Empty>
      ) : (
        <Failure error={error} again={() => void refetch()} />
      )}
    </div>
  )
}

function Coming({ id }: { id: number }) {
  return (
    <div className="main">
      <Loading label={`Loading #${id}`} />
    </div>
  )
}

/** @param readAt - when this was read, in milliseconds */
function Brief({ recall, readAt, isOld }: { recall: BriefRecall; readAt: number; isOld: boolean }) {
  const { brief } = recall
  const [view, setView] = useState<SpecView>('read')
  const handOver = useHandOver(brief)
  const changes = useChanges(recall)
  useEffect(() => {
    document.title = `#${brief.id} ${brief.title} · flower`
  }, [brief.id, brief.title])
  const dispatch = () =>
    handOver.why === undefined ? handOver.dispatch() : sayNot(`Not handed over: ${handOver.why}.`)
  const edit = () => {
    awaitField()
    setView('edit')
  }
  const toDecision = '#decisions .decision:not(.is-answered) :is([type="radio"], .field)'
  const { readsOnly } = useReader()
  const copy = { keys: 'y', words: 'copy the newest packet', act: () => void copyNewestPacket(recall.dispatches) }
  const writing = [
    { keys: 'd', words: 'hand it over', act: dispatch },
    { keys: 'e', words: 'edit the spec', act: edit },
    { keys: 'n', words: 'write a note', act: () => focusIn('#trace .composer textarea') },
    { keys: 'a', words: 'answer its open decision', act: () => focusIn(toDecision) },
  ]
  useKeys(readsOnly ? [copy] : [...writing, copy])
  return (
    <RefPlaces value={useRefsHere(recall)}>
      <Head recall={recall} readAt={readAt} isOld={isOld} />
      {readsOnly ? (
        <div className="launch">
          <NotYours>
            You read here: an operator writes, hands over and decides. An operator gives another token.
          </NotYours>
        </div>
      ) : (
        <Launch handOver={handOver} project={brief.project} onEdit={edit} />
      )}
      <Contents entries={contents(recall, changes.hasBranch, changes.data)} />
      <div className="main">
        <SpecSection recall={recall} view={view} onView={setView} />
        <DispatchSection recall={recall} handOver={handOver} />
        <DecisionsSection recall={recall} />
        <ChangesSection recall={recall} read={changes} />
        <TraceSection recall={recall} />
      </div>
      <Aside label="Around this brief">
        <Relationships recall={recall} />
        <Participants recall={recall} />
        <Worktrees recall={recall} />
        <Links recall={recall} />
        <Projects brief={brief} />
        <AgentsEye briefId={brief.id} />
      </Aside>
    </RefPlaces>
  )
}

/** The decisions and dispatches of this Brief stand on its page, so that is where their names lead. */
function useRefsHere({ decisions, dispatches }: BriefRecall): ReadonlyMap<string, string> {
  const names = [...decisions.map(each => decisionRef(each.id)), ...dispatches.map(each => dispatchRef(each.id))].join(
    ' ',
  )
  return useMemo(() => new Map(names.split(' ').map(name => [name, `#${name}`])), [names])
}

function focusIn(selector: string) {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  found?.scrollIntoView({ block: 'nearest' })
}

function contents({ brief, dispatches }: BriefRecall, hasBranch: boolean, answer: ChangesAnswer | undefined) {
  const running = dispatches.filter(each => each.status === 'claimed' || each.status === 'running').length
  const queued = dispatches.filter(each => each.status === 'queued').length
  return [
    { name: 'Spec', href: '#spec', note: brief.revision === 0 ? 'none yet' : `r${brief.revision}` },
    {
      name: 'Dispatch',
      href: '#dispatch',
      note:
        running > 0 ? (
          <>
            <StateGlyph state="running" />
            {running} running
          </>
        ) : queued > 0 ? (
          `${queued} queued`
        ) : undefined,
    },
    {
      name: 'Decisions',
      href: '#decisions',
      note: brief.openDecisions > 0 ? `${brief.openDecisions} for you` : undefined,
      yours: brief.openDecisions > 0,
    },
    ...(hasBranch ? [{ name: 'Changes', href: '#changes', note: changesNote(answer) }] : []),
    { name: 'Trace', href: '#trace', note: brief.events },
    { name: 'Around it', href: '#relationships', narrowOnly: true },
  ]
}

function changesNote(answer: ChangesAnswer | undefined) {
  const { merge, changes } = answer ?? {}
  if (merge && isLive(merge)) return `${mergeRef(merge.id)} ${stateOf(merge).words}`
  return changes && changes.changed > 0 ? counted(changes.changed, 'file') : undefined
}
