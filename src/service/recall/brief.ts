/** All of a Brief within a budget: the same value for the page and for an agent that starts cold. */
import type { BriefRecall } from '#contract/recall.ts'
import type { BriefMention, Event } from '#contract/shapes.ts'
import type { Brief } from '#domain/brief.ts'
import { wavesOf } from '#domain/graph.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { rollUp } from '#domain/recall/rollup.ts'
import { isHeld } from '#domain/status.ts'
import { spentOnBrief } from '#store/queries/agents.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { decisionsOf } from '#store/queries/decisions.ts'
import { attemptsOfBrief } from '#store/queries/dispatches.ts'
import { afterAll, countEvents, eventsBefore } from '#store/queries/events.ts'
import { attachmentsOf, linksOf, participantsOf } from '#store/queries/keepsakes.ts'
import { submissionsOf } from '#store/queries/merges.ts'
import { projectSlugs } from '#store/queries/projects.ts'
import { childEdges, listedDispatchesOf, type Relative, relativesOf } from '#store/queries/standing.ts'
import { worktreesOf } from '#store/queries/worktrees.ts'
import { eventView, shortenEvent } from '../trace/event-view.ts'
import type { Read, ReadWork } from '../work.ts'
import { worktreeViews } from '../worktree/view.ts'
import { cursorOf } from './cursor.ts'
import { bytesOf, type Cuts, fitRest, headOnly, type Rest } from './fit-budget.ts'
import { briefRows, decisionViews, dispatchView, type Slugs } from './views.ts'

/** Bytes: about 6,000 tokens. */
const usualBudget = 24_000
/** Nothing that is listed takes fewer bytes, so no more of it than fits is read. */
const leastRowBytes = 60
const leastEventBytes = 400
/** Of the frame around everything: names of fields, what was cut, the size. */
const frameBytes = 700

export const brief: Read<'recall.brief'> = async (input, work) => {
  const budget = input.maxBytes ?? usualBudget
  const slugs = await projectSlugs(work.tx)
  const whole = await restOf(work, await getBrief(work.tx, input.briefId), slugs, budget)
  // The newest events say where it stands, so they keep a share also when the rest alone would fill everything.
  const before = cursorOf('recall.brief', input.cursor)
  const { rest, bytes, cuts } =
    before === undefined ? fitRest(whole, Math.floor(budget * 0.85) - frameBytes) : headOnly(whole)
  const room = budget - bytes - frameBytes
  const trace = await newestThatFit(work, rest, { slugs, room, share: budget / 8, before })
  const oldest = trace.at(-1)?.seq ?? before ?? afterAll
  const { id, events } = rest.brief
  const hasOlder =
    before === undefined ? trace.length < events : (await eventsBefore(work.tx, id, oldest, 1)).length > 0
  if (hasOlder) {
    const what = before === undefined ? `${events - trace.length} older events` : 'older events'
    cuts.push({ what, how: `recall.brief {briefId: ${id}, cursor: "${oldest}"}` })
  }
  return sized({ ...rest, trace, cut: told(cuts), nextCursor: hasOlder ? String(oldest) : undefined })
}

async function restOf(work: ReadWork, brief: Brief, slugs: Slugs, budget: number): Promise<Rest> {
  const { tx } = work
  const most = Math.ceil(budget / leastRowBytes)
  const [listed] = await briefRows(tx, [brief], slugs)
  if (!listed) throw new Error('a Brief has a row')
  const { dependsOn: _, ...row } = listed
  const relatives = await relativesOf(tx, brief.id)
  const attempts = Map.groupBy(await attemptsOfBrief(tx, brief.id), each => each.dispatchId)
  const dispatches = await listedDispatchesOf(tx, brief.id, most)
  const decisions = await decisionsOf(tx, brief.id)
  const openDecisions = decisions.filter(each => each.status === 'open').map(each => each.id)
  const context = { now: work.now, openDecisions }
  const held = new Map(
    dispatches.filter(({ dispatch }) => isHeld(dispatch.status)).map(({ dispatch }) => [dispatch.holder, dispatch.id]),
  )
  return {
    brief: {
      ...row,
      text: brief.text,
      revision: brief.revision,
      approvedBy: brief.approvedBy,
      approvedAt: brief.approvedAt,
      reviewed: brief.reviewed,
      integration: brief.integration,
      budget: brief.budget,
      endedAt: brief.endedAt,
      events: await countEvents(tx, brief.id),
    },
    spec: brief.spec,
    decisions: await decisionViews(tx, decisions, slugs),
    relationships: relationships(relatives, await edgesOf(work, brief.id, relatives)),
    participants: (await participantsOf(tx, brief.id, most)).map(each => ({
      actor: each.actor,
      firstAt: each.first_at,
      lastAt: each.last_at,
      events: each.events,
      holds: held.get(each.actor) ?? null,
    })),
    links: (await linksOf(tx, brief.id, most)).map(({ brief_id: _, ...link }) => link),
    attachments: (await attachmentsOf(tx, brief.id, most)).map(each => ({
      attachmentId: each.id,
      name: each.name,
      mediaType: each.media_type,
      bytes: each.bytes,
      sha256: each.sha256,
      url: `/api/attachments/${each.id}`,
      actor: each.actor,
      at: each.at,
    })),
    worktrees: await worktreeViews(work, await worktreesOf(tx, brief.id, Math.min(most, 50)), slugs),
    merge: mentioned(await submissionsOf(tx, brief.id, 1)),
    cost: await spentOnBrief(tx, brief.id),
    dispatches: dispatches.map(each => dispatchView(each, attempts.get(each.dispatch.id) ?? [], context)),
  }
}

function mentioned([newest]: Submission[]): Rest['merge'] {
  if (newest === undefined) return null
  const { id, branch, target, status, reason, submittedAt, movedAt, landedCommit } = newest
  return { id, branch, target, status, reason, submittedAt, movedAt, landedCommit }
}

const edgesOf = async (work: ReadWork, id: number, relatives: Relative[]): Promise<[number, number][]> =>
  relatives.some(each => each.relation === 'child') ? childEdges(work.tx, id) : []

function relationships(relatives: Relative[], edges: [number, number][]): Rest['relationships'] {
  const of = (relation: Relative['relation']): BriefMention[] =>
    relatives
      .filter(each => each.relation === relation)
      .map(each => ({ id: each.id, title: each.title, status: each.status, blocked: each.blocked === 1 }))
  const children = of('child')
  const dependsOn = new Map(
    [...Map.groupBy(edges, ([from]) => from)].map(([from, all]) => [from, all.map(([, to]) => to)]),
  )
  const waves = wavesOf(
    children.map(each => each.id),
    dependsOn,
  )
  return {
    parent: of('parent')[0] ?? null,
    children: children.map(each => ({ ...each, wave: waves.get(each.id) ?? null })),
    rollup: children.length > 0 ? rollUp(children.map(each => ({ ...each, count: 1 }))) : undefined,
    dependsOn: of('needs'),
    dependents: of('needed_by'),
    edges,
  }
}

/** Newest first. `room` in bytes; an event of more than `share` characters is told with its long texts cut. */
async function newestThatFit(
  work: ReadWork,
  rest: Rest,
  budget: { slugs: Slugs; room: number; share: number; before: number | undefined },
): Promise<Event[]> {
  const fitting: Event[] = []
  let { room } = budget
  let before = budget.before ?? afterAll
  for (let stride = 16; room >= leastEventBytes; stride = 128) {
    const rows = await eventsBefore(work.tx, rest.brief.id, before, Math.min(stride, Math.ceil(room / leastEventBytes)))
    for (const row of rows) {
      const event = shortenEvent(eventView(row, budget.slugs), Math.max(200, Math.floor(budget.share)))
      room -= bytesOf(event) + 1
      if (room < 0) return fitting
      fitting.push(event)
      before = event.seq
    }
    if (rows.length === 0) return fitting
  }
  return fitting
}

const told = (cuts: Cuts): BriefRecall['cut'] =>
  cuts.length === 0
    ? undefined
    : { what: cuts.map(each => each.what), how: [...new Set(cuts.map(each => each.how))].join('; ') }

/** Counts its own size in: the digits of the count are part of it. */
function sized(recall: Omit<BriefRecall, 'size'>): BriefRecall {
  const text = JSON.stringify({ ...recall, size: { bytes: 0, tokens: 0 } })
  const bare = Buffer.byteLength(text)
  const sizeFor = (extra: number) => ({ bytes: bare + extra, tokens: Math.ceil((text.length + extra) / 4) })
  const digits = (size: BriefRecall['size']): number => `${size.bytes}${size.tokens}`.length - 2
  let size = sizeFor(0)
  for (let extra = digits(size); extra !== size.bytes - bare; extra = digits(size)) size = sizeFor(extra)
  return { ...recall, size }
}
