/** The open questions as cards, oldest first. The keyboard is always on one of them. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import type { ListedDecision } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Button, Fold, Kbd } from '../../bloom/button.tsx'
import { useMoveKeys } from '../../bloom/list/move-keys.ts'
import { Said } from '../../bloom/mark.tsx'
import { AllDone } from '../../bloom/nothing.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Section } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { CopyButton } from '../../bloom/text/well.tsx'
import { useDraft } from '../../bloom/write/draft.ts'
import { useRoster } from '../agents/roster.ts'
import { EndedDecision } from '../decision/ended-decision.tsx'
import { OpenDecision } from '../decision/open-decision.tsx'
import { useReader } from '../merge/writes.ts'
import { useDecisionsAddress } from './address.ts'
import { isForPeople, standing } from './held.ts'
import { Provenance } from './provenance.tsx'
import { useHeld } from './reads.ts'

/** So many cards are drawn at first; the rest when somebody asks. */
const atFirst = 40

type ListProps = { list: string; items: readonly ListedDecision[]; project: string | undefined }

export function OpenList({ list, items, project }: ListProps) {
  const held = useHeld(list, items)
  const { asked } = useDecisionsAddress()
  const [isWhole, setWhole] = useState(false)
  const rows = [...held.filter(isForPeople), ...held.filter(each => !isForPeople(each))]
  const shown = isWhole || rows.findIndex(each => each.id === asked) >= atFirst ? rows : rows.slice(0, atFirst)
  const agents = useRoster(project).data?.items ?? []
  const place = usePlaceOfKeyboard(shown, asked)
  const card = (decision: ListedDecision) => (
    <Held
      key={decision.id}
      decision={decision}
      agents={agents}
      here={decision.id === place.here}
      item={decision.id === place.here ? place.item : undefined}
      onReach={() => place.goTo(decision.id)}
    />
  )
  const ofAgents = shown.filter(each => !isForPeople(each))
  return (
    <>
      <Section
        eyebrow="asked · oldest first"
        title="Open"
        tools={
          place.here !== undefined && (
            <span className="small dim hint">
              <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>1</Kbd>–<Kbd>9</Kbd> choose, <Kbd>↵</Kbd> answers, <Kbd>r</Kbd> words
            </span>
          )
        }
      >
        {shown.some(isForPeople) ? (
          <ol className="asked-list">{shown.filter(isForPeople).map(card)}</ol>
        ) : (
          <AllDone>
            Nothing is asked of you. What agents and the house ask comes up here, and nobody waits at a prompt.
          </AllDone>
        )}
      </Section>
      {ofAgents.length > 0 && (
        <Section eyebrow="asked · of agents" title="Asked of agents">
          <ol className="asked-list">{ofAgents.map(card)}</ol>
        </Section>
      )}
      {rows.length > shown.length && (
        <Fold open={false} onClick={() => setWhole(true)}>
          {rows.length - shown.length} more that are open
        </Fold>
      )}
    </>
  )
}

/** `j` and `k` move from card to card; the address may name one, and what has ended hands the keyboard on. */
function usePlaceOfKeyboard(rows: readonly ListedDecision[], asked: number | undefined) {
  const [at, setAt] = useState<number>()
  const [moves, setMoves] = useState(0)
  const [told, setTold] = useState<number>()
  const item = useRef<HTMLLIElement>(null)
  if (asked !== told) {
    setTold(asked)
    if (rows.some(each => each.id === asked)) {
      setAt(asked)
      setMoves(moves + 1)
    }
  }
  const here = standing(rows, at)
  const open = rows.filter(each => each.status === 'open')
  useMoveKeys({
    count: open.length,
    here: open.findIndex(each => each.id === here),
    onMove: place => {
      setAt(open[place]?.id)
      setMoves(moves + 1)
    },
  })
  useEffect(() => {
    if (moves > 0) item.current?.scrollIntoView({ block: 'nearest' })
  }, [moves])
  return { here, item, goTo: setAt }
}

type HeldProps = {
  decision: ListedDecision
  agents: readonly AgentView[]
  here: boolean
  item: RefObject<HTMLLIElement | null> | undefined
  /** The keyboard came to it by Tab or by a press. */
  onReach: () => void
}

function Held({ decision, agents, here, item, onReach }: HeldProps) {
  const { me } = useReader()
  const isWaitedFor = agents.some(each => each.run?.asks === decision.id)
  const provenance = <Provenance decision={decision} agents={agents} />
  return (
    <li ref={item} className={here ? 'is-here' : undefined} aria-current={here || undefined} onFocus={onReach}>
      {decision.status === 'open' ? (
        <OpenDecision decision={decision} here={here} provenance={provenance} holdsAgent={isWaitedFor} />
      ) : (
        <>
          <EndedDecision decision={decision} me={me} provenance={provenance} />
          {decision.answeredBy !== me && <Unsaid decision={decision} />}
        </>
      )}
    </li>
  )
}

/** Somebody else ended it while words were being written here. */
function Unsaid({ decision: { id, status, answeredBy } }: { decision: ListedDecision }) {
  const name = decisionRef(id)
  const [draft, setDraft] = useDraft(`answer ${name}`)
  if (draft.trim() === '') return null
  return (
    <Notice
      tone="amber"
      live
      actions={
        <>
          <CopyButton text={draft}>Copy it</CopyButton>
          <Button small look="bare" onClick={() => setDraft('')}>
            Let it go
          </Button>
        </>
      }
    >
      <b>
        <Said>{answeredBy === null ? 'Somebody' : bareName(answeredBy)}</Said>{' '}
        {status === 'withdrawn' ? 'has withdrawn' : 'has answered'} {name} while you wrote.
      </b>{' '}
      Your words are still here: “<Said>{draft}</Said>”
    </Notice>
  )
}
