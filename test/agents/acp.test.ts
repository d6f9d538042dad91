import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AgentSaid } from '#domain/agent/said.ts'
import { tellAgent } from '#machine/agents/orders.ts'
import type { AgentStart } from '#machine/agents/start.ts'
import { startAgent } from '#machine/agents/start.ts'
import { sealing } from '#machine/guard/sealing.ts'
import { playClaude } from './claude-play.ts'
import { type AgentGarden, type AgentWork, agentGarden } from './garden.ts'
import { hosting } from './hosting.ts'
import { claudeEnvironment, claudeModel, claudeProgram, installed } from './installed.ts'
import { type MockModel, startMockModel } from './mock-model.ts'

const words = [process.execPath, '--conditions=flower-source', join(import.meta.dirname, 'acp-agent.ts')]

describe('an agent of the Agent Client Protocol', () => {
  const { begun, asked, following, endAll, remove } = hosting()
  let land: AgentGarden
  beforeAll(async () => {
    land = await agentGarden()
  })
  afterEach(endAll)
  afterAll(async () => {
    await land.scene.remove()
    remove()
  })

  const startFor = (work: AgentWork, part: string, more: Partial<AgentStart> = {}, args: string[] = []): AgentStart =>
    asked({
      cwd: work.path,
      harness: { driver: 'acp', words, model: 'rose-1', args },
      env: { ...work.env, GARDEN: land.garden.path },
      prompt: `${part} ${work.numbers}`,
      mcp: work.mcp,
      guard: work.guard,
      ...more,
    })

  const textsOf = (said: AgentSaid[]): string => said.map(each => (each.kind === 'text' ? each.text : '')).join('')

  test.each([['http'], ['stdio']])(
    'with tools over %s it works by the leave of the guard, completes, and is taken up again',
    async way => {
      const work = await land.work(`Roses over ${way}`)
      const start = startFor(work, 'PLAY-WORK', {}, [way])
      await begun(start)
      const said = await following(start.folder).kind('turn_ended')
      expect(said[0]).toEqual({ kind: 'session', id: 'session-7', model: 'rose-1' })
      expect(textsOf(said)).toContain('In mode default I know my Brief.')
      expect(said.find(each => each.kind === 'denied')?.reason).toContain('is in MAIN')
      expect(said.filter(each => each.kind === 'tool_ended').map(each => each.failed)).toEqual([true, false, false])
      expect(existsSync(join(land.garden.path, 'weeds'))).toBe(false)
      expect(await land.garden.git('log', '-1', '--format=%an %s', work.branch)).toBe('builder Plant a rose')
      expect(await land.garden.trace(work.briefId)).toContain('completed')
      expect(said.find(each => each.kind === 'context')).toEqual({ kind: 'context', tokens: 4_000, window: 200_000 })
      expect(said.find(each => each.kind === 'usage')).toEqual({
        kind: 'usage',
        model: 'rose-1',
        usage: { input: 10, cacheRead: 100, cacheWrite: 0, output: 5 },
        usd: 0.02,
      })
      expect(said.at(-1)).toMatchObject({ outcome: 'done' })
      await tellAgent(start.folder, { do: 'finish' })
      await following(start.folder).kind('exited')

      const again = startFor(work, 'And now?', { resume: 'session-7', env: start.env }, [way])
      await begun(again)
      const resumed = await following(again.folder).kind('turn_ended')
      expect(textsOf(resumed)).toMatch(/^ Turn 1 is over: And now/)
      const lost = startFor(work, 'And now?', { resume: 'session-8', env: start.env })
      expect(await startAgent(lost)).toMatchObject({ outcome: 'unusable' })
    },
  )

  test('what nobody here can judge waits for a person, and goes on by their word', async () => {
    const work = await land.work('Riddles')
    const start = startFor(work, 'PLAY-ASK')
    await begun(start)
    const follow = following(start.folder)
    expect((await follow.kind('permission')).at(-1)).toMatchObject({ tool: 'What is green?' })
    expect(await tellAgent(start.folder, { do: 'answer', allow: true })).toBe('taken')
    await follow.kind('turn_ended')
    expect(existsSync(join(work.path, 'answered'))).toBe(true)
    expect(await tellAgent(start.folder, { do: 'answer', allow: true })).toBe('deaf')
  })

  test('a message waits for the end of the turn; an interrupt ends the turn, and another may follow', async () => {
    const work = await land.work('Lilies')
    const start = startFor(work, 'PLAY-HANG')
    await begun(start)
    const follow = following(start.folder)
    await follow.kind('session')
    await tellAgent(start.folder, { do: 'interrupt' })
    expect((await follow.kind('turn_ended')).at(-1)).toMatchObject({ outcome: 'interrupted' })
    await tellAgent(start.folder, { do: 'send', text: 'Go on' })
    await tellAgent(start.folder, { do: 'send', text: 'And on' })
    expect(textsOf(await follow.until(each => each.kind === 'text' && each.text.includes('And on')))).toContain('Go on')
    await tellAgent(start.folder, { do: 'finish' })
    expect((await follow.kind('exited')).at(-1)).toMatchObject({ exitCode: 0 })
  })

  test('a usage limit is told with the time at which it resets', async () => {
    const work = await land.work('Moss')
    const start = startFor(work, 'PLAY-LIMIT')
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(said.find(each => each.kind === 'limit')?.until).toBeDefined()
    expect(said.at(-1)).toMatchObject({ outcome: 'failed' })
  })

  test('sealed it needs no leave for what nobody can judge, and MAIN is closed to it all the same', async () => {
    const { tier } = await sealing()
    if (tier === 'none') return
    const work = await land.work('Ivy')
    const start = startFor(work, 'PLAY-ASK', { seal: { tier, plan: work.plan } })
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(said.some(each => each.kind === 'permission')).toBe(false)
    expect(existsSync(join(work.path, 'answered'))).toBe(true)
  })
})

describe.skipIf(installed === undefined)('the real adapter of Claude Code', () => {
  const { begun, asked, following, endAll, remove } = hosting()
  let land: AgentGarden
  let model: MockModel
  beforeAll(async () => {
    land = await agentGarden()
    model = await startMockModel(each => playClaude(each, land.garden.path))
  })
  afterEach(endAll)
  afterAll(async () => {
    await model.close()
    await land.scene.remove()
    remove()
  })

  test('it recalls its Brief, is kept from MAIN by what the guard answers, commits and completes', async () => {
    const work = await land.work('Roses')
    const adapter = join(installed ?? '', 'acp/node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js')
    const start = asked({
      cwd: work.path,
      harness: { driver: 'acp', words: [process.execPath, adapter], args: [] },
      env: {
        ...work.env,
        ...claudeEnvironment(model.url),
        ANTHROPIC_MODEL: claudeModel,
        CLAUDE_CODE_EXECUTABLE: claudeProgram,
      },
      prompt: `PLAY-WORK ${work.numbers}`,
      mcp: work.mcp,
      guard: work.guard,
    })
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(said.at(-1)).toMatchObject({ outcome: 'done' })
    expect(said.filter(each => each.kind === 'denied')).toHaveLength(2)
    expect(await land.garden.git('log', '-1', '--format=%an %s', work.branch)).toBe('builder Plant a rose')
    expect(await land.garden.trace(work.briefId)).toContain('completed')
    expect([land.garden.text('beds-east'), existsSync(join(land.garden.path, 'weeds'))]).toEqual(['rose\n', false])
    expect(said.some(each => each.kind === 'context')).toBe(true)
    expect(said.some(each => each.kind === 'usage')).toBe(true)
    await tellAgent(start.folder, { do: 'finish' })
    await following(start.folder).kind('exited')
  })
})
