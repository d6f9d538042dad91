/** A garden with a real flower and a real browser, for tests of one place. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Client } from '#client/client.ts'
import { openChromium } from '../browser.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'
import { type Look, type Opened, openSignedIn } from './signed-in.ts'

export type Stage = {
  server: () => TestServer
  /** The one project's MAIN, of all tests of the suite; git runs as Ada there. */
  garden: () => string
  git: PracticeGround['git']
  /** Kills the server; the same house comes back on the same port. */
  kill: () => Promise<void>
  again: () => Promise<void>
  ada: () => Client
  agent: (name?: string, role?: string) => Client
  /** A browser of its own, signed in, at Briefs. */
  open: (look?: Look) => Promise<Opened>
  /** The same, at a Brief. */
  at: (briefId: number, look?: Look) => Promise<Opened>
  capture: (text: string, more?: { spec?: string; parentId?: number; dependsOn?: number[] }) => Promise<number>
  /** What all opened browsers complained about. */
  complaints: () => string[]
}

/** Sets the hooks of the suite that calls it: one browser for all of it, a server for each test. */
export function setStage(): Stage {
  let ground: PracticeGround
  let garden: string
  let browser: Browser
  let server: TestServer
  let opened: Opened[] = []
  beforeAll(async () => {
    ;[ground, browser] = await Promise.all([practiceGround(), openChromium()])
    garden = await ground.repository('garden')
    await ground.git(garden, 'config', 'user.name', 'Ada')
    await ground.git(garden, 'config', 'user.email', 'ada@example.test')
  })
  beforeEach(async () => {
    server = await startServer({ project: garden })
  })
  afterEach(async () => {
    await Promise.all(opened.map(({ context }) => context.close()))
    opened = []
    await server.remove()
  })
  afterAll(async () => {
    await browser?.close()
    await ground?.remove()
  })
  const ada = () => server.client()
  const signIn = async (look?: Look) => {
    const one = await openSignedIn(browser, server, look)
    opened.push(one)
    return one
  }
  return {
    server: () => server,
    garden: () => garden,
    git: (folder, ...args) => ground.git(folder, ...args),
    kill: () => server.kill(),
    again: async () => {
      server = await server.again()
    },
    ada,
    agent: (name = 'builder-1', role = 'builder') => server.client(`agent:${name}`, role),
    open: async look => {
      const one = await signIn(look)
      await one.page.goto(`${server.url}/briefs`)
      await one.page.getByRole('heading', { name: 'Briefs', level: 1 }).waitFor()
      await one.page.locator('.pulse-live', { hasText: 'live' }).waitFor()
      return one
    },
    at: async (briefId, look) => {
      const one = await signIn(look)
      await one.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await one.page.goto(`${server.url}/briefs/${briefId}`)
      await one.page.getByText('chain verified').waitFor()
      return one
    },
    capture: async (text, more = {}) => (await ada().call('brief.capture', { text, ...more })).briefId,
    complaints: () => opened.flatMap(one => one.complaints),
  }
}
