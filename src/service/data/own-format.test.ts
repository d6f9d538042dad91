import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableNames } from '#store/tables.ts'
import { type AgentHouse, openAgentHouse } from '../../../test/agents/started.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

const withoutTime = (text: string): string => text.replace(/"exportedAt":"[^"]+"/, '')
const exported = async (house: TestHouse): Promise<string> =>
  (await house.call('data.export', { format: 'jsonl' })).text

/** Something of every kind that an export holds. */
async function fill(on: AgentHouse): Promise<number> {
  const { house } = on
  await house.call('project.register', { path: '/srv/pond' })
  const { briefId } = await house.call('brief.capture', {
    text: 'Plant 🌹\r\nPay $15,000 & $1 $&',
    spec: '# Plan\r\n',
    project: 'garden',
    labels: ['a"b'],
  })
  await house.call('brief.writeSpec', { briefId, spec: '# Better plan', revision: 1 })
  await house.call('brief.split', { briefId, children: [{ text: 'Dig' }, { text: 'Sow', after: [0] }] })
  // An epic that is younger than its child, and on whose own branch that lands.
  const epic = await house.call('brief.capture', { text: 'Spring', project: 'garden' })
  await house.call('brief.relate', { briefId, parentId: epic.briefId })
  await house.call('brief.configure', { briefId: epic.briefId, integration: true })
  const content = Buffer.from([0, 255, 10]).toString('base64')
  await house.call('brief.attach', { briefId, name: 'rose.webp', mediaType: 'image/webp', content })
  await house.call('brief.link', {
    briefId,
    type: 'url',
    ref: 'seeds',
    url: 'https://example.org/',
    relation: 'mentions',
  })
  const pad = await house.call('scratchpad.write', { title: 'Soil', body: 'Clay', briefId })
  await house.call('scratchpad.append', { scratchpadId: pad.scratchpadId, body: 'Sand' })
  await house.call('scratchpad.write', { title: 'Loose', body: '', project: 'pond' })
  await house.call('feedback.file', { kind: 'tool', summary: 'The rake is blunt' })
  await house.call('template.update', { name: 'packet.build', body: 'Do {{brief}}', version: 0 })
  const asked = await house.call('decision.ask', {
    header: 'Which rose?',
    body: 'Red or white',
    options: ['red', 'white'],
    briefId,
    group: { name: 'roses', release: 'all' },
  })
  await house.call('decision.discuss', { decisionId: asked.decisionId, body: 'White ones last' })
  await house.call('decision.answer', { decisionId: asked.decisionId, option: 'white' })
  await house.call('brief.setStatus', { briefId, status: 'planned' })
  await house.call('brief.dispatch', { briefId })
  await house.call('dispatch.claim', {}, 'agent:builder-1')
  await house.call('worktree.create', { briefId })
  await house.call('file.claim', { paths: ['src/**'] }, 'agent:builder-1')
  await land(house, briefId)
  await work(on)
  await house.call('token.create', { name: 'ben', role: 'operator' })
  return briefId
}

/** An agent that was run, was told something, and has ended. */
async function work(on: AgentHouse): Promise<void> {
  const agent = await on.started((await on.handedOver('Weed the beds', { project: 'garden' })).dispatchId)
  const usages = { 'model-1': { input: 900, cacheRead: 0, cacheWrite: 0, output: 100, usd: 0.25 } }
  await on.heard(agent, { contextTokens: 1_000, contextWindow: 200_000, usages })
  await on.house.call('agent.message', { agent: agent.run.actor, body: 'Mind the bees', project: 'garden' })
  await on.ended(agent)
}

/** A branch that landed with a step after it, as the runner tells of it. */
async function land(house: TestHouse, briefId: number): Promise<void> {
  const { mergeId } = await house.call('merge.submit', { briefId }, 'agent:builder-1')
  const { merge } = await house.call('merge.show', { mergeId })
  const { id: projectId } = (await house.call('project.show', { project: 'garden' })).project
  const settle = (finding: unknown) => house.call('merge.settle', { projectId, finding }, 'system:runner', 'system')
  const to = { commit: 'c'.repeat(40), tree: 'd'.repeat(40) }
  const about = { gate: 'test', definitionHash: 'x', toolchain: 'node', commit: to.commit, tree: to.tree, log: 'run-1' }
  const run = {
    ...about,
    outcome: 'passed',
    summary: 'It passed.',
    exitCode: 0,
    lines: [],
    startedAt: house.now(),
    tookMs: 9,
  }
  await settle({ what: 'judged', run, mergeIds: [mergeId] })
  const proof = {
    ...to,
    toolchain: 'node',
    gates: [{ gate: 'test', definitionHash: 'x', verdict: 'passed', log: 'run-1' }],
  }
  const landings = [{ submissionId: mergeId, tip: merge.tip, commits: [to.commit] }]
  await settle({
    what: 'landing',
    journal: { branch: merge.target, base: '0'.repeat(40), to, landings, proofs: [proof] },
  })
  await settle({ what: 'landed', steps: [{ name: 'restart', approve: false }] })
}

describe.each(databases)('our own format on %s', database => {
  let on: AgentHouse
  let house: TestHouse
  let fresh: TestHouse
  let briefId: number
  beforeAll(async () => {
    on = await openAgentHouse(database)
    house = on.house
    fresh = await openHouse(database, { project: false })
    briefId = await fill(on)
  })
  afterAll(async () => {
    await fresh.close()
    await house.close()
  })

  it('holds a record of every table that is not derived or secret', async () => {
    const text = await exported(house)
    const kinds = new Set(
      text
        .split('\n')
        .slice(1, -1)
        .map(line => (JSON.parse(line) as { kind: string }).kind),
    )
    const told = [
      'project',
      'brief',
      'specRevision',
      'dependency',
      'holding',
      'dispatch',
      'attempt',
      'worktree',
      'fileClaim',
      'decision',
      'run',
      'spending',
      'context',
      'rosterEntry',
      'message',
      'merge',
      'verdict',
      'landing',
      'landingStep',
      'scratchpad',
      'feedback',
      'link',
      'attachment',
      'template',
      'event',
    ]
    expect([...kinds]).toEqual(told)
    const within = ['decision_posts', 'scratchpad_revisions']
    const derived = ['counters', 'chain', 'traces', 'participants', 'documents']
    // Services run and MAIN stands here and now; elsewhere they are looked at anew.
    const kept = ['settings', 'tokens', 'receipts', 'services', 'mains']
    expect(tableNames.length).toBe(told.length + within.length + derived.length + kept.length)
    const tokens = await house.store.read(tx => tx.db.selectFrom('tokens').select('hash').execute())
    expect(tokens.length).toBeGreaterThan(0)
    for (const { hash } of tokens) expect(text).not.toContain(hash)
  })

  it('fills an empty installation so that it verifies and exports the same', async () => {
    const text = await exported(house)
    const dry = await fresh.call('data.import', { format: 'flower', content: text, dryRun: true })
    expect(dry).toMatchObject({ made: 5, unchanged: 0, conflicts: 0, briefIds: [], dryRun: true })
    expect(await exported(fresh)).not.toContain('"kind"')
    const answer = await fresh.call('data.import', { format: 'flower', content: text })
    expect(answer).toMatchObject({ made: 5, conflicts: 0, problems: [], briefIds: [1, 2, 3, 4, 5] })
    expect(withoutTime(await exported(fresh))).toBe(withoutTime(text))
    const report = await fresh.call('trace.verify')
    expect(report.ok).toBe(true)
    expect(report.events).toBeGreaterThan(20)
  })

  it('leaves what was derived as it was, and numbers go on', async () => {
    const derived = async (from: TestHouse) =>
      from.store.read(async tx => ({
        traces: await tx.db.selectFrom('traces').selectAll().orderBy('brief_id').execute(),
        participants: await tx.db.selectFrom('participants').selectAll().orderBy('brief_id').orderBy('actor').execute(),
        chain: await tx.db.selectFrom('chain').selectAll().execute(),
        documents: await tx.db
          .selectFrom('documents')
          .select(['kind', 'ref_id', 'title', 'body'])
          .orderBy('kind')
          .orderBy('ref_id')
          .execute(),
        counters: (await tx.db.selectFrom('counters').selectAll().orderBy('name').execute()).filter(
          each => each.name !== 'document' && each.name !== 'access_token',
        ),
      }))
    expect(await derived(fresh)).toEqual(await derived(house))
    const report = await fresh.call('system.doctor')
    expect(report.ok).toBe(true)
  })

  it('changes nothing when it comes a second time', async () => {
    const text = await exported(house)
    const again = await fresh.call('data.import', { format: 'flower', content: text })
    expect(again).toMatchObject({ made: 0, unchanged: 5, conflicts: 0, problems: [] })
    expect(withoutTime(await exported(fresh))).toBe(withoutTime(text))
  })

  it('never overwrites what is newer here: an older export is refused record by record, by name', async () => {
    const older = await exported(fresh)
    await fresh.call('brief.configure', { briefId, title: 'Plant white roses', priority: 0 })
    const newer = await exported(fresh)
    const answer = await fresh.call('data.import', { format: 'flower', content: older })
    expect(answer).toMatchObject({ made: 0, unchanged: 4, conflicts: 1 })
    expect(answer.problems).toEqual([
      { where: `brief ${briefId}`, problem: 'is here already and differs; what is here stays (title, priority)' },
    ])
    expect(withoutTime(await exported(fresh))).toBe(withoutTime(newer))
    const wrong = await house.call('data.import', { format: 'flower', content: newer })
    expect(wrong.conflicts).toBe(2)
    expect(wrong.problems.at(-1)?.problem).toContain('is not here')
  })

  it('refuses what was cut, changed or is only a part, and writes nothing', async () => {
    const empty = await openHouse(database, { project: false })
    const text = await exported(house)
    const lines = text.split('\n')
    const refused = async (content: string) =>
      (await empty.refused('data.import', { format: 'flower', content })).message
    expect(await refused(lines.slice(0, -2).join('\n'))).toContain('it is not whole')
    expect(await refused(text.slice(0, -50))).toContain('not JSON')
    expect(await refused(text.replaceAll('"Red or white"', '"Red or black"'))).toContain('not what was hashed')
    expect(await refused('{"format":"flower","version":9,"exportedAt":"","counts":{}}')).toContain('newer flower')
    expect(await refused('{"id":"bd-1"}')).toContain('first line')
    const orphan = lines.map(line =>
      line.startsWith('{"kind":"dependency"') ? line.replace(/"dependsOnId":\d+/, '"dependsOnId":99') : line,
    )
    expect(await refused(orphan.join('\n'))).toContain('does not fit to the rest')
    const part = await house.call('data.export', { format: 'jsonl', project: 'pond' })
    expect(part).toMatchObject({ briefs: 0 })
    expect(await refused(part.text)).toContain('only the project pond')
    expect(await exported(empty)).not.toContain('"kind"')
    expect((await house.refused('data.export', { format: 'jsonl', project: 'moor' })).code).toBe('project.missing')
    await empty.close()
  })

  it('reads as Markdown: one document for each Brief', async () => {
    const { text, briefs } = await house.call('data.export', { format: 'markdown' })
    expect(text.split('\n---\n')).toHaveLength(briefs)
    expect(text).toContain(`# #${briefId} Plant 🌹`)
    expect(text).toContain('> Pay $15,000 & $1 $&')
    expect(text).toContain('## Spec, revision 2\n\n# Better plan')
    expect(text).toContain('### q1 Which rose?')
    expect(text).toContain('operator:ada decision answered q1 Which rose? white')
  })

  it('has what agents cost, and nobody at work who works elsewhere', async () => {
    const agent = await on.started((await on.handedOver('Rake the leaves', { project: 'garden' })).dispatchId)
    const there = await openHouse(database, { project: false })
    await there.call('data.import', { format: 'flower', content: await exported(house) })
    const { items } = await there.call('agent.runs', { briefId: agent.run.briefId })
    expect(items).toMatchObject([{ actor: agent.run.actor, status: 'ended', reason: 'left behind where it ran' }])
    expect(await there.call('agent.costs', { project: 'garden' })).toEqual(
      await house.call('agent.costs', { project: 'garden' }),
    )
    await there.close()
    await on.ended(agent)
  })
})
