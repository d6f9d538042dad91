/** What flower adds to the start of an agent, and how it answers while many are at work. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import type { AgentView } from '#contract/agent.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { type Figure, median, percentile, short } from './figure.ts'
import type { RawAgentsInput, RawAgentsResult } from './raw-agents.ts'
import { plantRepository } from './repository.ts'
import { apart, type Ground, type Server, useOf, withServer } from './server.ts'
import { processesOf } from './tree.ts'
import { openWire } from './wire.ts'

const starts = 40
const atOnce = 50
const looks = 120
const settleMs = 5_000

/** What each of many says and does, once a second, for as long as it is left alone. */
const busy = {
  repeat: 100_000,
  steps: [
    { say: 'The east bed is next.' },
    { tool: 'Bash', input: 'npm test' },
    { context: 42_000 },
    { usage: { input: 40, cacheRead: 20_000, output: 300 }, usd: 0.01 },
    { pause: 1_000 },
  ],
}
const claims = { call: 'dispatch.claim', input: {} }
const scripts: Record<string, object[]> = {
  quick: [
    claims,
    { call: 'dispatch.release', input: { dispatchId: '{{dispatchId}}', token: '{{token}}', reason: 'cancelled' } },
  ],
  busy: [claims, busy],
}
const yaml = `agents:\n  maxConcurrent: ${atOnce}\n  harnesses:\n${Object.keys(scripts)
  .map(name => `    ${name}: { scripted: ${name}.json }\n`)
  .join('')}`

export async function agents(ground: Ground): Promise<Figure[]> {
  const { folder, git } = plantRepository(join(ground.folder, 'garden-agents'), 500)
  for (const [name, steps] of Object.entries(scripts))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ steps }))
  writeFileSync(join(folder, 'flower.yaml'), yaml)
  git('add', '-A')
  git('commit', '-q', '-m', 'Scripts')
  const roomy = { ...ground, env: { ...ground.env, FLOWER_MAX_AGENTS: String(atOnce + 10) } }
  return withServer(roomy, join(ground.folder, 'agents'), async server => {
    await call(server, 'project.register', { path: folder, name: 'garden' })
    await call(server, 'project.trust', { project: 'garden', hash: configurationHash(yaml) })
    const briefs = await prepared(server)
    const started = await starting(server, briefs.slice(0, starts))
    const raw = await apart<RawAgentsResult>('raw-agents.ts', {
      start: await compiledStart(join(ground.flower, '../../dist')),
      folder: join(ground.folder, 'raw-agents'),
      script: join(folder, 'quick.json'),
      starts,
    } satisfies RawAgentsInput)
    return [startFigure(started, raw.ms), ...(await crowd(server, briefs.slice(0, atOnce)))]
  })
}

/** What starts an agent, alone, beside the programs that it starts. */
async function compiledStart(dist: string): Promise<string> {
  const file = join(dist, 'shared/raw-agents.js')
  await build({
    input: join(import.meta.dirname, '../src/machine/agents/start.ts'),
    platform: 'node',
    resolve: { conditionNames: ['flower-source', 'node', 'import', 'default'] },
    logLevel: 'warn',
    output: { file, codeSplitting: false },
  })
  return file
}

async function call<Answer>(server: Server, operation: string, input: object): Promise<Answer> {
  const wire = await openWire(server.url, { authorization: `Bearer ${server.secret}` })
  const answer = await wire.post(`/api/${operation}`, JSON.stringify(input))
  wire.close()
  if (answer.status !== 200) throw new Error(`${operation}: ${answer.body}`)
  return JSON.parse(answer.body) as Answer
}

/** Briefs whose worktrees are ready. */
async function prepared(server: Server): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < atOnce) {
    const { briefId } = await call<{ briefId: number }>(server, 'brief.capture', {
      text: 'Water',
      spec: 'Water',
      project: 'garden',
    })
    const made = await call<{ status: string }>(server, 'worktree.create', { briefId, wait: 50 })
    if (made.status !== 'ready') throw new Error(`its worktree is ${made.status}`)
    ids.push(briefId)
  }
  return ids
}

type Runs = { items: { startedAt: string | null; status: string }[] }

/** From the commit of each hand-over until its agent's program ran, in ms; one after the other. */
async function starting(server: Server, briefs: number[]): Promise<number[]> {
  const ms: number[] = []
  for (const briefId of briefs) {
    const { dispatchId } = await call<{ dispatchId: number }>(server, 'brief.dispatch', { briefId, harness: 'quick' })
    const run = await until(async () => {
      const [newest] = (await call<Runs>(server, 'agent.runs', { briefId })).items
      return newest?.status === 'ended' ? newest : undefined
    })
    const { dispatch } = await call<{ dispatch: { createdAt: string } }>(server, 'dispatch.show', { dispatchId })
    ms.push(Date.parse(run.startedAt ?? '') - Date.parse(dispatch.createdAt))
  }
  return ms
}

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

const startFigure = (ours: number[], raw: number[]): Figure => ({
  name: 'from a hand-over until its agent runs, p95',
  ours: percentile(ours, 0.95),
  unit: 'ms',
  raw: `p50 and p95: ours ${short(median(ours))} and ${short(percentile(ours, 0.95))} ms; its host and program alone ${short(median(raw))} and ${short(percentile(raw, 0.95))} ms`,
  aim: { value: 300, better: 'less' },
})

type Agents = { items: AgentView[] }

async function crowd(server: Server, briefs: number[]): Promise<Figure[]> {
  const working = async () =>
    (await call<Agents>(server, 'agent.list', {})).items.filter(each => each.run?.status === 'running')
  const began = performance.now()
  for (const briefId of briefs) await call(server, 'brief.dispatch', { briefId, harness: 'busy' })
  await until(async () => ((await working()).length === atOnce ? true : undefined))
  const allMs = performance.now() - began
  await new Promise(resolve => setTimeout(resolve, settleMs))
  const before = { ...useOf(server.pid), at: performance.now() }
  const ms = await looking(server, briefs)
  const after = { ...useOf(server.pid), at: performance.now() }
  const here = await working()
  for (const each of here) await call(server, 'agent.stop', { agent: `r${each.run?.id}` })
  await until(async () =>
    (await call<Agents>(server, 'agent.list', {})).items.some(each => each.run) ? undefined : true,
  )
  const many = `${atOnce} agents at work`
  return [
    ...Object.entries(ms).map(
      ([what, times]): Figure => ({
        name: `${many}: ${what}, p95`,
        ours: percentile(times, 0.95),
        unit: 'ms',
        raw: `${short(median(times))} ms, p50`,
        aim: { value: 200, better: 'less' },
      }),
    ),
    {
      name: `${many}: from the first hand-over until all run`,
      ours: allMs / 1_000,
      unit: 's',
      raw: `${short(allMs / atOnce)} ms each`,
    },
    {
      name: `${many}: processor of the server`,
      ours: (100_000 * (after.cpuSeconds - before.cpuSeconds)) / (after.at - before.at),
      unit: '%',
      raw: 'each says four things a second',
    },
    { name: `${many}: memory of the server`, ours: after.rss / 1e6, unit: 'MB', raw: '' },
    {
      name: `${many}: processes left when they were stopped`,
      ours: processesOf(server.url).length,
      unit: '',
      raw: `${here.length} were stopped`,
      aim: { value: 0, better: 'less' },
    },
  ]
}

/** One question after the other, as a person and an agent ask them. */
async function looking(server: Server, briefs: number[]): Promise<Record<string, number[]>> {
  const ms: Record<string, number[]> = { 'recall.brief': [], 'agent.list': [], 'the page’s first document': [] }
  const wire = await openWire(server.url, { authorization: `Bearer ${server.secret}` })
  const timed = async (name: string, ask: () => Promise<{ status: number }>): Promise<void> => {
    const began = performance.now()
    const { status } = await ask()
    if (status !== 200) throw new Error(`${name} is answered with ${status}`)
    ms[name]?.push(performance.now() - began)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  for (let at = 0; at < looks; at += 1) {
    const briefId = briefs[at % briefs.length]
    await timed('recall.brief', () => wire.post('/api/recall.brief', JSON.stringify({ briefId })))
    await timed('agent.list', () => wire.post('/api/agent.list', '{}'))
    await timed('the page’s first document', async () => {
      const answer = await fetch(server.url, { headers: { authorization: `Bearer ${server.secret}` } })
      await answer.arrayBuffer()
      return answer
    })
  }
  wire.close()
  return ms
}
