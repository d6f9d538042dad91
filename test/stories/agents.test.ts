import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentSaid } from '#domain/agent/said.ts'
import { allProcesses } from '#machine/process.ts'
import { claims, completes, type Nursery, openNursery, plants } from '../agents/nursery.ts'
import { readLive } from '../live.ts'

let nursery: Nursery
beforeAll(async () => {
  const scripts = {
    gardener: [...plants(), completes()],
    sleeper: [
      claims,
      { write: 'half', text: 'dug\n' },
      { leave: ['sleep', '600'] },
      { say: 'I am at it.' },
      { hang: true as const },
    ],
    listener: [
      claims,
      { say: 'I listen.' },
      { wait: 'file' as const, path: 'go' },
      { turn: 'done' as const },
      { write: 'heard', text: '{{message}}\n' },
      { commit: 'Do as told' },
      completes(),
    ],
  }
  nursery = await openNursery('agents', scripts, '  default: gardener\n')
})
afterAll(() => nursery.scene.remove())

/** Handed over to a harness, and heard to say its first words. */
async function atWork(text: string, harness: string) {
  const { scene, garden } = nursery
  const { briefId } = await scene.client.call('brief.capture', { text, spec: text, project: garden.name })
  const { dispatchId } = await scene.client.call('brief.dispatch', { briefId, harness })
  await toldOf(briefId, 'agent_started')
  const [run] = (await scene.client.call('agent.runs', { briefId })).items
  if (!run) throw new Error('nobody was started')
  await says(`r${run.id}`, said => said.kind === 'text')
  return { briefId, dispatchId, agent: run.actor, runId: run.id, worktreeId: run.worktreeId }
}

async function toldOf(briefId: number, type: string): Promise<void> {
  const live = await readLive(nursery.scene.server(), 0)
  await live.until(each => each.briefId === briefId && each.type === type)
  live.close()
}

async function says(agent: string, fits: (said: AgentSaid) => boolean): Promise<void> {
  for (let after = 0; ; ) {
    const log = await nursery.scene.client.call('agent.log', { agent, after, wait: 10 })
    if (log.items.some(each => fits(each.said))) return
    after = log.after
  }
}

/** Processes that carry the mark of a run of our own flower. */
const processesOf = (runId: number): number[] =>
  allProcesses().filter(pid => {
    try {
      const environment = `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`
      return [`FLOWER_RUN=r${runId}-`, `FLOWER_URL=${nursery.scene.server().url}\0`].every(each =>
        environment.includes(`\0${each}`),
      )
    } catch {
      return false
    }
  })

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

test('a Brief that is planned is handed over, an agent is started in its worktree, and its work lands, without a hand on it', async () => {
  const { garden, scene } = nursery
  const { briefId } = await scene.client.call('brief.capture', {
    text: 'Plant',
    spec: 'Plant',
    project: garden.name,
    autoDispatch: true,
  })
  await scene.client.call('brief.setStatus', { briefId, status: 'planned' })
  const merge = await garden.settled(briefId)
  expect(merge.status).toBe('landed')
  expect(await garden.trace(briefId)).toEqual(
    expect.arrayContaining(['claimed', 'agent_started', 'completed', 'agent_ended', 'landed']),
  )
  expect(garden.text(`beds-${briefId}`)).toBe('rose\n')
})

test('an agent goes on through a fall of flower, and is stopped to the last of its processes; what it did stays', async () => {
  const { scene } = nursery
  const { briefId, agent, runId, worktreeId } = await atWork('Dig', 'sleeper')
  const programs = () => processesOf(runId).map(programOf)
  await expect.poll(programs).toContain('sleep')
  // What began it is there a moment longer.
  await expect.poll(programs).not.toContain('setsid')
  const before = processesOf(runId)
  expect(before.length).toBeGreaterThan(2)
  await scene.restart()
  expect(processesOf(runId)).toEqual(before)
  await scene.client.call('agent.stop', { agent, project: nursery.garden.name, note: 'Another bed.' })
  await toldOf(briefId, 'agent_ended')
  expect(processesOf(runId)).toEqual([])
  const { worktree } = await scene.client.call('worktree.show', { worktreeId })
  expect(readFileSync(join(worktree.path, 'half'), 'utf8')).toBe('dug\n')
  await expect.poll(async () => (await scene.client.call('recall.brief', { briefId })).brief.status).toBe('planned')
})

test('an agent that waits for words is told a message, and what it then does lands', async () => {
  const { scene, garden } = nursery
  const { briefId, agent, worktreeId } = await atWork('Listen', 'listener')
  await scene.client.call('agent.message', { agent, body: 'Lilies, please.', project: garden.name })
  const { worktree } = await scene.client.call('worktree.show', { worktreeId })
  writeFileSync(join(worktree.path, 'go'), '')
  expect((await garden.settled(briefId)).status).toBe('landed')
  expect(garden.text('heard')).toBe('Message from operator:ada: Lilies, please.\n')
})
