/** Agents in every state that a person meets, started by flower itself after scripts: at work, waiting, queued, ended. */
import type { Client } from '#client/client.ts'
import type { Step } from '#machine/agents/script.ts'
import { commitFiles, type Grounds } from '../built.ts'

export type Played = { window?: number; model?: string; steps: Step[] }

export const claims: Step = { call: 'dispatch.claim', input: {} }
export const completes: Step = {
  call: 'dispatch.complete',
  input: { dispatchId: '{{dispatchId}}', token: '{{token}}', summary: 'Done.' },
}

/** Harnesses by name, each after its script, are committed in MAIN and trusted. `yaml` stands under `agents`. */
export async function employ(
  { server, git }: Grounds,
  garden: string,
  harnesses: Record<string, Played>,
  yaml = '',
): Promise<void> {
  const ada = server.client()
  const lines = Object.keys(harnesses).map(name => `    ${name}: { scripted: ${name}.json }\n`)
  const scripts = Object.entries(harnesses).map(([name, played]) => [`${name}.json`, JSON.stringify(played)] as const)
  await commitFiles(git, garden, 'Employ', {
    'flower.yaml': `agents:\n${yaml}  harnesses:\n${lines.join('')}# ${Math.random()}\n`,
    ...Object.fromEntries(scripts),
  })
  const { project } = await ada.call('project.show', {})
  await ada.call('project.trust', { hash: project.configuration.hash })
}

/** A planned Brief, handed over to a harness. Answers once an agent is at it, unless it only waits. */
export async function handOver(
  ada: Client,
  title: string,
  harness: string | undefined,
  more: { waits?: boolean } = {},
): Promise<{ briefId: number; dispatchId: number }> {
  const { briefId } = await ada.call('brief.capture', { text: title, spec: 'By the wall.' })
  await ada.call('brief.setStatus', { briefId, status: 'planned' })
  const { dispatchId } = await ada.call('brief.dispatch', { briefId, harness })
  if (!more.waits) await until(async () => (await runOf(ada, briefId))?.status === 'running')
  return { briefId, dispatchId }
}

export const runOf = async (ada: Client, briefId: number) =>
  (await ada.call('agent.runs', { briefId })).items.toSorted((a, b) => b.id - a.id)[0]

/** Looks again until it is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let left = 60_000; !(await isSo()); left -= 100) {
    if (left <= 0) throw new Error('it did not come to that within a minute')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** No process of an agent is left. */
export async function dismiss(ada: Client): Promise<void> {
  await ada.call('system.pause', {})
  const running = async () => (await ada.call('agent.list', {})).items.flatMap(({ run }) => run ?? [])
  for (const { id, stop } of await running())
    if (!stop) await ada.call('agent.stop', { agent: `r${id}` }).catch(() => undefined)
  await until(async () => (await running()).length === 0)
}

const spends = (input: number, usd: number): Step => ({ usage: { input, cacheRead: input * 6, output: 1_900 }, usd })

const atWork: Record<string, Played> = {
  claude: {
    model: 'opus',
    window: 200_000,
    steps: [
      claims,
      { context: 21_000 },
      { tool: 'Read', input: 'src/machine/ports.ts' },
      { say: 'Named ports are handed out twice when two worktrees are prepared at once.' },
      { context: 58_000 },
      { tool: 'Edit', input: 'src/machine/ports.ts' },
      { tool: 'Bash', input: 'npm test -- ports', failed: true },
      spends(41_000, 3.18),
      { context: 82_000 },
      { say: 'Named ports are refused twice now; walls next.' },
      { hang: true },
    ],
  },
  codex: {
    model: 'gpt-codex',
    window: 256_000,
    steps: [
      claims,
      { say: 'The proxy keeps sockets open.' },
      { context: 151_000 },
      spends(90_000, 5.02),
      { permission: 'Bash', reason: 'curl to a host that the policy does not name' },
    ],
  },
  gemini: {
    model: 'gemini-pro',
    window: 200_000,
    steps: [
      claims,
      { context: 36_000 },
      { context: 110_000 },
      spends(20_000, 1.36),
      { context: 131_000 },
      { say: 'Half a line is kept back until its end arrives; 14 fixtures pass.' },
      { hang: true },
    ],
  },
}

export type AgentsScene = {
  /** The Brief whose agents' chain is worth a look. */
  chained: number
  end: () => Promise<void>
}

export async function agentsScene(grounds: Grounds, garden: string): Promise<AgentsScene> {
  const { server } = grounds
  const ada = server.client()
  await employ(grounds, garden, atWork, '  maxConcurrent: 3\n')
  const first = await handOver(ada, 'Worktree-isolated active work', 'claude')
  await handOver(ada, 'Ports, env and a site for each worktree', 'codex')
  await handOver(ada, 'Read rollouts that end mid-line', 'gemini')
  await handOver(ada, 'A stopped site says so', 'claude', { waits: true })
  await handOver(ada, 'Quiet events fold in the feed', undefined, { waits: true })
  const lead = server.client('agent:flower-orchestrator', 'orchestrator')
  await lead.call('agent.checkin', { role: 'orchestrator', harness: 'claude', note: 'Planning the next wave.' })
  await lead.call('decision.ask', {
    header: 'How many lanes stand at all times?',
    body: 'Three are enough for the epics that we have.',
    options: ['One', 'Three', 'Each epic'],
    briefId: first.briefId,
  })
  const { briefId: old } = await ada.call('brief.capture', { text: 'Take the old site down' })
  await ada.call('brief.configure', { briefId: old, needsApproval: true })
  const inQuestion = async () =>
    (await ada.call('agent.list', {})).items.some(each => each.liveness === 'waiting_permission')
  await until(inQuestion)
  await until(async () => ((await runOf(ada, first.briefId))?.contextTokens ?? 0) > 80_000)
  return { chained: first.briefId, end: () => dismiss(ada) }
}
