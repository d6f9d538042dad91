import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sealing } from '#machine/guard/sealing.ts'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'
import { flowerWords } from '../server.ts'

const played = join(import.meta.dirname, '../agents/claude-in-person.mjs')
const patience = { timeout: 60_000 }

describe('an agent whose session a person opens', () => {
  let scene: Scene
  let garden: Garden
  beforeAll(async () => {
    scene = await startScene()
    const yaml = `agents:\n  default: played\n  harnesses:\n    played: { claude: [${process.execPath}, ${played}] }\n    own: { command: [tail, -f, /dev/null] }\n`
    garden = await scene.garden('attach', { yaml })
  })
  afterAll(() => scene.remove())

  const call: Scene['client']['call'] = (...args) => scene.client.call(...args)
  const agentOf = async (briefId: number) =>
    (await call('agent.list', { project: garden.name })).items.find(each => each.run?.briefId === briefId)

  /** In a terminal of its own, where there is one for it. */
  function flower(args: string[], isTerminal: boolean, cwd = garden.path) {
    const words = [...flowerWords, ...args]
    const [first = '', ...rest] = isTerminal
      ? ['script', '-qefc', words.map(each => `'${each}'`).join(' '), '/dev/null']
      : words
    const child = spawn(first, rest, {
      cwd,
      env: {
        PATH: process.env['PATH'],
        HOME: scene.ground.path,
        USER: 'ada',
        TERM: 'xterm',
        FLOWER_HOME: scene.server().home,
      },
    })
    const said = { text: '' }
    child.stdout.on('data', chunk => (said.text += String(chunk)))
    child.stderr.on('data', chunk => (said.text += String(chunk)))
    return { child, said, code: new Promise<number | null>(resolve => child.once('close', resolve)) }
  }

  test('has its program ended, the same session in the terminal with its own bearer and guard, and goes on with it after', async () => {
    const { briefId } = await call('brief.capture', { text: 'Talk', spec: 'Talk', project: garden.name })
    await call('brief.dispatch', { briefId })
    const agent = await vi.waitFor(async () => {
      const found = await agentOf(briefId)
      if (!found?.run?.session) throw new Error('it has no session yet')
      return found
    }, patience)
    const name = agent.actor.replace('agent:', '')

    const without = flower(['attach', name], false)
    expect(await without.code).toBe(2)
    expect(without.said.text).toContain(`In one: flower attach ${name}`)
    expect((await agentOf(briefId))?.run?.stop).toBeNull()

    const { child, said, code } = flower(['attach', name], true)
    await expect.poll(() => said.text).toContain('open\r\n')
    const { worktree } = await call('worktree.show', { worktreeId: agent.worktreeId ?? 0 })
    expect(JSON.parse(readFileSync(join(worktree.path, 'seen.json'), 'utf8'))).toEqual({
      session: agent.run?.session,
      actor: agent.actor,
      inbox: 200,
      isTerminal: true,
      guarded: true,
    })
    expect(await agentOf(briefId)).toMatchObject({ liveness: 'working', run: { state: 'attached' } })
    child.stdin.write('leave\n')
    expect(await code).toBe(7)
    const again = await vi.waitFor(async () => {
      const found = await agentOf(briefId)
      if (found?.run?.id === agent.run?.id || !found?.run?.session) throw new Error('nobody goes on with it yet')
      return found
    }, patience)
    expect([again.actor, again.run?.session]).toEqual([agent.actor, agent.run?.session])
    expect(await garden.trace(briefId)).toEqual(expect.arrayContaining(['agent_attached', 'agent_detached']))
    await call('agent.stop', { agent: agent.actor, project: garden.name })
    await expect.poll(async () => (await agentOf(briefId))?.run ?? null).toBeNull()
  })

  test('is refused by name where its harness can do no such thing', async () => {
    const { briefId } = await call('brief.capture', { text: 'Cat', spec: 'Cat', project: garden.name })
    await call('brief.dispatch', { briefId, harness: 'own' })
    const agent = await vi.waitFor(async () => {
      const found = await agentOf(briefId)
      if (found?.run?.status !== 'running') throw new Error('it does not run yet')
      return found
    }, patience)
    const { said, code } = flower(['attach', agent.actor], true)
    expect(await code).toBe(5)
    expect(said.text).toContain('own (command) has no interface that opens one')
    await call('agent.stop', { agent: agent.actor, project: garden.name })
    await expect.poll(async () => (await agentOf(briefId))?.run ?? null).toBeNull()
  })

  test('a command is sealed in a worktree and nowhere else, and says how it ended', async () => {
    const worktree = await call('worktree.create', { project: garden.name, name: 'sealed', wait: 50 })
    const script = `echo weeds > ${join(garden.path, 'beds-east')}; echo mine > mine; exit 9`
    const sealed = flower(['seal', '--', 'sh', '-c', script], false, worktree.path)
    const code = await sealed.code
    const { tier } = await sealing()
    if (tier === 'none') expect(sealed.said.text).toContain('Nothing on this machine seals')
    else {
      expect([code, garden.text('beds-east')]).toEqual([9, 'rose\n'])
      expect(sealed.said.text).toContain(`sealed by ${tier}`)
      expect(readFileSync(join(worktree.path, 'mine'), 'utf8')).toBe('mine\n')
    }
    const inMain = flower(['seal', '--', 'true'], false)
    expect([await inMain.code, inMain.said.text]).toEqual([5, expect.stringContaining('This folder is MAIN')])
    const outside = flower(['seal', '--', 'true'], false, scene.ground.path)
    expect([await outside.code, outside.said.text]).toEqual([
      3,
      expect.stringContaining('no project that flower knows'),
    ])
    const unnamed = flower(['seal'], false, worktree.path)
    expect([await unnamed.code, unnamed.said.text]).toEqual([2, expect.stringContaining('flower seal -- npm test')])
  })
})
