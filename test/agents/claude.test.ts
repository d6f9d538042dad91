import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AgentSaid } from '#domain/agent/said.ts'
import { findAgent } from '#machine/agents/find.ts'
import { tellAgent } from '#machine/agents/orders.ts'
import type { AgentStart } from '#machine/agents/start.ts'
import { sealing } from '#machine/guard/sealing.ts'
import { isAlive } from '#machine/process.ts'
import { findTree } from '#machine/service/find-tree.ts'
import { playClaude } from './claude-play.ts'
import { type AgentGarden, type AgentWork, agentGarden } from './garden.ts'
import { hosting, processOf } from './hosting.ts'
import { claudeEnvironment, claudeModel, claudeProgram, installed } from './installed.ts'
import { type MockModel, startMockModel } from './mock-model.ts'

describe.skipIf(installed === undefined)('the real Claude Code', () => {
  const { begun, asked, following, endAll, remove } = hosting()
  let model: MockModel
  let land: AgentGarden
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

  const startFor = (work: AgentWork, play: string, more: Partial<AgentStart> = {}): AgentStart =>
    asked({
      cwd: work.path,
      harness: { driver: 'claude', words: [claudeProgram], model: claudeModel, args: [] },
      env: {
        ...work.env,
        ...claudeEnvironment(model.url),
      },
      prompt: `${play} ${work.numbers}`,
      mcp: work.mcp,
      guard: work.guard,
      reminder: `You work on #${work.briefId}.`,
      ...more,
    })

  const sessionOf = (said: AgentSaid[]): string => said.find(each => each.kind === 'session')?.id ?? ''
  const usageOf = (said: AgentSaid[]) => said.findLast(each => each.kind === 'usage')

  test('it recalls its Brief, is kept from MAIN, commits, completes, and is resumed by its session', async () => {
    const work = await land.work('Roses')
    const start = startFor(work, 'PLAY-WORK')
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(said.find(each => each.kind === 'session')).toMatchObject({ model: claudeModel, mcp: 'connected' })
    expect(said.at(-1)).toMatchObject({ kind: 'turn_ended', outcome: 'done' })
    expect(await land.garden.trace(work.briefId)).toContain('completed')
    expect(await land.garden.git('log', '-1', '--format=%an %s', work.branch)).toBe('builder Plant a rose')
    expect([land.garden.text('beds-east'), existsSync(join(land.garden.path, 'weeds'))]).toEqual(['rose\n', false])
    expect(said.filter(each => each.kind === 'denied').map(each => each.tool)).toEqual(['Bash', 'Write'])
    expect(usageOf(said)).toMatchObject({
      model: claudeModel,
      usage: { input: 60, cacheRead: 30_000, cacheWrite: 1_800, output: 120 },
    })
    expect(said.findLast(each => each.kind === 'context')).toEqual({
      kind: 'context',
      tokens: 5_310,
      window: 1_000_000,
    })
    await tellAgent(start.folder, { do: 'send', text: '/compact' })
    await following(start.folder).kind('compacted')
    await tellAgent(start.folder, { do: 'send', text: 'What was it?' })
    await following(start.folder).until(each => each.kind === 'turn_ended' && each.words.startsWith('Done'), 2)
    expect(model.asked.at(-1)?.words).toContain(`You work on #${work.briefId}.`)
    await tellAgent(start.folder, { do: 'finish' })
    await following(start.folder).kind('exited')
    const files = readdirSync(start.folder, { recursive: true, withFileTypes: true }).filter(each => each.isFile())
    for (const file of files) {
      const secret = start.env['FLOWER_TOKEN'] ?? ''
      expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(secret)
    }

    const again = startFor(work, 'PLAY-WORK', { resume: sessionOf(said), env: start.env, prompt: 'And now?' })
    await begun(again)
    const resumed = await following(again.folder).kind('turn_ended')
    expect(sessionOf(resumed)).toBe(sessionOf(said))
    expect(resumed.at(-1)).toMatchObject({ outcome: 'done', words: expect.stringMatching(/^Done/) as string })
    // Of this run alone, though the harness counts on.
    expect(usageOf(resumed)).toMatchObject({ usage: { input: 10, output: 20 } })
  })

  test('interrupted it waits for what comes next, and hears it', async () => {
    const work = await land.work('Lilies')
    const start = startFor(work, 'PLAY-HANG')
    const run = await begun(start)
    const follow = following(start.folder)
    await follow.kind('tool')
    await expect.poll(() => findTree(run).length).toBeGreaterThan(3)
    await tellAgent(start.folder, { do: 'interrupt' })
    expect((await follow.kind('turn_ended')).at(-1)).toMatchObject({ outcome: 'interrupted' })
    await tellAgent(start.folder, { do: 'send', text: 'Go on with lilies' })
    expect((await follow.kind('turn_ended', 2)).at(-1)).toMatchObject({
      outcome: 'done',
      words: expect.stringContaining('lilies') as string,
    })
    expect(findAgent(start.folder)).toMatchObject({ is: 'living' })
  })

  test('killed in the middle of a command that has a session of its own: its end is told, and nothing of it is left', async () => {
    const work = await land.work('Tulips')
    const start = startFor(work, 'PLAY-HANG')
    const run = await begun(start)
    const follow = following(start.folder)
    await follow.kind('tool')
    const tail = await vi.waitFor(() => processOf(run, 'tail'), { timeout: 90_000 })
    process.kill(processOf(run, 'claude'), 'SIGKILL')
    expect((await follow.kind('exited')).at(-1)).toEqual({ kind: 'exited', exitCode: null, signal: 'SIGKILL' })
    await expect.poll(() => findAgent(start.folder)).toMatchObject({ is: 'ended', ending: { signal: 'SIGKILL' } })
    expect(isAlive(tail)).toBe(true)
    await endAll()
    expect(isAlive(tail)).toBe(false)
  })

  test('a message that is sent while it works is heard in the same turn', async () => {
    const work = await land.work('Ferns')
    const start = startFor(work, 'PLAY-TALK')
    await begun(start)
    const follow = following(start.folder)
    await expect.poll(() => existsSync(join(work.path, 'begun'))).toBe(true)
    await tellAgent(start.folder, { do: 'send', text: 'WATERTHEM please' })
    writeFileSync(join(work.path, 'go'), '')
    const said = await follow.until(each => each.kind === 'text' && each.text.includes('WATERTHEM'))
    expect(said.some(each => each.kind === 'text' && each.text.startsWith('I heard WATERTHEM'))).toBe(true)
    await tellAgent(start.folder, { do: 'finish' })
    await follow.kind('exited')
  })

  test('a usage limit is told with the time at which it resets, another fault as an error', async () => {
    const work = await land.work('Moss')
    const limited = startFor(work, 'PLAY-LIMIT')
    await begun(limited)
    const said = await following(limited.folder).kind('turn_ended')
    const limit = said.find(each => each.kind === 'limit')
    expect(limit?.words).toContain('resets 8pm')
    expect(limit?.until).toMatch(/T(18|19):00:00\.000Z$/)
    expect(said.at(-1)).toMatchObject({ outcome: 'failed' })
    const broken = startFor(work, 'PLAY-BROKEN')
    await begun(broken)
    const heard = await following(broken.folder).kind('turn_ended')
    expect(heard.slice(-2)).toMatchObject([
      { kind: 'error', words: expect.stringContaining('No such rose') as string },
      { outcome: 'failed' },
    ])
    const unknown = startFor(work, 'PLAY-WORK', { resume: '11111111-1111-4111-8111-111111111111' })
    await begun(unknown)
    const lost = await following(unknown.folder).kind('exited')
    expect(lost.map(each => each.kind)).toEqual(['error', 'turn_ended', 'exited'])
  })

  test('sealed it does its work all the same', async () => {
    const { tier } = await sealing()
    if (tier === 'none') return
    const work = await land.work('Ivy')
    const start = startFor(work, 'PLAY-WORK', { seal: { tier, plan: work.plan } })
    delete start.guard
    await begun(start)
    const said = await following(start.folder).kind('turn_ended')
    expect(await land.garden.git('log', '-1', '--format=%an %s', work.branch)).toBe('builder Plant a rose')
    expect(said.filter(each => each.kind === 'tool_ended' && each.failed)).toHaveLength(2)
    expect([land.garden.text('beds-east'), existsSync(join(land.garden.path, 'weeds'))]).toEqual(['rose\n', false])
  })
})
