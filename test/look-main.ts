import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openChromium } from './browser.ts'
import { practiceGround } from './practice-repository.ts'
import { startServer } from './server.ts'
import { commitOf, openDriver } from './page/driver.ts'

const out = '/tmp/main-look'
mkdirSync(out, { recursive: true })
const ground = await practiceGround()
const garden = await ground.repository('garden')
writeFileSync(join(garden, 'flower.yaml'), 'gates:\n  types: {run: npm run types}\n  walls: {run: npm run walls}\n  test: {run: npm test}\n')
const server = await startServer({ project: garden, env: { USER: 'ada' } })
const browser = await openChromium()
const driver = await openDriver(server)
try {
  const landed = await driver.submit('Prepare once, prove it clean')
  await driver.land(landed.mergeId, ['types', 'walls', 'test'], [{ name: 'restart web', approve: false }, { name: 'migrate', approve: true }])
  const other = await driver.submit('MAIN moves only by the queue')
  await driver.land(other.mergeId, ['types', 'test'])
  const a = await driver.submit('A stopped site says so, at once and by name')
  await driver.stack(a.mergeId)
  await driver.judge(a.mergeId, { gate: 'types' })
  await driver.judge(a.mergeId, { gate: 'walls', outcome: 'failed', lines: ['walls: web may not import store'] })
  await driver.judge(a.mergeId, { gate: 'walls', lines: ['walls: all stand'] })
  const b = await driver.submit('Quiet events fold')
  await driver.stack(b.mergeId, ['gates', 'infra/main.tf'])
  const c = await driver.submit('Cost by message id', { gardener: 'agent:builder-2' })
  const d = await driver.submit('Read rollouts that end mid-line')
  await driver.eject(d.mergeId, { gate: 'test', lines: Array.from({ length: 40 }, (_, at) => `line ${at}: roses.test expected 3, got 2`) })
  const e = await driver.submit('Several agents, one tree')
  await driver.conflict(e.mergeId, ['src/machine/site.ts', 'src/machine/ports.ts'])
  const branches = (await driver.house.call('merge.queue', {})).items.map(i => i.branch)
  const layer = (layer: string, state: string, by: string, prevents: string, detects: string, detail = '') => ({ layer, state, by, prevents, detects, detail })
  const layers = [
    layer('git', 'in_force', 'reference-transaction, pre-commit', 'MAIN’s branch moved by anything but the queue, and commits in MAIN', 'who leaves the hooks out with --no-verify or a hooksPath of his own'),
    layer('agents', 'in_force', 'hooks of Claude Code', 'edits and shell commands of that harness that reach MAIN by any path', 'nothing of other harnesses'),
    layer('system', 'unavailable', 'none', 'writes into MAIN by whatever an agent starts', '', 'bubblewrap is not installed and the kernel has no Landlock: apt install bubblewrap brings it.'),
    layer('watch', 'in_force', 'inotify', '', 'a change of MAIN’s files, HEAD, index, hooks and config within 2 s; it is kept'),
  ]
  const standing = (status: string, files: string[], detail = '') => ({ status, tip: commitOf('8d1f0aa'), branch: 'main', files, changed: files.length, detail, upstream: { ref: 'origin/main', ahead: 2, behind: 0 }, at: driver.house.now() })
  await driver.main({ what: 'looked', standing: standing('clean', []), layers })
  await driver.main({ what: 'saved', saved: { ref: 'refs/flower/rescue/main/1', patch: null, files: ['docs/notes.md'], changed: 1 } })
  await driver.main({ what: 'forecast', at: driver.house.now(), overlaps: [
    { branch: branches[0], with: branches[2], conflicts: true, files: ['src/machine/site.ts'] },
    { branch: branches[2], with: null, conflicts: false, files: ['src/machine/ports.ts', 'src/domain/isolation.ts', 'a/b', 'c/d', 'e/f'] },
  ] })
  const shoot = async (name: string, address: string, looks: [string, number][], act?: (page: Page) => Promise<void>) => {
    for (const [colorScheme, width] of looks) {
      const context = await browser.newContext({ colorScheme: colorScheme as 'light', viewport: { width, height: width === 390 ? 844 : 1000 }, reducedMotion: 'reduce' })
      const page = await context.newPage()
      page.on('console', m => ['error', 'warning'].includes(m.type()) && console.log(name, m.text()))
      page.on('pageerror', error => console.log(name, error.message))
      const { path } = await server.client().call('system.openLink', {})
      await page.goto(server.url + path)
      await page.goto(server.url + address)
      await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
      await page.waitForTimeout(1500)
      await act?.(page)
      const spill = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if ((spill as number) > 0) console.log('SPILL', name, width, spill)
      await page.screenshot({ path: join(out, `${name}-${colorScheme}-${width}.png`), fullPage: true })
      await context.close()
    }
  }
  await shoot('main', '/main', [['light', 1440], ['dark', 1440], ['light', 390], ['light', 1000]])
  await shoot('open', `/main#m${landed.mergeId}`, [['light', 1440], ['dark', 390]], async page => {
    await page.getByRole('button', { name: 'Log of test' }).first().click()
    await page.getByRole('button', { name: `m${d.mergeId}` }).first().click()
    await page.waitForTimeout(500)
  })
  await driver.main({ what: 'looked', standing: standing('dirty', ['src/machine/site.ts', 'docs/notes.md', 'x.log']) })
  await driver.main({ what: 'saved', saved: { ref: 'refs/flower/rescue/main/2', patch: null, files: ['src/machine/site.ts', 'docs/notes.md', 'x.log'], changed: 3 } })
  await driver.house.call('merge.pause', { reason: 'market day' })
  await shoot('dirty', '/main', [['light', 1440], ['dark', 390]])
  await shoot('rescue', '/main', [['dark', 1440]], async page => {
    await page.getByRole('button', { name: 'Move into a worktree' }).first().click()
    await page.waitForTimeout(500)
  })
} finally {
  await driver.close()
  await browser.close()
  await server.remove()
  await ground.remove()
}
