/**
 * The cast of the demo: two operators and four agents work on an epic, through operations alone, as anybody would.
 * Each call carries a command id, so that a second run gets the first answers and changes nothing.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import { ada, ben, builder, type CallAs, designer, orchestrator, type Say, speaker } from './demo-cast.ts'
import { pictureOfAnOutage } from './demo-picture.ts'
import { workOnPorts } from './demo-ports.ts'
import { betterPlan, children, epic, handoff, others, plan } from './demo-texts.ts'

export type Demo = {
  /** The epic first, then its children in order, then the others. */
  briefs: number[]
  decisions: { lanes: number; secrets: number; search: number }
  dispatches: { held: number; queued: number; failed: number }
  scratchpads: number[]
}

/** `project` is a slug; left out, it plays in the only project. Refuses what the operations refuse, such as an unclear project. */
export async function seedDemo(callAs: CallAs, project?: string): Promise<Demo> {
  const place = await projectOf(callAs, project)
  // By its id: one that was taken off the list and came back begins anew.
  return play(speaker(callAs, place.id), place.slug)
}

async function projectOf(callAs: CallAs, slug?: string): Promise<{ id: number; slug: string }> {
  const house = await callAs(ada, 'operator')
  const { items } = await house.call('project.list', {})
  const meant = slug === undefined ? items : items.filter(each => each.slug === slug)
  const [only] = meant
  if (only && meant.length === 1) return only
  if (slug !== undefined) throw new Refusal('project.missing', { project: slug })
  const candidates = items.map(each => each.slug).join(', ')
  throw new Refusal('project.unclear', { count: items.length, candidates })
}

async function play(say: Say, project: string): Promise<Demo> {
  const epicId = await captureEpic(say, project)
  const parts = await splitEpic(say, epicId)
  const [queue, prepare, ports, tree, ops, lanes] = parts as [number, number, number, number, number, number]
  await finish(say, queue, 'The guard refuses writes into MAIN, by name.', 'c20b7e4')
  await finish(say, prepare, 'Prepared from MAIN, gates run before anybody works in it.', '8d1f0aa')
  const held = await workOnPorts(say, ports)
  const decisions = await askDecisions(say, { epicId, ops })
  const failed = await failAtTree(say, tree)
  await say(orchestrator, 'brief.append', {
    briefId: lanes,
    kind: 'note',
    body: 'Waits for the ports and for the shared tree; the spec comes with them.',
  })
  const rest = await captureOthers(say, { project, epicId })
  const { dispatchId: queued } = await say(ada, 'brief.dispatch', {
    briefId: rest.feedback,
    note: 'Name the worktree in the refusal, and nothing else.',
  })
  const search = await askAboutSearch(say, rest.search)
  const scratchpads = await writeScratchpads(say, { project, ports })
  return {
    briefs: [epicId, ...parts, rest.search, rest.feedback, rest.quiet, rest.duplicate],
    decisions: { ...decisions, search },
    dispatches: { held, queued, failed },
    scratchpads,
  }
}

async function captureEpic(say: Say, project: string): Promise<number> {
  const { briefId } = await say(ada, 'brief.capture', {
    text: epic,
    project,
    labels: ['isolation'],
    priority: 1,
    designLoop: true,
  })
  const content = pictureOfAnOutage()
  const sha256 = createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex')
  const { markdown } = await say(ada, 'brief.attach', {
    briefId,
    name: 'site-down.png',
    mediaType: 'image/png',
    content,
    sha256,
  })
  await say(ada, 'brief.append', {
    briefId,
    kind: 'comment',
    body: `This is what Tuesday looked like from outside.\n\n${markdown}`,
  })
  const { revision } = await say(orchestrator, 'brief.writeSpec', { briefId, spec: plan, revision: 0 })
  await say(orchestrator, 'brief.append', {
    briefId,
    kind: 'progress',
    body: 'First plan: three standing lanes and bursts on demand.',
  })
  await say(ben, 'brief.append', {
    briefId,
    kind: 'comment',
    body: 'Three, if ops counts as a follower and not as a lane.',
  })
  const { dispatchId } = await say(ada, 'brief.dispatch', { briefId, leg: 'design' })
  const { token } = await say(designer, 'dispatch.claim', { dispatchId })
  await say(designer, 'brief.writeSpec', { briefId, spec: betterPlan, revision })
  await say(designer, 'brief.link', {
    briefId,
    type: 'session',
    ref: 'a81f03c2',
    relation: 'made',
    title: 'Design of the lanes',
  })
  await say(designer, 'dispatch.complete', {
    dispatchId,
    token,
    summary:
      'The worktree is the unit, not the agent. Rejected: a checkout for each agent (too many), locks in MAIN (still served half-done).',
  })
  return briefId
}

async function splitEpic(say: Say, briefId: number): Promise<number[]> {
  const { children: ids } = await say(orchestrator, 'brief.split', { briefId, children })
  for (const id of ids.slice(0, 5)) await say(orchestrator, 'brief.setStatus', { briefId: id, status: 'planned' })
  return ids
}

/** A whole build leg: handed over, claimed, linked, completed, landed by an operator's word. */
async function finish(say: Say, briefId: number, summary: string, commit: string): Promise<void> {
  const { dispatchId } = await say(orchestrator, 'brief.dispatch', { briefId })
  const { token, branch } = await say(builder, 'dispatch.claim', { dispatchId })
  await say(builder, 'brief.link', { briefId, type: 'commit', ref: commit, relation: 'made' })
  await say(builder, 'brief.link', { briefId, type: 'branch', ref: branch, relation: 'made' })
  await say(builder, 'dispatch.complete', { dispatchId, token, summary, evidence: [commit] })
  await say(ada, 'brief.setStatus', { briefId, status: 'complete', reason: `${commit} is in MAIN` })
}

/** One answered, one open that holds a child up. */
async function askDecisions(
  say: Say,
  { epicId, ops }: { epicId: number; ops: number },
): Promise<{ lanes: number; secrets: number }> {
  const secrets = await say(orchestrator, 'decision.ask', {
    header: 'Does the ops follower get secrets?',
    briefId: ops,
    options: [{ label: 'No, code only' }, { label: 'Yes', detail: 'It then needs its own .env.' }],
  })
  const lanes = await say(orchestrator, 'decision.ask', {
    header: 'How many lanes stand at all times?',
    body: 'The work falls into backend, design and ops. A standing lane keeps warm context but fills up; each one past the third adds a merge lane to tend.',
    briefId: ops,
    blocking: true,
    options: [
      { label: 'One', detail: 'Everything else on demand. Cheapest to merge, design starts cold.' },
      { label: 'Three', detail: 'And bursts on demand. Proposed.' },
      { label: 'One for each open epic', detail: 'Most parallel, least returns.' },
    ],
  })
  await say(ada, 'decision.answer', {
    decisionId: secrets.decisionId,
    option: 1,
    answer: 'It only follows; it serves nothing.',
  })
  await say(ben, 'decision.discuss', {
    decisionId: lanes.decisionId,
    body: 'Three, if ops counts as a follower and not as a lane.',
  })
  await say(orchestrator, 'decision.ack', { decisionId: secrets.decisionId })
  await say(orchestrator, 'brief.append', {
    briefId: epicId,
    kind: 'note',
    body: `The agent count is no longer part of the layout; the question moved to q${lanes.decisionId}.`,
  })
  return { lanes: lanes.decisionId, secrets: secrets.decisionId }
}

/** Three attempts, each ended for a reason of the closed list. Answers the dispatch that is spent. */
async function failAtTree(say: Say, briefId: number): Promise<number> {
  const { dispatchId } = await say(orchestrator, 'brief.dispatch', { briefId })
  for (const [reason, note] of [
    ['gate_failed', 'Walls are red: paths.ts reaches into the service room.'],
    ['conflict', 'MAIN moved under src/machine/site.ts; two hunks disagree.'],
    ['gate_failed', 'Walls are red still.'],
  ] as const) {
    const { token } = await say(builder, 'dispatch.claim', { dispatchId })
    await say(builder, 'dispatch.fail', { dispatchId, token, reason, note })
  }
  return dispatchId
}

async function captureOthers(
  say: Say,
  { project, epicId }: { project: string; epicId: number },
): Promise<Record<keyof typeof others, number>> {
  const search = await say(ada, 'brief.capture', { text: others.search, project, priority: 0, labels: ['search'] })
  await say(ada, 'brief.configure', { briefId: search.briefId, needsApproval: true })
  const feedback = await say(builder, 'brief.capture', { text: others.feedback, project, labels: ['guard'] })
  await say(ada, 'brief.setStatus', { briefId: feedback.briefId, status: 'planned' })
  const quiet = await say(ben, 'brief.capture', { text: others.quiet, project, priority: 4 })
  await say(ben, 'brief.setStatus', { briefId: quiet.briefId, status: 'deferred', reason: 'until the page is whole' })
  const duplicate = await say(ben, 'brief.capture', { text: others.duplicate, project })
  await say(ada, 'brief.fold', { briefId: duplicate.briefId, into: epicId })
  return { search: search.briefId, feedback: feedback.briefId, quiet: quiet.briefId, duplicate: duplicate.briefId }
}

async function askAboutSearch(say: Say, briefId: number): Promise<number> {
  const { decisionId } = await say(orchestrator, 'decision.ask', {
    header: 'Rebuild the index now, or after landing?',
    briefId,
    assignee: ada,
    options: ['Now', 'After landing'],
  })
  return decisionId
}

async function writeScratchpads(say: Say, { project, ports }: { project: string; ports: number }): Promise<number[]> {
  const first = await say(builder, 'scratchpad.write', { title: 'Handoff: ports', body: handoff, briefId: ports })
  await say(builder, 'scratchpad.append', { scratchpadId: first.scratchpadId, body: '\n- Walls: one breach left.\n' })
  const second = await say(orchestrator, 'scratchpad.write', {
    title: 'Lanes before Tuesday',
    body: '- backend: 3 agents\n- design: 1 agent\n- ops: nobody\n',
    project,
  })
  return [first.scratchpadId, second.scratchpadId]
}
