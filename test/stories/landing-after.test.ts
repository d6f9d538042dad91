import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Garden, type Scene, startScene, wait } from '../landing/garden.ts'

describe('what follows a landing', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.remove())

  const out = (name: string) => join(scene.ground.path, name)
  const stepsOf = async (garden: Garden) =>
    (await scene.client.call('merge.landings', { project: garden.name })).items.flatMap(each => each.steps)
  const statuses = async (garden: Garden) => (await stepsOf(garden)).map(each => `${each.name}: ${each.status}`)
  const ended = (garden: Garden, expected: string[]) => expect.poll(() => statuses(garden)).toEqual(expected)

  it('its steps run in MAIN one after the other; one that an operator approves waits for the word', async () => {
    const garden = await scene.garden('steps', {
      yaml: `afterLanding:
  note: { shell: true, run: "cat beds-west >>'${out('noted')}'" }
  fail: { shell: true, run: 'echo no water; exit 3' }
  migrate: { shell: true, run: "echo migrated >>'${out('noted')}'", approve: operator }
`,
    })
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const merge = await garden.submitted('west', { wait })
    expect(merge).toMatchObject({ status: 'landed' })
    await ended(garden, ['note: done', 'fail: failed', 'migrate: asked'])
    expect(await readFile(out('noted'), 'utf8')).toBe('lily\n')
    expect((await stepsOf(garden))[1]).toMatchObject({ exitCode: 3, lines: ['no water'] })
    const { items } = await scene.client.call('recall.decisions', { project: 'steps' })
    expect(items).toMatchObject([{ header: `Run migrate after ${merge.landedCommit?.slice(0, 12)}?` }])
    await scene.client.call('decision.answer', { decisionId: items[0]?.id ?? 0, option: 'Run it' })
    await ended(garden, ['note: done', 'fail: failed', 'migrate: done'])
    expect(await readFile(out('noted'), 'utf8')).toBe('lily\nmigrated\n')
  })

  it('a step whose flower is killed runs on, once, and its end is told after the restart', async () => {
    const garden = await scene.garden('killed', {
      yaml: `afterLanding:
  slow: { shell: true, run: "echo begun >>'${out('slow')}'; while [ -e '${out('slow-hold')}' ]; do sleep 0.05; done; echo ended >>'${out('slow')}'" }
`,
    })
    await writeFile(out('slow-hold'), '')
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    await garden.submitted('west', { wait })
    await expect.poll(() => readFile(out('slow'), 'utf8').catch(() => '')).toBe('begun\n')
    await scene.restart()
    expect(await statuses(garden)).toEqual(['slow: running'])
    await rm(out('slow-hold'))
    await ended(garden, ['slow: done'])
    expect(await readFile(out('slow'), 'utf8')).toBe('begun\nended\n')
  })

  /** A bare repository that MAIN is pushed to. */
  async function remoteOf(garden: Garden): Promise<{ path: string; git: (...args: string[]) => Promise<string> }> {
    const path = join(scene.ground.path, `${garden.name}.git`)
    await scene.ground.git(scene.ground.path, 'init', '-q', '--bare', '-b', 'main', path)
    await garden.git('remote', 'add', 'origin', path)
    await garden.git('push', '-q', '-u', 'origin', 'main')
    return { path, git: (...args) => scene.ground.git(path, ...args) }
  }

  const pushes = 'main: { push: after landing }\n'

  it('MAIN is pushed; a refusal of the remote is shown, nothing is forced, and the next push takes all along', async () => {
    const garden = await scene.garden('pushed', { yaml: pushes })
    const remote = await remoteOf(garden)
    await garden.branches({ west: { 'beds-west': 'lily\n' }, east: { 'beds-far-east': 'lily\n' } })
    await garden.submitted('west', { wait })
    await ended(garden, ['push: done'])
    expect(await remote.git('rev-parse', 'main')).toBe(await garden.tip())

    const hook = join(remote.path, 'hooks', 'pre-receive')
    await writeFile(hook, '#!/bin/sh\necho "main is protected here" >&2\nexit 1\n')
    await chmod(hook, 0o755)
    await garden.submitted('east', { wait })
    await ended(garden, ['push: failed', 'push: done'])
    expect((await stepsOf(garden))[0]?.lines.join('\n')).toContain('main is protected here')
    const main = async () => (await scene.client.call('main.status', { project: 'pushed' })).main
    await expect.poll(async () => (await main()).unpushed?.lines.join('\n')).toContain('main is protected here')
    await expect.poll(async () => (await main()).standing?.upstream).toMatchObject({ ref: 'origin/main' })
    expect(await remote.git('rev-parse', 'main')).not.toBe(await garden.tip())

    await rm(hook)
    await garden.branches({ north: { 'beds-north': 'lily\n' } })
    await garden.submitted('north', { wait })
    await ended(garden, ['push: done', 'push: failed', 'push: done'])
    expect(await remote.git('rev-parse', 'main')).toBe(await garden.tip())
    await expect.poll(async () => (await main()).unpushed).toBeUndefined()
  })

  it('what somebody pushed meanwhile is judged, lands beside what the queue has verified, and then both are there', async () => {
    const garden = await scene.garden('moved-on', { yaml: pushes })
    const remote = await remoteOf(garden)
    const clone = join(scene.ground.path, 'moved-on-elsewhere')
    await scene.ground.git(scene.ground.path, 'clone', '-q', remote.path, clone)
    await writeFile(join(clone, 'beds-south'), 'rose\n')
    await scene.ground.git(clone, 'add', '-A')
    await scene.ground.git(clone, 'commit', '-qm', 'South')
    await scene.ground.git(clone, 'push', '-q', 'origin', 'main')
    const theirs = await scene.ground.git(clone, 'rev-parse', 'HEAD')
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const merge = await garden.submitted('west', { wait })
    expect(merge.status).toBe('landed')
    await ended(garden, ['push: done', 'push: failed'])
    expect(await remote.git('rev-parse', 'main')).toBe(await garden.tip())
    const history = (await remote.git('rev-list', 'main')).split('\n')
    expect(history).toContain(theirs)
    expect(history).toContain(merge.landedCommit)
    expect([garden.text('beds-south'), garden.text('beds-west')]).toEqual(['rose\n', 'lily\n'])
    const { items } = await scene.client.call('merge.landings', { project: 'moved-on' })
    expect(items[0]).toMatchObject({ by: 'queue', gates: [{ verdict: 'passed' }] })
  })

  it('what somebody pushed and no gate lets in is not forced away: it is told, and MAIN stays as it is', async () => {
    const garden = await scene.garden('red-there', { yaml: pushes })
    const remote = await remoteOf(garden)
    const clone = join(scene.ground.path, 'red-elsewhere')
    await scene.ground.git(scene.ground.path, 'clone', '-q', remote.path, clone)
    await writeFile(join(clone, 'beds-south'), 'weed\n')
    await scene.ground.git(clone, 'add', '-A')
    await scene.ground.git(clone, 'commit', '-qm', 'Weed')
    await scene.ground.git(clone, 'push', '-q', 'origin', 'main')
    const theirs = await scene.ground.git(clone, 'rev-parse', 'HEAD')
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const merge = await garden.submitted('west', { wait })
    const ofUpstream = async () =>
      (await scene.client.call('merge.queue', { project: 'red-there', ended: true })).items.find(
        each => each.branch === 'flower/upstream',
      )
    await expect.poll(async () => (await ofUpstream())?.status).toBe('ejected')
    expect(await remote.git('rev-parse', 'main')).toBe(theirs)
    expect(await garden.tip()).toBe(merge.landedCommit)
    expect((await stepsOf(garden))[0]).toMatchObject({ status: 'failed' })
  })
})
