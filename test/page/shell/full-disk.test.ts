import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../../browser.ts'
import { type PracticeGround, practiceGround } from '../../practice-repository.ts'
import { startServer, type TestServer } from '../../server.ts'
import { openSignedIn } from '../signed-in.ts'

const disk = mkdtempSync(join(tmpdir(), 'flower-disk-'))
const filling = join(disk, 'filling')
/** A real small disk of its own, where we may mount one. */
const hasDisk =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status === 0

function fill(): void {
  const { bavail, bsize } = statfsSync(disk)
  appendFileSync(filling, Buffer.alloc(bavail * bsize))
}

describe.runIf(hasDisk)('on a disk that is full', () => {
  let browser: Browser
  let ground: PracticeGround
  let server: TestServer
  beforeAll(async () => {
    const home = join(disk, 'home')
    mkdirSync(home, { mode: 0o700 })
    ;[ground, browser] = await Promise.all([practiceGround(), openChromium()])
    server = await startServer({ home, project: await ground.repository('garden') })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
    await ground?.remove()
  })

  test('the page says that nothing can be written, goes on reading, keeps the text, and says when it is over', async () => {
    const ada = server.client()
    const { briefId } = await ada.call('brief.capture', { text: 'Water the roses' })
    const other = await ada.call('brief.capture', { text: 'Prune the hedge' })
    const { page } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/briefs/${briefId}`)
    const note = page.getByRole('textbox', { name: 'Note', exact: true })
    const long = 'A long note. '.repeat(15_000)
    await note.fill(long)
    fill()
    const notice = page.locator('.house-notices', { hasText: 'Nothing can be written now: the disk is full' })
    await note.press('Control+Enter')
    await notice.waitFor()
    await expect.poll(() => note.inputValue()).toBe(long)
    const { items } = await ada.call('trace.list', { briefId })
    expect(items.map(each => each.type)).not.toContain('note_added')

    // A short one may still find its place, which is no end of it.
    await ada.call('brief.configure', { briefId: other.briefId, priority: 1 }).catch(() => {})
    expect((await ada.call('system.info', {})).readOnly).toBe('the disk is full')

    await page.goto(`${server.url}/briefs/${other.briefId}`)
    await page.getByRole('heading', { name: 'Prune the hedge' }).waitFor()
    await notice.waitFor()

    rmSync(filling)
    await notice.waitFor({ state: 'detached' })
    await page.goto(`${server.url}/briefs/${briefId}`)
    await expect.poll(() => note.inputValue()).toBe(long)
    await note.press('Control+Enter')
    await page.locator('.ev', { hasText: 'A long note.' }).first().waitFor()
    expect(await ada.call('trace.verify', {})).toMatchObject({ ok: true })
  })
})
