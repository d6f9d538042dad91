import { openChromium } from '../browser.ts'
import { practiceGround } from '../practice-repository.ts'
import { startServer } from '../server.ts'
import { agentsScene } from './pictured-agents.ts'

const ground = await practiceGround()
const browser = await openChromium()
const garden = await ground.repository('garden')
const server = await startServer({ project: garden, env: { USER: 'ada', FLOWER_NODE: 'ada-studio' } })
await ground.git(garden, 'config', 'user.name', 'Ada')
await ground.git(garden, 'config', 'user.email', 'ada@example.test')
let scene
try {
  scene = await agentsScene({ server, git: ground.git } as never, garden)
  console.log('scene stands', Date.now() % 1e6)
  const { items } = await server.client().call('agent.list', {})
  console.log(items.map(i => [i.actor, i.liveness, i.contextTokens, i.usd, i.lastWords, i.waits]))
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 1000 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.on('console', m => ['error', 'warning'].includes(m.type()) && console.log('console', m.text()))
    page.on('pageerror', e => console.log('pageerror', e.message))
    const { path } = await server.client().call('system.openLink', {})
    await page.goto(server.url + path)
    for (const [name, address, ready] of [
      ['room', '/', '.runs'],
      ['fleet', '/fleet', '.agents'],
      ['brief', `/briefs/${scene.chained}`, '#dispatch'],
    ] as const) {
      await page.goto(server.url + address)
      await page
        .locator(ready)
        .first()
        .waitFor({ timeout: 8000 })
        .catch(e => console.log(name, e.message))
      await new Promise(r => setTimeout(r, 1200))
      console.log(name, width, 'spill', await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      await page.screenshot({
        path: `/tmp/agents-shots/${name}-${colorScheme}-${width}.png`,
        fullPage: width === 390 || name === 'brief',
      })
    }
    await context.close()
  }
} catch (e) {
  console.log(e)
} finally {
  await scene?.end().catch((e: unknown) => console.log(e))
  await browser.close()
  await server.remove()
  await ground.remove()
}
