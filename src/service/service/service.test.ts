import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configurationHash } from '#domain/configuration/hash.ts'
import type { ServiceFinding } from '#domain/serving/moves.ts'
import type { ServiceStanding } from '#domain/serving/record.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { countEvents, eventTypes } from '../../../test/work.ts'

const yaml = `
services:
  web: { run: npm run dev, port: 5173 }
  worker: { run: node worker.js }
  mail: { run: node mail.js, port: 1025, onlyMain: true }
sites: { shop: web, post: mail }
`

describe.each(databases)('services on %s', database => {
  let house: TestHouse
  let text = yaml
  beforeAll(async () => {
    house = await openHouse(database, { configuration: () => text })
  })
  afterAll(() => house.close())
  beforeEach(async () => {
    text = yaml
    await house.call('project.trust', { project: 'garden', hash: configurationHash(yaml) })
  })

  const settle = (finding: ServiceFinding) => house.call('service.settle', { finding }, 'system:runner', 'system')
  const stands = async (standing: Partial<ServiceStanding>, service = 'web', worktreeId: number | null = null) => {
    const { places } = await house.call('service.errands', { node: 'node-1' }, 'system:runner', 'system')
    const place = places.find(each => (each.worktree?.id ?? null) === worktreeId)
    const known = place?.services.find(each => each.name === service)
    if (!known) throw new Error(`no ${service}`)
    const { status, reason, port, since, retryAt, failures, lastLines } = { ...known, reason: null, ...standing }
    const said = { status, reason, port, since, retryAt, failures, lastLines }
    return settle({ what: 'stands', serviceId: known.id, standing: said, done: known.asked })
  }
  /** A worktree that is ready, as the runner tells it. */
  const ready = async (input: Record<string, unknown>): Promise<number> => {
    const { worktreeId, path, branch } = await house.call('worktree.create', input)
    const standing = { head: 'a'.repeat(40), branch, modified: 0, untracked: 0, unmerged: 0, ahead: 0, behind: 0 }
    const told = [
      { what: 'created', path, branch, base: 'a'.repeat(40), warnings: [] },
      {
        what: 'prepared',
        fingerprint: 'f1',
        ports: { web: 5174 },
        warnings: [],
        standing: { ...standing, landed: null, underWay: [], at: house.now() },
      },
    ]
    for (const finding of told) await house.call('worktree.settle', { worktreeId, finding }, 'system:runner', 'system')
    return worktreeId
  }
  const find = async (service: string, input: Record<string, unknown>) =>
    (await house.call('service.list', input)).items.find(each => each.service === service)

  it('one of MAIN is asked for, runs, is shown with its site, and is asked to stop', async () => {
    const asked = await house.call('service.start', { service: 'web' })
    expect(asked).toMatchObject({ worktreeId: null, project: 'garden', items: [{ service: 'web', status: 'stopped' }] })
    expect(await find('web', {})).toMatchObject({ wanted: 'running', worktreeId: null, worktree: null, port: null })
    await stands({ status: 'healthy', port: 5174 })
    expect(await find('web', { project: 'garden' })).toMatchObject({
      status: 'healthy',
      wantedPort: 5173,
      port: 5174,
      site: 'http://garden.localhost:4748/',
    })
    const events = await countEvents(house)
    await house.call('service.start', { service: 'web' })
    expect(await countEvents(house)).toBe(events)
    await house.call('service.stop', { service: 'web' })
    expect(await find('web', {})).toMatchObject({ wanted: 'stopped', status: 'healthy' })
    await stands({ status: 'stopped', reason: 'stopped by hand' })
    expect(await find('web', {})).toMatchObject({ status: 'stopped', reason: 'stopped by hand' })
  })

  it('a worktree has those that are not for MAIN alone, each at an address of its own', async () => {
    const worktreeId = await ready({ name: 'feat/roses' })
    const all = await house.call('service.start', { worktreeId })
    expect(all.items.map(each => [each.service, each.site])).toEqual([
      ['web', 'http://feat--roses.garden.localhost:4748/'],
      ['worker', undefined],
    ])
    await stands({ status: 'healthy', port: 5180 }, 'web', worktreeId)
    const { worktree } = await house.call('worktree.show', { worktreeId })
    expect(worktree).toMatchObject({
      site: { url: 'http://feat--roses.garden.localhost:4748/', status: 'healthy' },
      services: [
        { service: 'web', status: 'healthy', port: 5180 },
        { service: 'worker', status: 'stopped', wanted: 'running' },
      ],
      // Whatever is started there next is told the port that it got.
      ports: { web: 5180 },
    })
  })

  it('MAIN has the other sites beside the plain one', async () => {
    await house.call('service.start', {})
    expect(await find('mail', { project: 'garden' })).toMatchObject({
      site: expect.stringMatching(/^http:\/\/post--x[a-z2-7]{16}\.garden\.localhost:4748\/$/),
    })
  })

  it('a parked one is loud, on the Brief of its worktree; its other changes are quiet and not there', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Serve roses' })
    const worktreeId = await ready({ briefId })
    await house.call('service.start', { worktreeId, service: 'web' })
    await stands({ status: 'starting' }, 'web', worktreeId)
    await stands({ status: 'parked', reason: 'failed 5 times in a minute', lastLines: ['boom'] }, 'web', worktreeId)
    expect((await eventTypes(house, briefId)).filter(type => type.startsWith('service_'))).toEqual(['service_parked'])
    const { items } = await house.call('trace.list', { briefId })
    expect(items.find(each => each.type === 'service_parked')).toMatchObject({
      quiet: false,
      tone: 'bad',
      words: expect.stringContaining('failed 5 times'),
      body: expect.stringContaining('boom'),
    })
    expect(await find('web', { worktreeId })).toMatchObject({ status: 'parked', lastLines: ['boom'] })
    // Asked for once more it is tried once more.
    await house.call('service.start', { worktreeId, service: 'web' })
    const { places } = await house.call('service.errands', { node: 'node-1' }, 'system:runner', 'system')
    const [web] = places.find(each => each.worktree?.id === worktreeId)?.services ?? []
    expect(web).toMatchObject({ asked: 2, done: 1 })
  })

  it.each([
    [{ isolation: 'shared', name: 'shared' }, 'service.none', 'it is shared'],
    [{ isolation: 'code', name: 'code' }, 'service.none', 'code only'],
  ])('a worktree with %j has none, and is told where there are some', async (input, code, because) => {
    const worktreeId = await ready(input)
    const no = await house.refused('service.start', { worktreeId })
    expect(no).toMatchObject({ code, data: { because: expect.stringContaining(because) } })
    expect(no.next).toContain('service.start {project: "garden"}')
  })

  it('what can not be started is refused with what would help', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'unready' })
    expect((await house.refused('service.start', { worktreeId })).code).toBe('worktree.unready')
    const unknown = await house.refused('service.start', { service: 'wbe' })
    expect(unknown).toMatchObject({ code: 'service.missing', next: expect.stringContaining('web, worker, mail') })
    expect((await house.refused('service.logs', { service: 'nobody' })).code).toBe('service.missing')
    expect((await house.refused('service.stop', { service: 'nobody' })).code).toBe('service.missing')
    text = `${yaml}# changed\n`
    const hash = configurationHash(text)
    expect(await house.refused('service.start', {})).toMatchObject({ code: 'configuration.untrusted', data: { hash } })
    text = 'services: 7'
    expect((await house.refused('service.start', {})).code).toBe('configuration.unreadable')
    text = 'main: {}'
    expect((await house.refused('service.start', {})).code).toBe('service.none')
    // Stopping asks for neither.
    expect((await house.call('service.stop', {})).items.length).toBeGreaterThan(0)
  })

  it('an agent that builds has its worktree, not MAIN', async () => {
    expect((await house.refused('service.stop', {}, 'agent:builder-1')).code).toBe('role.denied')
    const worktreeId = await ready({ name: 'of-a-builder' })
    expect((await house.call('service.start', { worktreeId }, 'agent:builder-1')).items).toHaveLength(2)
    expect((await house.refused('service.errands', { node: 'node-1' })).code).toBe('role.denied')
  })

  it('what it wrote is read, and one that is forgotten has nothing more to say', async () => {
    await house.call('service.start', { service: 'worker' })
    expect(await house.call('service.logs', { service: 'worker' })).toEqual({ lines: ['ready'], after: 6 })
    const { places } = await house.call('service.errands', { node: 'node-1' }, 'system:runner', 'system')
    const known = places.find(each => each.worktree === null)?.services.find(each => each.name === 'worker')
    await settle({ what: 'forgotten', serviceId: known?.id ?? 0 })
    await settle({ what: 'forgotten', serviceId: known?.id ?? 0 })
    expect((await house.refused('service.logs', { service: 'worker' })).code).toBe('service.missing')
  })

  it('what a place declares is listed before anybody asked for it', async () => {
    const worktreeId = await ready({ name: 'declared' })
    const { worktree } = await house.call('worktree.show', { worktreeId })
    expect(worktree).toMatchObject({ services: [], site: null })
    const declared = { what: 'declared', projectId: 1, worktreeId } as const
    await settle({ ...declared, services: [{ name: 'web', site: '', wantedPort: 5173 }] })
    await settle({ ...declared, services: [{ name: 'web', site: null, wantedPort: 5173 }] })
    expect((await house.call('service.list', { worktreeId })).items).toMatchObject([
      { service: 'web', wanted: 'stopped', status: 'stopped', site: null },
    ])
  })
})
