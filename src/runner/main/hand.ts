/** One MAIN in hand: its watch, and what is asked of it. */
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { Layer } from '#domain/main/main.ts'
import type { MainFinding } from '#domain/main/moves.ts'
import { installHooks, uninstallHooks } from '#machine/guard/hooks.ts'
import type { Sealing } from '#machine/guard/sealing.ts'
import { isOpen, readJournal } from '#machine/landing/journal.ts'
import { lookInTurn } from '#machine/main/look-in-turn.ts'
import type { MainState } from '#machine/main/state.ts'
import { type MainWatch, watchMain } from '#machine/main/watch.ts'
import { agentsAtWork } from './at-work.ts'
import type { Guarded, MainItem, MainMachine } from './ground.ts'
import { layersOf } from './layers.ts'
import { rescue } from './rescue.ts'
import { save } from './save.ts'
import { hasCheckout, lookAtMain, placeOfMain, standingOf } from './standing.ts'

export type MainHand = { tend: (item: MainItem) => Promise<void>; stop: () => void }

type Given = {
  client: Client
  machine: MainMachine
  /** What the system offers; found out once. */
  sealing: () => Promise<Sealing>
  onFault: (reason: unknown) => void
}

export function makeMainHand(given: Given): MainHand {
  const { client, machine, onFault } = given
  let watch: MainWatch | undefined
  let watched: string | undefined

  const tell = async ({ project }: MainItem, finding: MainFinding): Promise<void> =>
    void (await client.call('main.settle', { projectId: project.id, finding }))

  const layers = (item: MainItem): Promise<Layer[]> => layersNow(given, item, watch)

  async function noted(item: MainItem, state: MainState, onlyMoved: boolean): Promise<void> {
    const standing = await standingOf(item.project, state, machine.now())
    await tell(item, { what: 'looked', standing, layers: await layers(item) })
    if (standing.status === 'dirty' && !onlyMoved) await save(client, machine, item, standing)
  }

  /** Each state that it hands on is kept before the next. */
  const watchIt = (item: MainItem): Promise<MainWatch> =>
    watchMain({
      ...placeOfMain(item.project),
      expectedCommit: () => undefined,
      isLanding: () => hasOpenJournal(item, machine),
      onState: (state, onlyMoved) => noted(item, state, onlyMoved).catch(onFault),
    })

  async function carryOut(item: MainItem): Promise<void> {
    const { errand } = item.main
    if (errand === 'rescue') return carryOutRescue(item)
    const { hooks } = guardedOf(item, machine)
    const why = errand === 'guard' ? await putIn(hooks) : await takeOut(hooks)
    if (why) return tell(item, { what: 'failed', reason: why })
    await watch?.acceptSettings()
    await tell(item, { what: 'guarded', installed: errand === 'guard', layers: await layers(item) })
  }

  async function carryOutRescue(item: MainItem): Promise<void> {
    // Asked again once the landing has come to its end: the house begins no other meanwhile.
    if (item.main.landing || (await hasOpenJournal(item, machine))) return
    const end = await lookInTurn(item.project.gitDir, () => rescue({ client, machine, item }))
    await watch?.look()
    await tell(item, end)
  }

  /** What no notice of the system tells of, such as settings of the machine. */
  async function tellLayers(item: MainItem): Promise<void> {
    const { project } = item
    const now = await layers(item)
    const known = (await client.call('main.status', { project: project.slug })).main
    if (known.standing === null)
      await tell(item, { what: 'looked', standing: await lookAtMain(project, machine.now()) })
    if (JSON.stringify(known.layers) !== JSON.stringify(now)) await tell(item, { what: 'layers', layers: now })
  }

  return {
    tend: async item => {
      const { primaryBranch } = item.project
      if (watched !== primaryBranch) watch?.stop()
      if (hasCheckout(item.project) && watched !== primaryBranch) watch = await watchIt(item)
      watched = primaryBranch
      if (item.main.errand)
        await carryOut(item).catch(async (reason: unknown) => {
          onFault(reason)
          await tell(item, { what: 'failed', reason: reason instanceof Error ? reason.message : String(reason) })
        })
      await lookInTurn(item.project.gitDir, () => tellLayers(item))
    },
    stop: () => watch?.stop(),
  }
}

const layersNow = async ({ client, machine, sealing }: Given, item: MainItem, watch: MainWatch | undefined) =>
  layersOf(guardedOf(item, machine), {
    watch: watch?.means() ?? (hasCheckout(item.project) ? 'events' : 'off'),
    sealing: await sealing(),
    atWork: await agentsAtWork(client, machine, item.project.id),
  })

const hasOpenJournal = async ({ project }: MainItem, machine: MainMachine): Promise<boolean> =>
  isOpen(await readJournal(join(machine.journals, project.slug)))

function guardedOf({ project }: MainItem, machine: MainMachine): Guarded {
  const hooks = {
    gitDir: project.gitDir,
    branch: project.primaryBranch,
    tokenFolder: join(machine.tokens, project.slug),
    ...(hasCheckout(project) ? { mainPath: project.path } : {}),
  }
  return { place: placeOfMain(project), hooks }
}

async function putIn(hooks: Guarded['hooks']): Promise<string | undefined> {
  const done = await installHooks(hooks)
  switch (done.outcome) {
    case 'installed':
      return undefined
    case 'overridden':
      return `core.hooksPath is ${done.hooksPath} in settings that win over the repository's; take that away first.`
    case 'locked':
      return `Somebody holds ${done.lock}; remove it once its git is gone, and ask again.`
    case 'unusable_path':
      return 'The git folder has a line break in its name.'
    case 'git_failed':
      return done.detail
  }
}

async function takeOut(hooks: Guarded['hooks']): Promise<string | undefined> {
  const done = await uninstallHooks(hooks)
  if (done.outcome !== 'locked') return undefined
  return `Somebody holds ${done.lock}; remove it once its git is gone, and ask again.`
}
