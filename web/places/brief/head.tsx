/** The top of a Brief: where we are, its title, what state it is in, and since when. */
import { type ReactNode, useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { Button, Fold, IconButton } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Field } from '../../bloom/field.tsx'
import { Money, Tokens } from '../../bloom/figure.tsx'
import { BlockedChip, Chip, Chips, Ref, Said, Sep, StatusChip } from '../../bloom/mark.tsx'
import { Old } from '../../bloom/nothing.tsx'
import { Crumbs } from '../../bloom/section.tsx'
import { isComposing } from '../../bloom/write/composing.ts'
import { useDraft, useIsDrafted } from '../../bloom/write/draft.ts'
import { RefusedNotice, saidOf } from '../../house/failures.tsx'
import { useLiveState } from '../../house/live.ts'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite, type Write } from '../../house/write.ts'
import { useReader } from '../merge/writes.ts'
import { showAtOnce } from './at-once.ts'
import { isByHand, StatusMenu } from './status-menu.tsx'
import { type BriefHead, blockWords, spoken } from './words.ts'

const path = [
  { name: 'flower', href: '/' },
  { name: 'All briefs', href: '/briefs' },
]

export function Head({ recall, readAt, isOld }: { recall: BriefRecall; readAt: number; isOld: boolean }) {
  const { brief } = recall
  const setStatus = useSetStatus(brief)
  const { readsOnly } = useReader()
  return (
    <div className="head">
      <Crumbs path={path} />
      <Title brief={brief} isFixed={readsOnly} />
      <Chips>{chips(recall, readsOnly ? undefined : setStatus)}</Chips>
      {setStatus.refused && <RefusedNotice said={setStatus.refused} />}
      <p className="byline">
        captured <RelativeTime at={brief.createdAt} ago /> by <Said>{brief.createdBy}</Said>
        <Sep />
        moved <RelativeTime at={brief.movedAt} ago />
        {brief.approvedBy !== null && brief.approvedAt !== null && (
          <>
            <Sep />
            approved by <Said>{brief.approvedBy}</Said> <RelativeTime at={brief.approvedAt} ago />
          </>
        )}
        <Cost cost={recall.cost} budget={brief.budget} />
        <span className="byline-why">
          <Sep />
          <Why briefId={brief.id} />
        </span>
      </p>
      <Age readAt={readAt} isOld={isOld} />
    </div>
  )
}

/** Nothing where flower ran nobody. */
function Cost({ cost, budget }: { cost: BriefRecall['cost']; budget: BriefHead['budget'] }) {
  if (cost.tokens === 0) return null
  return (
    <>
      <Sep />
      <Tokens count={cost.tokens} of={budget?.tokens} /> tokens
      <Sep />
      <Money usd={cost.usd} of={budget?.usd} />
    </>
  )
}

/** Says that what is shown may have moved on: it could not be read again, or nobody answers. */
function Age({ readAt, isOld }: { readAt: number; isOld: boolean }) {
  const { state } = useLiveState()
  return isOld || state === 'offline' ? <Old asOf={readAt} /> : null
}

function useSetStatus(brief: BriefHead): Write<'brief.setStatus'> {
  const setStatus = useWrite('brief.setStatus', {
    optimistic: input => showAtOnce(brief.id, { status: input.status }),
    done: (output, input) => {
      const before = brief.status
      const undo = () => void isTaken(setStatus.write({ ...input, status: before }))
      const words = `#${brief.id} is ${spoken(output.status)}.`
      return before !== output.status && isByHand(before) ? { words, undo } : { words }
    },
  })
  return setStatus
}

function chips({ brief, relationships }: BriefRecall, setStatus: Write<'brief.setStatus'> | undefined): ReactNode[] {
  const rollup = relationships.rollup
  const found: (ReactNode | false)[] = [
    <StatusChip key="status" status={brief.status} />,
    <Chip key="origin">{brief.origin === 'feedback' ? 'from feedback' : brief.origin}</Chip>,
    <Chip key="project" href={`/briefs?project=${brief.project}`}>
      {brief.project}
    </Chip>,
    rollup !== undefined && (
      <Chip key="epic" href="#relationships">
        epic · {rollup.complete} of {rollup.total} landed
      </Chip>
    ),
    brief.foldedInto !== null && (
      <Chip key="folded" href={`/briefs/${brief.foldedInto}`}>
        folded into #{brief.foldedInto}
      </Chip>
    ),
    ...brief.labels.map(label => (
      <Chip key={`label ${label}`}>
        <Said>{label}</Said>
      </Chip>
    )),
    brief.blocked.length > 0 && <Blocked key="blocked" brief={brief} />,
    brief.blocked.length === 0 && rollup !== undefined && rollup.blocked > 0 && (
      <BlockedChip key="child">
        <Ref href="#relationships">{rollup.blocked === 1 ? '1 child' : `${rollup.blocked} children`} blocked</Ref>
      </BlockedChip>
    ),
    setStatus !== undefined && <StatusMenu key="menu" brief={brief} setStatus={setStatus} />,
  ]
  return found.filter(chip => chip !== false)
}

function Blocked({ brief }: { brief: BriefHead }) {
  return (
    <BlockedChip>
      blocked:{' '}
      {brief.blocked.map((block, place) => {
        const { ref, href, words, title } = blockWords(block)
        return (
          <span key={ref} title={title}>
            {place > 0 && ', '}
            <Ref href={href}>{ref}</Ref> {words}
          </span>
        )
      })}
    </BlockedChip>
  )
}

function Title({ brief, isFixed }: { brief: BriefHead; isFixed: boolean }) {
  const [editing, setEditing] = useState(false)
  const isDrafted = useIsDrafted(draftOf(brief))
  if (editing || (isDrafted && !isFixed))
    return <TitleField brief={brief} isAsked={editing} onDone={() => setEditing(false)} />
  return (
    <h1 className="title">
      <span className="title-id">#{brief.id}</span> <Said>{brief.title}</Said>
      {!isFixed && (
        <IconButton icon="pencil" label="Edit the title" className="title-edit" onClick={() => setEditing(true)} />
      )}
    </h1>
  )
}

const draftOf = ({ id }: BriefHead) => `title ${id}`

function TitleField({ brief, isAsked, onDone }: { brief: BriefHead; isAsked: boolean; onDone: () => void }) {
  const [draft, setDraft] = useDraft(draftOf(brief))
  const [title, setTitle] = useState(draft || brief.title)
  const { write, busy, refused } = useWrite('brief.configure', {
    optimistic: input => showAtOnce(brief.id, { title: input.title }),
    done: () => ({
      words: 'The title is changed.',
      undo: () => void isTaken(write({ briefId: brief.id, title: brief.title })),
    }),
  })
  const leave = () => {
    setDraft('')
    onDone()
  }
  const save = async () => {
    if (title.trim() === '' || title === brief.title) return leave()
    if (await isTaken(write({ briefId: brief.id, title: title.trim() }))) leave()
  }
  return (
    <h1 className="title title-form">
      <span className="title-id">#{brief.id}</span>
      <Field
        label="Title"
        silent
        autoFocus={isAsked}
        value={title}
        maxLength={300}
        refused={refused && <Words text={`${refused.sentence} ${refused.next}`} />}
        onChange={event => {
          setTitle(event.target.value)
          setDraft(event.target.value)
        }}
        onKeyDown={event => {
          if (isComposing(event)) return
          if (event.key === 'Escape') leave()
          if (event.key === 'Enter') void save()
        }}
      />
      <Button keys="↵" busy={busy} onClick={() => void save()}>
        Save
      </Button>
      <Button look="bare" onClick={leave}>
        Leave it
      </Button>
    </h1>
  )
}

/** Why it isn't moving, asked only when somebody wants to know. */
function Why({ briefId }: { briefId: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Fold open={open} onClick={() => setOpen(!open)}>
        why it stands here
      </Fold>
      {open && <WhyWords briefId={briefId} />}
    </>
  )
}

function WhyWords({ briefId }: { briefId: number }) {
  const { data, error } = useRead('brief.why', { briefId })
  if (error) return <span role="status"> {saidOf(error).sentence}</span>
  if (!data) return <span role="status"> …</span>
  return (
    <span role="status">
      {' '}
      <Said>
        <Words text={data.why} />
      </Said>
      <Sep />
      since <RelativeTime at={data.since} ago />
      <Sep />
      up to: <Said>{data.who}</Said>
      <Sep />
      <Words text={data.next} />
    </span>
  )
}
