/** What a Brief's branch changes, what is said of it, and its way into MAIN. */
import { type ReactNode, useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { Button } from '../../bloom/button.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Section } from '../../bloom/section.tsx'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { isClosed } from '../brief/words.ts'
import { mergeRef, short } from '../merge/words.ts'
import { useMergeWrites, useReader } from '../merge/writes.ts'
import { AskChanges } from './ask-changes.tsx'
import { BranchLine } from './branch-line.tsx'
import './changes.css'
import { useDraftComments } from './draft-comments.ts'
import { FileList } from './file-list.tsx'
import { FileView } from './file-view.tsx'
import { Land, type Landing, useLanding } from './land.tsx'
import type { Changes, ChangesAnswer, useChanges } from './reads.ts'
import { useSaidBefore } from './said-before.ts'
import { Standing } from './standing.tsx'
import { whereItIs } from './whether.ts'

type ChangesSectionProps = { recall: BriefRecall; read: ReturnType<typeof useChanges> }

/** Nothing while there is no branch: most ideas have none yet. */
export function ChangesSection({ recall, read }: ChangesSectionProps) {
  const { data, error, hasBranch, refetch } = read
  if (!hasBranch) return null
  if (data !== undefined) return <Shown recall={recall} answer={data} />
  return (
    <Frame>
      {error ? <Failure error={error} again={() => void refetch()} /> : <Loading label="Loading changes" />}
    </Frame>
  )
}

function Frame({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  return (
    <Section id="changes" eyebrow="branch · candidate" title="Changes" tools={tools}>
      {children}
    </Section>
  )
}

function Shown({ recall, answer }: { recall: BriefRecall; answer: ChangesAnswer }) {
  const reader = useReader()
  const { merge, changes } = answer
  const landing = useLanding(recall.brief.id, merge)
  const writes = useMergeWrites(merge ?? { id: 0 }, reader)
  const refused = landing.refused ?? writes.refused
  return (
    <Frame tools={<Land recall={recall} answer={answer} landing={landing} writes={writes} reader={reader} />}>
      {refused && <RefusedNotice said={refused} />}
      <BranchLine answer={answer} />
      <MovedOn answer={answer} landing={landing} mayWrite={reader.mayWrite} />
      <Standing answer={answer} project={recall.brief.project} />
      {changes && changes.files.length > 0 ? (
        <Files recall={recall} answer={answer} changes={changes} mayWrite={reader.mayWrite} />
      ) : (
        <Nothing answer={answer} />
      )}
    </Frame>
  )
}

function Nothing({ answer }: { answer: ChangesAnswer }) {
  const { changes, reason, target } = answer
  const where = whereItIs(answer)
  if (where === 'landed') return <Empty>All of it is in {target}.</Empty>
  if (where === 'back') return <Empty>All of it was in {target}, and was taken back.</Empty>
  if (changes === null)
    return (
      <Empty>
        <Said>{reason ?? 'There is nothing on its branch yet.'}</Said> Commits of its agent show up here by themselves.
      </Empty>
    )
  return <Empty>Nothing is committed on it yet that {target} lacks.</Empty>
}

/** What lands is the tip that was pinned, whatever the branch does meanwhile. */
function MovedOn(props: { answer: ChangesAnswer; landing: Landing; mayWrite: boolean }) {
  const { answer, landing, mayWrite } = props
  const { merge, changes } = answer
  if (!merge || !changes || whereItIs(answer) !== 'queued' || merge.tip === changes.tip) return null
  return (
    <Notice
      tone="amber"
      actions={
        mayWrite &&
        merge.status !== 'landing' && (
          <Button small busy={landing.busy} onClick={() => landing.land()}>
            Put the new tip in
          </Button>
        )
      }
    >
      The branch has moved on to <span className="mono small">{short(changes.tip)}</span>. {mergeRef(merge.id)} lands{' '}
      <span className="mono small">{short(merge.tip)}</span>, as it was put in.
    </Notice>
  )
}

type FilesProps = { recall: BriefRecall; answer: ChangesAnswer; changes: Changes; mayWrite: boolean }

function Files({ recall, answer, changes, mayWrite }: FilesProps) {
  const { brief } = recall
  const [path, setPath] = useState<string>()
  const comments = useDraftComments(brief.id)
  const said = useSaidBefore(recall)
  const file = changes.files.find(each => each.path === path) ?? changes.files[0]
  const mayComment = mayWrite && !isClosed(brief.status)
  if (file === undefined) return null
  return (
    <>
      <div className="changes">
        <FileList changes={changes} chosen={file.path} comments={comments.all} onChoose={setPath} />
        <FileView
          key={file.path}
          briefId={brief.id}
          changes={changes}
          file={file}
          comments={comments}
          said={said}
          mayComment={mayComment}
        />
      </div>
      {mayComment && (
        <AskChanges
          recall={recall}
          comments={comments}
          queued={answer.merge && whereItIs(answer) === 'queued' ? mergeRef(answer.merge.id) : undefined}
          onShow={setPath}
        />
      )}
    </>
  )
}
