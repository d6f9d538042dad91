/** `flower up`: opens the store, starts the server and the reconciler, registers the project, and stays until it is told to end. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { localClient } from '#client/local.ts'
import { type Actor, system } from '#domain/actor.ts'
import { callerFrom } from '#domain/caller.ts'
import { Refusal } from '#domain/refusal.ts'
import { sitePattern } from '#domain/serving/site-name.ts'
import { quoted } from '#domain/words/quoted.ts'
import { startBeside } from '#machine/command.ts'
import { openInBrowser } from '#machine/desktop.ts'
import { makeSpawner } from '#machine/spawner.ts'
import { makeReconciler, nudgingTypes, type Reconciler } from '#ops/reconciler.ts'
import type { AgentRunner } from '#runner/agent/agents.ts'
import { makeRunner, type Runner, runnerTypes } from '#runner/runner.ts'
import { takeLock } from '#store/lock.ts'
import { startAgents } from './agents/start-agents.ts'
import { CannotStart } from './cannot-start.ts'
import { fullDisk } from './full-disk.ts'
import { dropServer, findServer, type Home, keepServer, openHome, ownSecret } from './home.ts'
import { buildHouse, type House } from './house.ts'
import { startLander } from './landing/start-lander.ts'
import { startMainKeeper } from './landing/start-main-keeper.ts'
import { makeLog } from './log.ts'
import { readPage } from './page-on-disk.ts'
import { rememberedPort, rememberPort } from './remembered-port.ts'
import { restWhenQuiet } from './rest.ts'
import { choosePort, serve } from './serve.ts'
import { type ServingSites, type SitesAsked, serveSites } from './serving/serve-sites.ts'

export type UpOptions = {
  env: Readonly<Record<string, string | undefined>>
  /** Where the caller stands. */
  folder: string
  project?: string | undefined
  port?: number | undefined
  /** Of the sites; 0 takes any. */
  sitePort?: number | undefined
  open: boolean
  say: (line: string) => void
}

const usualPort = 4747

export type Up = { url: string; link: string; close: () => Promise<void> }

export async function up(options: UpOptions): Promise<Up> {
  const home = await openHome(options.env)
  const release = await onlyServer(home, options.project)
  try {
    return await begin(options, home, release)
  } catch (reason) {
    await release()
    throw fullDisk(home, reason) ?? reason
  }
}

/** One server on a home. The lock is the operating system's: a killed server leaves none behind. */
async function onlyServer(home: Home, project: string | undefined): Promise<() => Promise<void>> {
  const lock = await takeLock(join(home.path, 'server.lock')).catch((reason: unknown) => {
    throw fullDisk(home, reason) ?? reason
  })
  if (lock.outcome === 'taken') return lock.release
  const first = await findServer(home)
  if (!first) throw new CannotStart(`A flower on ${home.path} is just starting or ending.`, 'Try again in a moment.', 6)
  const adding =
    project === undefined ? '' : `\`flower project register ${quoted(project)}\` adds the repository to it; `
  throw new CannotStart(
    `A flower runs on ${home.path} already: pid ${first.pid}, ${first.url}.`,
    `${adding}\`flower open\` prints a link to it; another FLOWER_HOME makes another installation.`,
    6,
  )
}

async function begin(options: UpOptions, home: Home, release: () => Promise<void>): Promise<Up> {
  const { env, say } = options
  const log = makeLog(home)
  const spawner = makeSpawner()
  startBeside(spawner.run)
  const turning: Turning = {}
  const ending = new AbortController()
  const house = await buildHouse({
    home,
    databaseUrl: env.FLOWER_DATABASE_URL || undefined,
    ending: ending.signal,
    reconciledAt: () => turning.reconciler?.lastTurn() ?? null,
    sitePort: () => turning.sites?.port ?? null,
  })
  const host = env.FLOWER_HOST || '127.0.0.1'
  const port = await portFor(host, options, home)
  const actor = ownerOf(env)
  const resolve: SitesAsked['resolve'] = labels => turning.runner?.siteAt(labels) ?? { is: 'unknown' }
  const sites = await serveSites({ home, asked: options.sitePort, controlPort: port, resolve, say })
  turning.sites = sites
  const serving = await serve({
    house,
    own: { secret: await ownSecret(home), actor },
    host,
    port,
    publicUrl: env.FLOWER_PUBLIC_URL || undefined,
    page: await readPage(),
    onBroken: (reason, where) => log.error({ err: reason, where }, 'a call broke'),
  }).catch(async (reason: unknown) => {
    await sites.close()
    throw reason
  })
  await keepServer(home, serving.url, house.now())
  const parts = startParts(house, home, log, turning, { env, url: serving.local, sitePort: sites.port })
  await registerHere(options, house, actor)
  say(`Sites are at ${sitePattern(sites.port)}; MAIN's at its project's name alone.`)
  const stopResting = restWhenQuiet(heard => void house.watch.follow(undefined, { deliver: heard, reset: heard }))
  const link = await oneTimeLink(house, actor, serving.url)
  if (options.open) await openInBrowser(link)
  return {
    url: serving.url,
    link,
    close: async () => {
      ending.abort()
      stopResting()
      await sites.close()
      for (const part of parts.toReversed()) await part.stop()
      await serving.close()
      await house.close()
      await dropServer(home)
      spawner.end()
      await release()
    },
  }
}

type Surroundings = { env: UpOptions['env']; url: string; sitePort: number }

/** What works beside the server, in the order in which it is started. */
function startParts(
  house: House,
  home: Home,
  log: ReturnType<typeof makeLog>,
  turning: Turning,
  around: Surroundings,
): { stop: () => Promise<void> }[] {
  turning.reconciler = startReconciler(house, log)
  turning.runner = startRunner(house, home, log, around.sitePort, () => turning.agents?.nudge())
  turning.agents = startAgents(house, home, log, around)
  return [
    turning.reconciler,
    turning.runner,
    startMainKeeper(house, home, log),
    startLander(house, home, log),
    turning.agents,
  ]
}

/** Stays the same from start to start: agents that outlive this process know the address that they were given. */
async function portFor(host: string, { port: asked, say }: UpOptions, home: Home): Promise<number> {
  const file = join(home.path, 'port')
  const usual = (await rememberedPort(file)) ?? usualPort
  const { port, moved } = await choosePort(host, asked, usual)
  if (moved) say(`Port ${asked ?? usual} is busy; using ${port}.`)
  if (moved && asked === undefined) await rememberPort(file, port)
  return port
}

async function oneTimeLink(house: House, actor: Actor, url: string): Promise<string> {
  const { path } = await house.execute('system.openLink', {}, { actor, role: 'operator' })
  return `${url}${path}`
}

/** What the house asks of those that are started after it. */
type Turning = { reconciler?: Reconciler; sites?: ServingSites; runner?: Runner; agents?: AgentRunner }

function startReconciler(house: House, log: ReturnType<typeof makeLog>): Reconciler {
  const client = localClient(house.execute, { actor: system('reconciler'), role: 'system' })
  const clock = { wall: Date.now, steady: () => performance.now() }
  const reconciler = makeReconciler(client, clock, reason =>
    log.error({ err: reason }, 'a turn of the reconciler failed'),
  )
  void house.watch.follow(undefined, {
    deliver: events => {
      if (events.some(event => nudgingTypes.has(event.type))) reconciler.nudge()
    },
    reset: reconciler.nudge,
  })
  reconciler.start()
  return reconciler
}

function startRunner(
  house: House,
  home: Home,
  log: ReturnType<typeof makeLog>,
  sitePort: number,
  onSettled: () => void,
): Runner {
  const client = hearing(localClient(house.execute, { actor: system('runner'), role: 'system' }), onSettled)
  const { node, worktrees: root, pool, trash, services } = home
  const machine = { node, root, pool, trash, services, sitePort: () => sitePort, home: homedir(), now: house.now }
  const runner = makeRunner(client, machine, reason => log.error({ err: reason }, 'an errand broke'))
  void house.watch.follow(undefined, {
    deliver: events => {
      if (events.some(event => runnerTypes.has(event.type))) runner.nudge()
    },
    reset: runner.nudge,
  })
  runner.start()
  return runner
}

/** A preparing that changes nothing is no news; the agent that waits for its worktree is started all the same. */
const hearing = (client: Client, onSettled: () => void): Client => ({
  call: async (name, ...rest) => {
    const answer = await client.call(name, ...rest)
    if (name === 'worktree.settle') onSettled()
    return answer
  },
})

/** The project that was named, or the repository that the caller stands in. Where that is none, it is news only to who has no project yet. */
async function registerHere(options: UpOptions, house: House, actor: Actor): Promise<void> {
  try {
    const { project, path } = await house.execute(
      'project.register',
      { path: options.project ?? options.folder },
      { actor, role: 'operator' },
    )
    options.say(`Project ${project} at ${path}.`)
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason
    if (
      options.project === undefined &&
      (await house.execute('project.list', {}, { actor, role: 'operator' })).items.length > 0
    )
      return
    options.say(`${reason.message} ${reason.next}`)
  }
}

/** Whose the installation is: the operator who starts it, whatever agent's environment it was started in. */
function ownerOf(env: UpOptions['env']): Actor {
  const { actor } = callerFrom(env)
  return actor.kind === 'operator' ? actor : callerFrom({ USER: env.USER }).actor
}
