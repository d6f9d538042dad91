import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scripts } from '../agents/epic.ts'
import { cap, expectLanded, heard, planned, processesOfRuns, removeScene } from '../agents/epic-story.ts'
import { followScripts, type ScriptedModel } from '../agents/follow-script.ts'
import { throwawayHome } from '../agents/hosting.ts'
import {
  claudeEnvironment,
  claudeModel,
  claudeProgram,
  codexProgram,
  codexSettings,
  installed,
} from '../agents/installed.ts'
import { type MockModel, startMockModel } from '../agents/mock-model.ts'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'

describe.skipIf(installed === undefined)('with the real Claude Code and Codex', () => {
  let root: string
  let scripted: ScriptedModel
  let model: MockModel
  let scene: Scene
  let garden: Garden
  let meeting: string
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'real-'))
    meeting = join(root, 'meeting')
    scripted = followScripts(scripts, { MEETING: meeting })
    model = await startMockModel(scripted.play)
    const home = throwawayHome(root)
    const codex = codexSettings(home['CODEX_HOME'] ?? '', model.url)
    scene = await startScene({ env: { ...home, ...claudeEnvironment(model.url), ...codex } })
    garden = await scene.garden('epic', { yaml: agents })
  })
  afterAll(async () => {
    await removeScene(scene)
    await model.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 10 })
  })

  /** The project's own harness is Claude Code; to Codex Ada hands a Brief over by name. */
  async function toCodex(briefId: number): Promise<void> {
    await scene.client.call('brief.dispatch', { briefId, harness: 'codex' })
  }

  /** kill -9, once it is in the middle of a command. */
  async function kills(briefId: number): Promise<void> {
    const harness = await vi.waitFor(
      () => {
        const all = processesOfRuns(scene, briefId)
        const found = all.some(each => each.name === 'tail') && all.find(each => each.name === 'claude')
        if (!found) throw new Error(`there are ${all.map(each => each.name).join(' ')}`)
        return found
      },
      { timeout: 150_000, interval: 200 },
    )
    process.kill(harness.pid, 'SIGKILL')
  }

  test('an epic of six is designed, built, reviewed, mended and landed, though one is killed, one idles, one is full, and flower itself falls', async () => {
    const { client } = scene
    const { briefId: parentId } = await client.call('brief.capture', { text: 'Lay it out', project: garden.name })
    const child = (text: string, script: string, more?: object): Promise<number> =>
      planned(scene, garden.name, { parentId, text, script, ...(more && { more }) })
    const byHand = { autoDispatch: false }
    const paths = await child('Paths', 'plain', byHand)
    const rose = await child('Rose bed', 'rose', { dependsOn: [paths], designLoop: true })
    const lily = await child('Lily bed', 'lily', { dependsOn: [paths], review: true, ...byHand })
    const fence = await child('Fence', 'fence')
    const gate = await child('Gate', 'fence', byHand)
    const pond = await child('Pond', 'pond', { dependsOn: [fence, gate] })
    await toCodex(paths)
    await toCodex(gate)
    const killed = kills(pond)
    // Both have begun from the same MAIN, so that they will meet.
    await Promise.all([fence, gate].map(each => heard(scene, ['agent_started'], each)))
    writeFileSync(meeting, '')
    await heard(scene, ['landed'], paths)
    await toCodex(lily)
    await heard(scene, ['verdict_given'], lily)
    await scene.restart()
    await killed

    const runs = await expectLanded(scene, garden, { paths, rose, lily, fence, gate, pond })
    expect(scripted.surprises).toEqual([])
    const of = (briefId: number): string[] =>
      runs.filter(each => each.briefId === briefId).map(each => `${each.leg} ${each.harness}`)
    expect(of(lily).toSorted()).toEqual(['build codex', 'fix codex', 'review claude', 'review claude'])
    expect(of(rose).toSorted()).toEqual(['build claude', 'design claude'])
    // What the harnesses told of themselves, each run of a session that was gone on with counted for itself.
    expect(runs.filter(each => each.tokens === 0 || each.contextTokens === null)).toEqual([])
    expect(runs.map(each => each.contextTokens)).toContain(131_000)
    const { total, models } = await client.call('agent.costs', { project: garden.name })
    expect(total.tokens).toBe(runs.reduce((sum, each) => sum + each.tokens, 0))
    expect(total.usd).toBeGreaterThan(0)
    const asksOfCodex = model.asked.filter(each => each.protocol === 'responses').length
    expect(models.find(each => each.model === 'mock-model')?.tokens).toBe(asksOfCodex * tokensOfCodex)
    expect(models.map(each => each.model).toSorted()).toEqual([claudeModel, 'mock-model'])
  })
})

/** Codex has no place for what is written into a cache. */
const tokensOfCodex = 10 + 19_690 + 20

const agents = `agents:
  default: claude
  maxConcurrent: ${cap}
  harnesses:
    claude: { claude: '${claudeProgram}', model: ${claudeModel} }
    codex: { codex: '${codexProgram}' }
`
