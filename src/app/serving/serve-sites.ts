/** Serves the sites of all projects on one port of their own, which stays the same from start to start. */
import { join } from 'node:path'
import { freePort } from '#machine/listen-port.ts'
import { makeSites, type SitesOptions } from '#machine/site/sites.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Home } from '../home.ts'
import { rememberedPort, rememberPort } from '../remembered-port.ts'

export type ServingSites = { port: number; close: () => Promise<void> }

export type SitesAsked = {
  home: Home
  /** FLOWER_SITE_PORT; 0 takes any. */
  asked: number | undefined
  /** Of the control plane: no site reaches it, and the first port of sites is the one after it. */
  controlPort: number
  resolve: SitesOptions['resolve']
  say: (line: string) => void
}

/** The cookie by which the page is signed in. */
const hiddenCookies = ['flower_page']
/** Somebody else may take a port between the look and the listening. */
const attempts = 5

export async function serveSites({ home, asked, controlPort, resolve, say }: SitesAsked): Promise<ServingSites> {
  const sites = makeSites({ resolve, isOurs: port => port === controlPort, hiddenCookies })
  const remembered = asked === undefined ? await rememberedPort(fileOf(home)) : undefined
  const wanted = asked ?? remembered ?? nextTo(controlPort)
  const port = await listen(sites, wanted, asked)
  if (asked === undefined && remembered === undefined) await rememberPort(fileOf(home), port)
  if (wanted !== 0 && port !== wanted) say(`Port ${wanted} is busy; sites are on ${port} until the next start.`)
  return { port, close: sites.close }
}

async function listen(sites: ReturnType<typeof makeSites>, wanted: number, asked: number | undefined): Promise<number> {
  let code = ''
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await freePort('127.0.0.1', wanted)
    if (found.outcome !== 'free') throw noPort(found.code)
    if (asked && found.port !== asked)
      throw new CannotStart(
        `Port ${asked}, which FLOWER_SITE_PORT names, is busy.`,
        `Name another; ${found.port} is free, 0 takes any.`,
        6,
      )
    const listening = await sites.listen(found.port)
    if (listening.outcome === 'listening') return listening.port
    code = listening.code
  }
  throw noPort(code)
}

const noPort = (code: string): CannotStart =>
  new CannotStart(`No port can be had for the sites (${code}).`, 'Name one in FLOWER_SITE_PORT, or 0 for any.', 6)

const nextTo = (port: number): number => (port < 65_535 ? port + 1 : port - 1)

const fileOf = (home: Home): string => join(home.path, 'site-port')
