import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../browser.ts'
import { setStage } from './stage.ts'

const wait = 50

/** Serves, and writes a line for each request that it is asked with. */
const program = `
const { createServer } = require('node:http')
const { env, cwd } = process
createServer((request, response) => {
  console.log('\\u001b[32masked\\u001b[0m for ' + request.url)
  response.end('served from ' + cwd())
}).listen(Number(env.PORT), '127.0.0.1', () => console.log('ready on ' + env.PORT))
`

describe.skipIf(!findChromium())('services in the fleet', () => {
  const stage = setStage()
  const { ada } = stage
  const row = (page: Page, name: string) => page.locator('.tree').filter({ has: page.getByRole('button', { name }) })
  const configure = async (services: string) => {
    writeFileSync(join(stage.garden(), 'flower.yaml'), `services:\n${services}`)
    const { project } = await ada().call('project.show', {})
    await ada().call('project.trust', { hash: project.configuration.hash })
  }
  const web = (script: string) => `  web:\n    run: node ${script}\n    port: 4300\n`
  const go = async (to = '') => {
    const { page } = await stage.open()
    await page.goto(`${stage.server().url}/fleet${to}`)
    await page.locator('.tree.is-main').waitFor()
    return page
  }
  /** Answers once all of its processes are ended. */
  const stopAll = async () => {
    const { items } = await ada().call('service.list', {})
    for (const { worktreeId, project } of items)
      await ada().call('service.stop', { ...(worktreeId === null ? { project } : { worktreeId }), wait })
  }
  afterEach(() => rmSync(join(stage.garden(), 'flower.yaml'), { force: true }))

  test('one is started here, its site is linked, its log grows while somebody watches, and it is stopped', async () => {
    const script = join(stage.server().home, 'serve.cjs')
    writeFileSync(script, program)
    await configure(web(script))
    const { worktreeId, path } = await ada().call('worktree.create', { name: 'fountain', wait })
    try {
      const page = await go(`#w${worktreeId}`)
      const fountain = row(page, 'fountain')
      await fountain.getByRole('button', { name: 'Start web' }).click()
      const services = fountain.getByRole('group', { name: `Services of w${worktreeId}` })
      await services.getByText('healthy').waitFor()
      await services.getByRole('button', { name: 'Log of web' }).click()
      const log = services.getByRole('group', { name: 'Log of web' })
      await log.getByText(/^ready on \d+$/).waitFor()
      const link = fountain.locator('.t-site').getByRole('link', { name: 'fountain.garden.localhost' })
      const address = (await link.getAttribute('href')) ?? ''
      const site = await page.context().newPage()
      await site.goto(`${address}roses`)
      await site.getByText(`served from ${path}`).waitFor()
      await log.getByText('asked for /roses', { exact: true }).waitFor()
      await site.goto(`${address}lilies`)
      await log.getByText('asked for /lilies', { exact: true }).waitFor()
      await services.getByRole('button', { name: 'Stop web' }).click()
      await services.getByText('stopped', { exact: true }).waitFor()
      await site.reload()
      await expect.poll(() => site.getByText('served from').count()).toBe(0)
      // What MAIN serves has a row of its own.
      await page.getByRole('button', { name: 'MAIN of garden' }).click()
      await row(page, 'MAIN of garden').getByRole('button', { name: 'Start web' }).click()
      await row(page, 'MAIN of garden').locator('.service').getByText('healthy').waitFor()
      await row(page, 'MAIN of garden').locator('.t-site').getByRole('link', { name: 'garden.localhost' }).waitFor()
    } finally {
      await stopAll()
    }
  })

  test('one that falls again and again is parked, and shows why with its last lines', async () => {
    const script = join(stage.server().home, 'fall.cjs')
    writeFileSync(script, `console.error('the pump is dry'); process.exit(4)\n`)
    await configure(web(script))
    const { worktreeId } = await ada().call('worktree.create', { name: 'pump', wait })
    try {
      await ada().call('service.start', { worktreeId })
      const page = await go(`#w${worktreeId}`)
      const pump = row(page, 'pump')
      await pump.locator('.service').getByText('parked').waitFor()
      await pump.getByRole('button', { name: /^its last \d+ lines?$/ }).click()
      await pump
        .getByRole('group', { name: 'last lines of web' })
        .getByText(/the pump is dry/)
        .waitFor()
    } finally {
      await stopAll()
    }
  })
})
