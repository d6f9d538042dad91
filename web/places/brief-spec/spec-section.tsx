/** The canonical plan: read, written beside its preview, and its revisions. */
import type { BriefRecall } from '#contract/recall.ts'
import { Button, Kbd } from '../../bloom/button.tsx'
import { Segment } from '../../bloom/choice.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { PlusMinus, Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { Prose } from '../../bloom/text/prose.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import type { BriefHead } from '../brief/words.ts'
import { useReader } from '../merge/writes.ts'
import { Revisions } from './revisions.tsx'
import { useSpecDraft } from './spec-draft.ts'
import { SpecEdit } from './spec-edit.tsx'

export type SpecView = 'read' | 'edit' | 'revisions'

const views = [
  { value: 'read', name: 'Read' },
  {
    value: 'edit',
    name: (
      <>
        Edit <Kbd>e</Kbd>
      </>
    ),
  },
  { value: 'revisions', name: 'Revisions' },
] as const

type SpecProps = { recall: BriefRecall; view: SpecView; onView: (view: SpecView) => void }

export function SpecSection({ recall, view, onView }: SpecProps) {
  const { readsOnly } = useReader()
  return (
    <Section
      id="spec"
      className="sec-first"
      eyebrow="canonical · plan"
      title="Spec"
      tools={
        <Segment
          label="View of the spec"
          choices={readsOnly ? views.filter(each => each.value !== 'edit') : views}
          value={view}
          onChange={onView}
        />
      }
    >
      {view === 'revisions' ? (
        <Revisions brief={recall.brief} />
      ) : (
        <WholeSpec recall={recall} view={view} onView={onView} />
      )}
    </Section>
  )
}

/** A payload that was cut may hold only the beginning of a spec; whoever reads or writes it needs all of it. */
function WholeSpec(props: SpecProps) {
  const { brief, spec, cut } = props.recall
  const isCut = cut !== undefined && brief.revision > 0
  const whole = useRead('brief.specHistory', { briefId: brief.id, revision: brief.revision }, { enabled: isCut })
  if (!isCut) return <Spec {...props} spec={spec} />
  if (whole.data?.spec !== undefined) return <Spec {...props} spec={whole.data.spec} />
  if (whole.error) return <Failure error={whole.error} again={() => void whole.refetch()} />
  return <Loading label="Loading the spec" />
}

function Spec({ recall, view, onView, spec }: SpecProps & { spec: string }) {
  const { brief } = recall
  const draft = useSpecDraft(brief, spec)
  const { readsOnly } = useReader()
  if (view === 'edit') return <SpecEdit brief={brief} spec={spec} draft={draft} onSaved={() => onView('read')} />
  return (
    <>
      {draft.isKept && !readsOnly && (
        <p className="meta spec-kept">
          You have a draft on r{draft.revision} that isn’t saved.{' '}
          <Button small onClick={() => onView('edit')}>
            Go on writing
          </Button>
        </p>
      )}
      {spec.trim() === '' ? (
        <NoSpec brief={brief} onWrite={readsOnly ? undefined : () => onView('edit')} />
      ) : (
        <Read brief={brief} spec={spec} onView={onView} />
      )}
    </>
  )
}

function NoSpec({ brief, onWrite }: { brief: BriefHead; onWrite: (() => void) | undefined }) {
  return (
    <>
      {brief.text !== undefined && brief.text.trim() !== '' && (
        <div className="spec-captured">
          <p className="label">as it was captured</p>
          <Prose text={brief.text} label="As it was captured" lines />
        </div>
      )}
      <Empty>
        No spec yet: what should be there, and how somebody sees that it is.{' '}
        {onWrite && (
          <Button small keys="e" onClick={onWrite}>
            Write the spec
          </Button>
        )}
      </Empty>
    </>
  )
}

function Read({ brief, spec, onView }: { brief: BriefHead; spec: string; onView: (view: SpecView) => void }) {
  return (
    <div className="spec-read">
      <Prose text={spec} label="Spec" />
      <Margin brief={brief} onRevisions={() => onView('revisions')} />
    </div>
  )
}

/** How many revisions stand beside the text. */
const beside = 4

function Margin({ brief, onRevisions }: { brief: BriefHead; onRevisions: () => void }) {
  const { data } = useRead('brief.specHistory', { briefId: brief.id })
  const newest = data?.items[0]
  if (data === undefined || newest === undefined) return <div className="margin" />
  return (
    <div className="margin">
      <p className="margin-head">
        r{newest.revision} · <RelativeTime at={newest.at} ago />
      </p>
      <p className="margin-note">
        <Said>{bareName(newest.actor)}</Said>
      </p>
      <ol className="revs" aria-label="Revisions, newest first">
        {data.items.slice(0, beside).map(item => (
          <li key={item.revision} aria-current={item === newest || undefined}>
            <button type="button" onClick={onRevisions}>
              <b>r{item.revision}</b> <PlusMinus added={item.plus} removed={item.minus} />
            </button>
          </li>
        ))}
        {data.items.length > beside && (
          <li>
            <button type="button" onClick={onRevisions}>
              {data.items.length - beside} more
            </button>
          </li>
        )}
      </ol>
    </div>
  )
}
