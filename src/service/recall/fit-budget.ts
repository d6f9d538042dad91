/**
 * Fits what is known of a Brief into a budget of bytes. What is left out first is fixed, and the answer says what that was
 * and which call shows it. The head (title, status, labels, what blocks it) is never cut.
 */
import type { BriefRecall } from '#contract/recall.ts'
import { shortenText } from '../trace/event-view.ts'

/** All but the trace, which fills what is left. */
export type Rest = Omit<BriefRecall, 'trace' | 'cut' | 'size'>
export type Cuts = { what: string; how: string }[]

type Cut = { what: string; how: (briefId: number) => string; make: (rest: Rest, most: number, spec: string) => Rest }

/** Of an answer as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const first = <Item>(items: Item[], most: number): Item[] => (items.length > most ? items.slice(0, most) : items)

const showDispatch = (): string => 'dispatch.show {dispatchId}'
const listDecisions = (id: number): string => `recall.decisions {briefId: ${id}, status: "all"}`
const wholeList = (id: number): string => `recall.brief {briefId: ${id}, maxBytes: 4000000}`

const shortAttempts = (most: number) => (rest: Rest) => ({
  ...rest,
  dispatches: rest.dispatches.map(each => ({
    ...each,
    note: each.note && shortenText(each.note, most, showDispatch()),
    attempts: each.attempts.map(attempt => ({
      ...attempt,
      note: attempt.note && shortenText(attempt.note, most, showDispatch()),
      summary: attempt.summary && shortenText(attempt.summary, most, showDispatch()),
      evidence: first(attempt.evidence, 10),
    })),
  })),
})

const fewDispatches = (most: number) => (rest: Rest) => ({ ...rest, dispatches: first(rest.dispatches, most) })

const fewDecisions = (ended: number) => (rest: Rest) => {
  const open = rest.decisions.filter(each => each.status === 'open')
  return {
    ...rest,
    decisions: [
      ...open,
      ...first(
        rest.decisions.filter(each => each.status !== 'open'),
        ended,
      ),
    ].map(each => ({
      ...each,
      discussion: each.discussion
        .slice(-3)
        .map(post => ({ ...post, body: shortenText(post.body, 500, 'recall.decisions') })),
      body: shortenText(each.body, 2_000, 'recall.decisions'),
      answer: each.answer && shortenText(each.answer, 2_000, 'recall.decisions'),
    })),
  }
}

const fewKeepsakes = (most: number) => (rest: Rest) => ({
  ...rest,
  links: first(rest.links, most),
  attachments: first(rest.attachments, most),
  worktrees: first(rest.worktrees, Math.ceil(most / 5)),
  participants: first(rest.participants, most),
})

const fewRelatives = (most: number) => (rest: Rest) => {
  const { children, dependsOn, dependents, edges, ...kept } = rest.relationships
  const some = first(children, most)
  const shown = new Set(some.map(each => each.id))
  return {
    ...rest,
    relationships: {
      ...kept,
      children: some,
      dependsOn: first(dependsOn, most),
      dependents: first(dependents, most),
      edges: edges.filter(([from, to]) => shown.has(from) && shown.has(to)),
    },
  }
}

const keepsakes = 'older links, attachments, worktrees and participants'
const relatives = 'some children, dependencies and dependents'
const children = (id: number): string => `recall.briefs {query: "parent:#${id}"}`

/** From first to last. */
const order: readonly Cut[] = [
  { what: 'long notes of attempts', how: showDispatch, make: shortAttempts(600) },
  {
    what: 'the captured text',
    how: wholeList,
    make: rest =>
      rest.brief.text && rest.spec
        ? { ...rest, brief: { ...rest.brief, text: shortenText(rest.brief.text, 500, 'its spec tells more') } }
        : rest,
  },
  { what: 'older dispatches', how: showDispatch, make: fewDispatches(10) },
  { what: 'ended decisions and long words in them', how: listDecisions, make: fewDecisions(5) },
  { what: keepsakes, how: wholeList, make: fewKeepsakes(20) },
  { what: relatives, how: children, make: fewRelatives(50) },
  { what: 'the end of the captured text', how: wholeList, make: (rest, most) => shortText(rest, most / 4) },
  { what: 'the end of the spec', how: wholeList, make: shortSpec },
  { what: 'long notes of attempts', how: showDispatch, make: shortAttempts(100) },
  { what: 'older dispatches', how: showDispatch, make: fewDispatches(1) },
  { what: keepsakes, how: wholeList, make: fewKeepsakes(3) },
  { what: relatives, how: children, make: fewRelatives(5) },
  {
    what: 'decisions',
    how: listDecisions,
    make: rest => ({ ...rest, decisions: first(rest.decisions, 1) }),
  },
  { what: 'all but the head', how: wholeList, make: headOf },
]

function headOf(rest: Rest): Rest {
  const bare = fewRelatives(0)(fewKeepsakes(0)(fewDispatches(0)(rest)))
  return { ...bare, decisions: [], spec: '', brief: { ...rest.brief, text: undefined } }
}

/** For whoever has seen the rest and reads on in the trace. */
export function headOnly(whole: Rest): { rest: Rest; bytes: number; cuts: Cuts } {
  const rest = headOf(whole)
  const cuts = [{ what: 'all but the head and these events', how: `recall.brief {briefId: ${whole.brief.id}}` }]
  return { rest, bytes: bytesOf(rest), cuts }
}

function shortText(rest: Rest, most: number): Rest {
  const { text } = rest.brief
  return text
    ? {
        ...rest,
        brief: { ...rest.brief, text: shortenText(text, Math.floor(most), 'recall.brief with a greater maxBytes') },
      }
    : rest
}

/** Leaves the spec as much as the others do; a character may take several bytes. */
function shortSpec(rest: Rest, most: number, spec: string): Rest {
  const room = Math.max(400, most - bytesOf({ ...rest, spec: '' }) - 150)
  let kept = Math.min(room, spec.length)
  while (kept > 100 && bytesOf(spec.slice(0, kept)) > room) kept = Math.floor(kept * 0.9)
  return { ...rest, spec: shortenText(spec, kept, 'brief.specHistory shows it whole') }
}

/** Cuts in the fixed order until it fits `most` bytes. */
export function fitRest(whole: Rest, most: number): { rest: Rest; bytes: number; cuts: Cuts } {
  // Of a spec that can't fit, no more is weighed again and again than shows that.
  let rest: Rest = { ...whole, spec: whole.spec.length > most ? whole.spec.slice(0, most + 1) : whole.spec }
  let bytes = bytesOf(rest)
  const cuts: Cuts = []
  for (const cut of order) {
    if (bytes <= most) break
    rest = cut.make(rest, most, whole.spec)
    const after = bytesOf(rest)
    if (after !== bytes && !cuts.some(each => each.what === cut.what))
      cuts.push({ what: cut.what, how: cut.how(whole.brief.id) })
    bytes = after
  }
  return { rest, bytes, cuts }
}

/** As many of a list's items as fit `most` bytes, one at the least; all without a budget. */
export function firstThatFit<Item>(items: Item[], most: number | undefined): Item[] {
  if (most === undefined) return items
  // For the frame around the items.
  let room = most - 200
  const fits = items.findIndex(item => {
    room -= bytesOf(item) + 1
    return room < 0
  })
  return fits === -1 ? items : items.slice(0, Math.max(1, fits))
}
