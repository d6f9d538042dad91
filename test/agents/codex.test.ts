import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AgentSaid } from '#domain/agent/said.ts'
import { tellAgent } from '#machine/agents/orders.ts'
import type { AgentStart } from '#machine/agents/start.ts'
import { sealing } from '#machine/guard/sealing.ts'
import { isAlive } from '#machine/process.ts'
import { findTree } from '#machine/service/find-tree.ts'
import { type AgentGarden, type AgentWork, agentGarden } from './garden.ts'
import { hosting, processOf } from './hosting.ts'
import { codexProgram, codexSettings, installed } from './installed.ts'
import { type Answer, type Asked, type MockModel, startMockModel } from './mock-model.ts'
import { numbersIn } from './numbers.ts'

const usage = { input: 20, cacheRead: 5_000, output: 30 }
const shell = (cmd: string): Answer => ({ calls: [{ name: 'exec_command', input: { cmd } }], usage })

/** What the model does, by a word in what it was asked to do. */
function play(asked: Asked, main: string): Answer {
  const { briefId, dispatchId, token } = numbersIn(asked.words)
  const mcp = (name: string, input: object): Answer => ({ calls: [{ name, input, namespace: 'mcp__flower' }], usage })
  if (asked.words.includes('PLAY-LIMIT')) {
    const error = { type: 'usage_limit_reached', message: 'The limit', plan_type: 'plus', resets_at: 1_796_112_000 }
    return { status: 429, error }
  }
  if (asked.words.includes('PLAY-HANG'))
    return asked.turn === 0 ? shell('setsid tail -f /dev/null') : { text: `Again: ${asked.lastWords}`, usage }
  const turns: Answer[] = [
    mcp('recall_brief', { briefId }),
    shell(`echo x > '${main}/beds-east'`),
    shell(`env | grep -c '^FLOWER_RUN=\\|^FLOWER_TOKEN='`),
    shell(
      `printf 'rose\\n' > beds-${briefId} && git add -A && git commit -q -m 'Plant a rose' -m 'Brief: #${briefId}' && echo committed`,
    ),
    mcp('dispatch_complete', { dispatchId, token, summary: 'Planted a rose.' }),
  ]
  return turns[asked.turn] ?? { text: `Done: ${asked.lastWords}`, usage }
}

describe.skipIf(installed === undefined)('the real Codex', () => {
  const { begun, asked, following, endAll, remove } = hosting()
  let model: MockModel
  let land: AgentGarden
  beforeAll(async () => {
    land = await agentGarden()
    model = await startMockModel(each => play(each, land.garden.path))
  })
  afterEach(endAll)
  afterAll(async () => {
    await model.close()
    await land.scene.remove()
    remove()
  })

  function startFor(work: AgentWork, part: string, more: Partial<AgentStart> = {}): AgentStart {
    return asked({
      cwd: work.path,
      harness: { driver: 'codex', words: [codexProgram], model: 'mock-model', args: [] },
      env: { ...work.env, ...codexSettings(work.env['CODEX_HOME'] ?? '', model.url) },
      prompt: `${part} ${work.numbers}`,
      mcp: work.mcp,
      guard: work.guard,
      reminder: `You work on #${work.briefId}.`,
      ...more,
    })
  }

  const sessionOf = (said: AgentSaid[]): string => said.find(each => each.kind === 'session')?.id ?? ''
  const usageOf = (said: AgentSaid[]) => said.findLast(each => each.kind === 'usage')

  test('it recalls its Brief, is kept from MAIN, commits in its worktree, completes, and is resumed by its session', async () => {
    const work = await land.work('Roses')
    const start = startFor(work, 'PLAY-WORK')
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(said.filter(each => each.kind === 'error')).toEqual([])
    expect(said.at(-1)).toMatchObject({ kind: 'turn_ended', outcome: 'done' })
    expect(await land.garden.trace(work.briefId)).toContain('completed')
    expect(await land.garden.git('log', '-1', '--format=%an %s', work.branch)).toBe('builder Plant a rose')
    expect(land.garden.text('beds-east')).toBe('rose\n')
    const denied = said.find(each => each.kind === 'denied')
    expect(denied?.reason).toContain('is in MAIN')
    expect(model.asked.map(each => each.result).find(each => each.includes('Output:\n2'))).toBeDefined()
    expect(usageOf(said)).toEqual({
      kind: 'usage',
      model: 'mock-model',
      usage: { input: 120, cacheRead: 30_000, cacheWrite: 0, output: 180 },
    })
    expect(said.findLast(each => each.kind === 'context')).toMatchObject({ tokens: 5_020 })
    await tellAgent(start.folder, { do: 'send', text: 'And water it.' })
    const more = await following(start.folder).kind('turn_ended', 2)
    expect(more.at(-1)).toMatchObject({ outcome: 'done', words: expect.stringContaining('And water it.') as string })
    await tellAgent(start.folder, { do: 'finish' })
    await following(start.folder).kind('exited')

    const again = startFor(work, 'PLAY-WORK', { resume: sessionOf(said), env: start.env, prompt: 'And now?' })
    await begun(again)
    const resumed = await following(again.folder).kind('turn_ended')
    expect(sessionOf(resumed)).toBe(sessionOf(said))
    expect(resumed.at(-1)).toMatchObject({ words: expect.stringContaining('And now?') as string })
    // Of this run alone, though the harness counts on.
    expect(usageOf(resumed)).toMatchObject({ usage: { input: 20, output: 30 } })
  })

  test('interrupted it waits for what comes next; what its shell left behind is ended with it', async () => {
    const work = await land.work('Lilies')
    const start = startFor(work, 'PLAY-HANG')
    const run = await begun(start)
    const follow = following(start.folder)
    const tail = await vi.waitFor(() => processOf(run, 'tail'), { timeout: 90_000 })
    await tellAgent(start.folder, { do: 'interrupt' })
    expect((await follow.kind('turn_ended')).at(-1)).toMatchObject({ outcome: 'interrupted' })
    await tellAgent(start.folder, { do: 'send', text: 'Go on with lilies' })
    expect((await follow.kind('turn_ended', 2)).at(-1)).toMatchObject({ outcome: 'done' })
    await endAll()
    expect(isAlive(tail)).toBe(false)
  })

  test('killed in the middle of a command its end is told; a message that waited for the next turn is not lost otherwise', async () => {
    const work = await land.work('Tulips')
    const start = startFor(work, 'PLAY-HANG')
    const run = await begun(start)
    const follow = following(start.folder)
    await vi.waitFor(() => processOf(run, 'tail'), { timeout: 90_000 })
    process.kill(processOf(run, 'codex'), 'SIGKILL')
    expect((await follow.kind('exited')).at(-1)).toEqual({ kind: 'exited', exitCode: null, signal: 'SIGKILL' })
    await endAll()
    expect(findTree(run)).toEqual([])
  })

  test('a usage limit is told with the time at which it resets', async () => {
    const work = await land.work('Moss')
    const start = startFor(work, 'PLAY-LIMIT')
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(said.slice(-2)).toMatchObject([
      { kind: 'limit', until: '2026-12-01T08:00:00.000Z' },
      { kind: 'turn_ended', outcome: 'failed' },
    ])
  })

  test('sealed it does its work all the same, and MAIN is closed to it', async () => {
    const { tier } = await sealing()
    if (tier === 'none') return
    const work = await land.work('Ivy')
    const start = startFor(work, 'PLAY-WORK', { seal: { tier, plan: work.plan } })
    delete start.guard
    await begun(start)
    await following(start.folder).kind('turn_ended')
    expect(await land.garden.git('log', '-1', '--format=%an %s', work.branch)).toBe('builder Plant a rose')
    expect(land.garden.text('beds-east')).toBe('rose\n')
    expect(existsSync(join(start.folder, 'said.jsonl'))).toBe(true)
  })
})
