import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, openChromium } from '../browser.ts'
import { readLive } from '../live.ts'
import { ask } from '../mcp/speak.ts'
import { openSignedIn } from '../page/signed-in.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { cleanEnvironment, flowerWords, startServer, type TestServer } from '../server.ts'

const [node, program] = flowerWords

let ground: PracticeGround
let folder: string
let server: TestServer
let browser: Browser
const agents: Client[] = []

/** An agent that speaks MCP over HTTP. */
async function overHttp(actor: string): Promise<Client> {
  const headers = { authorization: `Bearer ${server.token}`, 'flower-actor': actor }
  const agent = new Client({ name: 'test', version: '0.0.0' })
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }))
  agents.push(agent)
  return agent
}

/** An agent whose harness starts `flower mcp` for it, as they do. */
async function overStdio(actor: string): Promise<Client> {
  const agent = new Client({ name: 'test', version: '0.0.0' })
  const transport = new StdioClientTransport({
    command: node,
    args: [program, 'mcp'],
    cwd: folder,
    env: { ...cleanEnvironment(), FLOWER_HOME: server.home, FLOWER_ACTOR: actor },
    stderr: 'ignore',
  })
  await agent.connect(transport)
  agents.push(agent)
  return agent
}

/** What the trace on the page tells with all of these words. */
const told = (page: Page, ...words: string[]) =>
  words.reduce((found, hasText) => found.filter({ hasText }), page.locator('.ev'))

const verify = () =>
  promisify(execFile)(node, [program, 'verify'], {
    cwd: folder,
    env: { ...cleanEnvironment(), FLOWER_HOME: server.home },
  })

describe.skipIf(!findChromium())('a dispatch, end to end', () => {
  beforeAll(async () => {
    ;[ground, browser] = await Promise.all([practiceGround(), openChromium()])
    folder = await ground.repository('garden')
    server = await startServer({ project: folder })
  })
  afterAll(async () => {
    await browser.close()
    await Promise.all(agents.map(agent => agent.close()))
    await server.remove()
    await ground.remove()
  })

  it('two agents race for a dispatch, one wins, the server is killed, the winner finishes its work, and a page shows all of it', async () => {
    const ada = server.client()
    const { briefId } = await ada.call('brief.capture', { text: 'Water the roses', project: 'garden' })
    const { dispatchId } = await ada.call('brief.dispatch', { briefId })
    const live = await readLive(server, 0)
    const { page } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/briefs/${briefId}`)
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await page.evaluate('window.isTheSame = true')

    const racers = [await overHttp('agent:http-builder'), await overStdio('agent:stdio-builder')]
    const names = ['agent:http-builder', 'agent:stdio-builder']
    const claims = await Promise.all(racers.map(agent => ask(agent, 'dispatch_claim', { dispatchId })))
    const won = claims.findIndex(each => !each.isError)
    const lost = 1 - won
    expect(claims.filter(each => !each.isError)).toHaveLength(1)
    expect(claims[lost]?.text).toContain(`d${dispatchId} is held by ${names[won]}`)
    expect(claims[lost]?.text).toContain('dispatch_claim')
    const claim = claims[won]?.json() ?? {}
    expect(claim).toMatchObject({ dispatchId, briefId, attempt: 1, packet: expect.stringContaining('Water the roses') })

    const winning = names[won]?.replace('agent:', '') ?? ''
    await told(page, 'claimed', `d${dispatchId}, attempt 1`, winning).waitFor()

    // In the middle of everything, without a good-bye.
    const unanswered = ada.call('brief.append', { briefId, body: 'Is anybody there?' }).catch(() => undefined)
    await server.kill()
    await unanswered
    const heardBefore = live.heard.map(each => each.seq)
    live.close()
    await page.locator('.house-notices', { hasText: "flower doesn't answer" }).waitFor()
    server = await server.again()

    // The same clients go on with the token that they hold.
    const winner = racers[won] as Client
    const held = { dispatchId, token: claim['token'] }
    const beat = await ask(winner, 'dispatch_heartbeat', held)
    expect(beat).toMatchObject({ isError: false })
    await ask(winner, 'brief_append', { briefId, body: 'The can was empty.' })
    const late = await ask(racers[lost] as Client, 'dispatch_complete', { ...held, summary: 'Mine!' })
    expect(late.text).toContain(`held by ${names[won]}`)
    const done = await ask(winner, 'dispatch_complete', { ...held, summary: 'The roses are wet.' })
    expect(done.json()).toMatchObject({ briefId, status: 'in_review' })

    // Who watched before goes on where it was: no gap, nothing twice.
    const again = await readLive(server, heardBefore.at(-1) ?? 0)
    await again.until(event => event.type === 'completed' && event.briefId === briefId)
    const heard = [...heardBefore, ...again.heard.map(each => each.seq)]
    expect(heard).toEqual(heard.map((_, at) => at + 1))
    again.close()

    // Who looks at the page never loaded it again.
    await told(page, 'The can was empty.', winning).waitFor()
    await told(page, 'completed', 'The roses are wet.', winning).waitFor()
    await page.locator('.head', { hasText: 'in review' }).waitFor()
    await expect.poll(() => told(page, 'claimed', 'attempt').count()).toBe(1)
    expect(await page.evaluate('window.isTheSame')).toBe(true)

    const after = server.client()
    const { brief, dispatches, trace } = await after.call('recall.brief', { briefId })
    expect(brief.status).toBe('in_review')
    expect(dispatches).toMatchObject([
      { status: 'done', attempts: [{ actor: names[won], outcome: 'done', summary: 'The roses are wet.' }] },
    ])
    expect(trace.filter(event => event.type === 'claimed')).toHaveLength(1)
    expect((await verify()).stdout).toMatch(/^✓ \d+ events, head [0-9a-f]{64}\n$/)
  })
})
