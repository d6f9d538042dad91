import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryOf, type OperationName, publicNames } from '#contract/catalogue.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { fieldsOf, kebab } from '#surface/cli/field.ts'
import { flower } from './cli.ts'
import { practiceGround } from './practice-repository.ts'
import { startServer, type TestServer } from './server.ts'

type Step = { name: OperationName; input: Record<string, unknown>; as?: string }
type Answers = { name: OperationName; answer: unknown }[]

const builder = 'agent:flower-builder'
const reviewer = 'agent:flower-reviewer'
const folder = mkdtempSync(join(tmpdir(), 'flower-surfaces-'))
const picture = join(folder, 'roses.png')
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
writeFileSync(picture, Buffer.from(pixel, 'base64'))

/** A service that says one thing and stays. */
const configuration = `services:
  bell: { run: [node, -e, "console.log('rings'); setInterval(() => {}, 60_000)"], onlyMain: true }
`

/** A day in which every operation is called, on a home that has one project, `garden`. */
function day(path: string, byHand: string): Step[] {
  const step = (name: OperationName, input: Record<string, unknown> = {}, as?: string): Step => ({
    name,
    input,
    ...(as ? { as } : {}),
  })
  return [
    step('project.register', { path }),
    step('project.list'),
    step('project.show', { project: 'garden' }),
    step('project.configure', { project: 'garden', defaults: { review: true } }),
    step('brief.capture', { text: 'Water the roses\n\non dry days', priority: 1, labels: ['roses', 'water'] }),
    step('brief.similar', { text: 'Roses need water' }),
    step('brief.writeSpec', { briefId: 1, spec: '# Plan\n\nA hose.', revision: 0 }),
    step('brief.specHistory', { briefId: 1, revision: 1 }),
    step('brief.append', { briefId: 1, body: 'The can is `empty`.', kind: 'note' }),
    step('brief.split', { briefId: 1, children: [{ text: 'Buy a hose' }, { text: 'Mount it', after: [0] }] }),
    step('brief.relate', { briefId: 1, addDependsOn: [2] }),
    step('brief.relate', { briefId: 1, removeDependsOn: [2], parentId: null }),
    step('brief.configure', { briefId: 2, needsApproval: true, review: true, budget: { usd: 2.5 } }),
    step('brief.approve', { briefId: 2 }),
    step('brief.setStatus', { briefId: 2, status: 'planned', reason: 'clear enough' }),
    step('brief.link', { briefId: 2, type: 'branch', ref: 'flower/2-buy-a-hose', relation: 'made' }),
    step('brief.attach', {
      briefId: 2,
      name: 'roses.png',
      mediaType: 'image/png',
      content: readFileSync(picture).toString('base64'),
    }),
    step('brief.attachment', { attachmentId: 1 }),
    step('brief.why', { briefId: 3 }),
    step('brief.list', { query: 'is:open hose', sort: 'created' }),
    step('template.list'),
    step('template.show', { name: 'packet.build' }),
    step('template.update', { name: 'packet.build', body: 'Build {{title}}.', version: 0 }),
    step('template.preview', { name: 'packet.build', briefId: 2 }),
    step('template.revert', { name: 'packet.build', to: 0 }),
    step('project.trust', { project: 'garden', hash: configurationHash(configuration) }),
    step('worktree.create', { briefId: 2, wait: 50 }),
    step('worktree.show', { worktreeId: 1 }),
    step('worktree.list', { project: 'garden' }),
    step('worktree.prepare', { worktreeId: 1, wait: 50 }),
    step('worktree.sync', { worktreeId: 1, wait: 50 }),
    step('worktree.remove', { worktreeId: 1, wait: 50 }),
    step('worktree.restore', { worktreeId: 1, wait: 50 }),
    step('worktree.adopt', { path: byHand, name: 'by-hand', wait: 50 }),
    step('service.start', { service: 'bell', project: 'garden', wait: 50 }),
    step('service.list', { project: 'garden' }),
    step('service.logs', { service: 'bell', project: 'garden', lines: 1, wait: 25 }),
    step('service.stop', { project: 'garden', wait: 50 }),
    step('brief.dispatch', { briefId: 2, leg: 'build', note: 'Blue, please.' }),
    step('dispatch.show', { dispatchId: 1 }),
    step('dispatch.queue', { project: 'garden' }),
    step('recall.queue', { project: 'garden' }),
    step('dispatch.claim', { dispatchId: 1, wait: 50 }, builder),
    step('dispatch.heartbeat', { dispatchId: 1, token: 1, contextTokens: 900 }, builder),
    step('file.claim', { paths: ['src/hose.ts', 'docs/**'], minutes: 5 }, builder),
    step('file.claim', { paths: ['src/*'], worktreeId: 1 }, reviewer),
    step('file.list', { project: 'garden' }),
    step('file.release', { paths: ['docs/**'] }, builder),
    step('recall.active'),
    step('decision.ask', { header: 'Which blue?', options: ['Navy', 'Sky'], briefId: 2, blocking: true }, builder),
    step('decision.discuss', { decisionId: 1, body: 'Sky fades.' }, builder),
    step('decision.list', { status: 'open' }),
    step('recall.decisions', { status: 'open' }),
    step('decision.answer', { decisionId: 1, option: 1, answer: 'The dark one.' }),
    step('decision.ack', { decisionId: 1 }, builder),
    step('decision.ask', { header: 'And the nozzle?' }, builder),
    step('decision.withdraw', { decisionId: 2, reason: 'Comes with it' }, builder),
    step('dispatch.complete', { dispatchId: 1, token: 1, summary: 'Bought it.', evidence: ['receipt'] }, builder),
    step('dispatch.claim', { leg: 'review', wait: 50 }, reviewer),
    step(
      'review.verdict',
      {
        dispatchId: 2,
        token: 2,
        verdict: 'changes',
        body: 'It leaks.',
        comments: [{ file: 'hose', line: 3, body: 'here' }],
      },
      reviewer,
    ),
    step('dispatch.claim', { leg: 'fix', wait: 50 }, builder),
    step('dispatch.release', { dispatchId: 3, token: 3, reason: 'agent_error', note: 'tired' }, builder),
    step('dispatch.claim', { dispatchId: 3, wait: 50 }, builder),
    step('dispatch.fail', { dispatchId: 3, token: 4, reason: 'timeout' }, builder),
    step('dispatch.cancel', { dispatchId: 3 }),
    step('review.request', { briefId: 1 }),
    // Its worktree is made meanwhile: what follows is told once that is done.
    step('worktree.prepare', { worktreeId: 3, wait: 50 }),
    step('brief.capture', { text: 'Roses again', project: 'garden' }),
    step('brief.fold', { briefId: 4, into: 1 }),
    step('scratchpad.write', { title: 'Garden plan', body: 'North bed', briefId: 1 }),
    step('scratchpad.append', { scratchpadId: 1, body: 'South bed' }),
    step('scratchpad.read', { scratchpadId: 1 }),
    step('scratchpad.list', { briefId: 1 }),
    step('recall.brief', { briefId: 2 }),
    step('recall.briefs', { query: 'is:closed' }),
    step('recall.search', { query: 'hose' }),
    step('recall.openLoops', {}),
    step('recall.health'),
    step('trace.list', { briefId: 2, limit: 5 }),
    step('trace.prove', { seq: 2 }),
    step('trace.verify', {}),
    step('room.feed', { project: 'garden', limit: 3 }),
    step('feedback.file', { kind: 'tool', summary: 'The rake is blunt', project: 'garden' }),
    step('feedback.list', { kind: 'tool' }),
    step('feedback.promote', { feedbackId: 1 }),
    step('token.create', { name: 'reader', role: 'viewer' }),
    step('token.list'),
    step('token.revoke', { tokenId: 2 }),
    step('data.import', {
      format: 'beads',
      content: '{"id":"bd-1","title":"Mend the fence","status":"open","priority":2,"issue_type":"task"}\n',
      project: 'garden',
      dryRun: true,
    }),
    step('data.export', { format: 'markdown' }),
    step('data.backup', { path: join(path, '.git', 'copy.db') }),
    step('system.info'),
    step('system.doctor'),
    step('agent.checkin', { harness: 'codex', cadence: 60, contextTokens: 1_200, project: 'garden' }, builder),
    step('agent.message', { agent: 'flower-builder', body: 'Mind the roses.', project: 'garden' }),
    step('agent.inbox', {}, builder),
    step('agent.delivered', { through: 1 }, builder),
    step('agent.park', { agent: 'flower-builder', parked: true, project: 'garden' }),
    step('agent.list', { project: 'garden' }),
    step('agent.runs', { briefId: 2 }),
    step('agent.costs', { project: 'garden', days: 7 }),
    step('system.pause', { note: 'lunch' }),
    // Nobody is started meanwhile, and it is taken back before that ends.
    step('agent.start', { dispatchId: 4, harness: 'claude' }),
    step('dispatch.cancel', { dispatchId: 4 }),
    step('system.resume'),
    step('system.openLink'),
    step('merge.pause', { reason: 'harvest', project: 'garden' }),
    step('merge.queue', { project: 'garden' }),
    step('merge.resume', { project: 'garden' }),
    step('project.remove', { project: 'garden' }),
  ]
}

const overHttp =
  (server: TestServer) =>
  async (step: Step): Promise<unknown> =>
    server.client(step.as).call(step.name, step.input)

function overCli(server: TestServer) {
  return async (step: Step): Promise<unknown> => {
    const [noun = '', verb = ''] = step.name.split('.')
    const input = step.name === 'brief.attach' ? { briefId: step.input['briefId'], path: picture } : step.input
    const args = step.name === 'brief.attach' ? [String(input['briefId']), picture] : flagsOf(step.name, input)
    const said = await flower(server.client(step.as), [noun, kebab(verb), ...args, '--json'])
    if (said.code !== 0) throw new Error(`flower ${noun} ${verb} ended with ${said.code}: ${said.out}${said.err}`)
    return JSON.parse(said.out)
  }
}

function flagsOf(name: OperationName, input: Record<string, unknown>): string[] {
  return fieldsOf(entryOf(name).input).flatMap(field => {
    const value = input[field.name]
    if (value === undefined) return []
    const values = Array.isArray(value) ? value : [value]
    return values.flatMap(each => {
      if (each === true) return [`--${field.flag}`]
      if (each === false) return [`--no-${field.flag}`]
      return [
        `--${field.flag}`,
        each === null ? 'none' : typeof each === 'object' ? JSON.stringify(each) : String(each),
      ]
    })
  })
}

/** Tools over MCP as the orchestrator, who sees all of them; what is no tool goes over HTTP. */
function overMcp(server: TestServer) {
  const sessions = new Map<string, Promise<Client>>()
  const open = async (actor: string): Promise<Client> => {
    const client = new Client({ name: 'surfaces', version: '1' })
    const headers = { authorization: `Bearer ${server.token}`, 'flower-actor': actor, 'flower-role': 'operator' }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }))
    return client
  }
  return async (step: Step): Promise<unknown> => {
    if (!entryOf(step.name).tool) return overHttp(server)(step)
    const actor = step.as ?? 'operator:ada'
    const session = sessions.get(actor) ?? open(actor)
    sessions.set(actor, session)
    const answer = await (await session).callTool({ name: step.name.replaceAll('.', '_'), arguments: step.input })
    const [content] = answer.content as { text: string }[]
    if (answer.isError) throw new Error(`${step.name} over MCP: ${content?.text}`)
    return JSON.parse(content?.text ?? '')
  }
}

/** What differs from day to day: times, hashes, secrets, homes; nulls, which MCP leaves out; and how a surface spells its hints. */
function settled(value: unknown, key = ''): unknown {
  if (
    [
      'next',
      'how',
      'size',
      'seq',
      'secret',
      'code',
      'path',
      'home',
      'bytes',
      'text',
      'complaints',
      'looked',
      'gitDir',
      'packet',
      'reconciledAt',
      'cut',
    ].includes(key)
  )
    return undefined
  if (Array.isArray(value)) return value.map(each => settled(each))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => [name, settled(each, name)] as const)
    return Object.fromEntries(entries.filter(([, each]) => each !== null && each !== undefined))
  }
  if (typeof value !== 'string') return value
  return value
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{64}/g, 'HASH')
    .replace(/localhost:\d+/g, 'localhost:PORT')
    .replace(/\/\S*\/(?=garden)/g, '/')
}

/** What moves or looks at MAIN while its queue works answers by the moment; the stories of MAIN and of landings play it. */
const playedByStories: ReadonlySet<OperationName> = new Set<OperationName>([
  'main.status', 'main.guard', 'main.rescue', 'main.verify', 'merge.submit', 'merge.show', 'merge.changes', 'merge.cancel', 'merge.retry', 'merge.approve', 'merge.revert',
  'merge.landings', 'review.comment', 'agent.stop', 'agent.attach', 'agent.detach', 'agent.refresh', 'agent.log',
]) // biome-ignore format: a list of names

describe('one name on every surface', () => {
  const servers: TestServer[] = []
  const days: Record<string, Answers> = {}
  beforeAll(async () => {
    const surfaces = { http: overHttp, cli: overCli, mcp: overMcp }
    for (const [surface, over] of Object.entries(surfaces)) {
      const ground = await practiceGround()
      const server = await startServer()
      servers.push(server)
      const call = over(server)
      const answers: Answers = []
      const garden = await ground.repository('garden')
      writeFileSync(join(garden, 'flower.yaml'), configuration)
      // What lies uncommitted in MAIN is told of by itself, at no particular moment.
      await ground.git(garden, 'add', '-A')
      await ground.git(garden, 'commit', '-q', '-m', 'Say what is served')
      const byHand = join(ground.path, 'by-hand')
      await ground.git(garden, 'worktree', 'add', '-q', '--no-track', '-b', 'hand', byHand)
      for (const step of day(garden, byHand)) answers.push({ name: step.name, answer: settled(await call(step)) })
      days[surface] = answers
    }
  }, 240_000)
  afterAll(() => Promise.all(servers.map(each => each.remove())))

  it('calls every operation', () => {
    const called = new Set(days['http']?.map(each => each.name))
    expect(publicNames.filter(name => !called.has(name) && !playedByStories.has(name))).toEqual([])
  })

  it.each(['cli', 'mcp'])('gets the answers of HTTP over %s', surface => {
    for (const [at, expected] of (days['http'] ?? []).entries())
      expect([expected.name, days[surface]?.[at]]).toEqual([expected.name, expected])
  })
})
