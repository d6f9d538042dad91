/** Photographs the places of the page, with the demo's cast, into docs/pictures. `npm run pictures` */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seedDemo } from '#ops/demo.ts'
import { openChromium } from './browser.ts'
import { agentsScene } from './page/agents/pictured-agents.ts'
import { landingScene } from './page/landing-scene.ts'
import { plantFleet } from './page/pictured-fleet.ts'
import { practiceGround } from './practice-repository.ts'
import { startServer, type TestServer } from './server.ts'

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))

mkdirSync(folder, { recursive: true })
const ground = await practiceGround()
const browser = await openChromium()
try {
  await photographAgents()
  await photographTheDemo()
  await photographLanding()
} finally {
  await browser.close()
  await ground.remove()
}

type Place = { name: string; address: string; ready: string }
type House = { server: TestServer; garden: string }

/** A flower of its own on a repository of its own. */
async function inHouse(name: string, act: (house: House) => Promise<void>): Promise<void> {
  const garden = await ground.repository(name)
  const server = await startServer({ project: garden, env: { USER: 'ada', FLOWER_NODE: 'ada-studio' } })
  try {
    await act({ server, garden })
  } finally {
    await server.remove()
  }
}

/** The Briefs and the fleet of the demo's cast. */
async function photographTheDemo(): Promise<void> {
  await inHouse('garden', async ({ server, garden }) => {
    const { briefs } = await seedDemo(async (actor, role) => server.client(actor, role))
    const fleet = await plantFleet(server.client, garden, briefs.slice(3, 5))
    await inEveryLook(server, [
      { name: 'briefs', address: '/briefs', ready: '.virtual-row' },
      { name: 'board', address: '/briefs?view=board', ready: '.card' },
      { name: 'graph', address: '/briefs?view=graph', ready: '.wave-edges' },
      { name: 'decisions', address: '/decisions', ready: '.decision' },
      { name: 'recall', address: '/recall?q=worktree', ready: '.found li' },
      { name: 'projects', address: '/projects', ready: 'text=garden' },
      { name: 'project', address: '/projects/garden', ready: 'text=flower.yaml' },
      { name: 'brief', address: `/briefs/${briefs[0] ?? 1}`, ready: 'text=Principle.' },
      { name: 'fleet', address: '/fleet', ready: '.t-dirt' },
    ])
    await fleet.end()
  })
}

/** The Room, with agents that flower has started. */
async function photographAgents(): Promise<void> {
  await inHouse('nursery', async ({ server, garden }) => {
    await ground.git(garden, 'config', 'user.name', 'Ada')
    await ground.git(garden, 'config', 'user.email', 'ada@example.test')
    const scene = await agentsScene({ server, git: ground.git }, garden)
    await inEveryLook(server, [
      { name: 'room', address: '/', ready: '.runs .meter' },
      { name: 'agents', address: '/fleet', ready: '.a-ctx .meter' },
    ])
    await scene.end()
  })
}

/** MAIN, and the changes of a Brief, at a real queue. */
async function photographLanding(): Promise<void> {
  await inHouse('flower', async ({ server, garden }) => {
    const scene = await landingScene({ server, git: ground.git }, garden, join(ground.path, 'held'))
    await inEveryLook(server, [
      { name: 'main', address: '/main', ready: '.queue .gate' },
      { name: 'changes', address: `/briefs/${scene.changed}#changes`, ready: '#changes .diff' },
    ])
    await scene.end()
  })
}

async function inEveryLook(server: TestServer, places: Place[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1280, 390]) await photograph(server, places, { colorScheme, width })
}

/** Each place once it shows its content, in a browser that has just signed in. */
async function photograph(
  server: TestServer,
  places: Place[],
  look: { colorScheme: 'light' | 'dark'; width: number },
): Promise<void> {
  const viewport = { width: look.width, height: look.width === 390 ? 844 : 1000 }
  const context = await browser.newContext({ colorScheme: look.colorScheme, viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const { path } = await server.client().call('system.openLink', {})
  await page.goto(server.url + path)
  for (const { name, address, ready } of places) {
    await page.goto(server.url + address)
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await page.locator(ready).first().waitFor()
    await page.screenshot({ path: join(folder, name, `${look.colorScheme}-${look.width}.png`) })
  }
  await context.close()
}
