/**
 * Keeps every MAIN of this machine: watches it, saves what comes into it from outside, installs and removes its hooks, and moves what
 * was saved into a worktree when it is asked to.
 */
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { installHooks, uninstallHooks } from '#machine/guard/hooks.ts'
import { type Sealing, sealing } from '#machine/guard/sealing.ts'
import { isOpen, readJournal } from '#machine/landing/journal.ts'
import type { MainState } from '#machine/main/state.ts'
import { type MainWatch, watchMain } from '#machine/main/watch.ts'
import type { Guarded, MainItem, MainMachine } from './ground.ts'
import { layersOf } from './layers.ts'
import { rescue } from './rescue.ts'
import { save } from './save.ts'
import { hasCheckout, placeOfMain, standingOf } from './standing.ts'

export type MainKeeper = {
  /** One turn, to the end of what was asked. */
  tick: () => Promise<void>
  nudge: () => void
  start: () => void
  stop: () => Promise<void>
}

/** Events after which there may be something to do. */
export const keeperTypes: ReadonlySet<string> = new Set([
  'main_requested', 'project_registered', 'project_removed', 'landed',
]) // biome-ignore format: a list of words

const turnEveryMs = 60_000
const nudgeMs = 20

export function makeMainKeeper(client: Client, machine: MainMachine, onFault: (reason: unknown) => void): MainKeeper {
  const watches = new Map<number, MainWatch>()
  let offers: Promise<Sealing> | undefined
  let ended = false
  let work: Promise<void> = Promise.resolve()
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  async function turn(): Promise<void> {
    const { items } = await client.call('main.errands', {})
    dropOthers(items)
    for (const item of items) if (!ended) await tend(item)
  }

  /** Those of projects that are gone. */
  function dropOthers(items: readonly MainItem[]): void {
    const known = new Set(items.map(each => each.project.id))
    for (const [id, watch] of watches)
      if (!known.has(id)) {
        watch.stop()
        watches.delete(id)
      }
  }

  async function tend(item: MainItem): Promise<void> {
    const { id } = item.project
    if (hasCheckout(item.project) && !watches.has(id)) watches.set(id, await watchOne(item))
    if (item.main.errand) await carryOut(item)
    await tellLayers(item)
  }

  /** Each state that it hands on is kept before the next. */
  const watchOne = (item: MainItem): Promise<MainWatch> =>
    watchMain({
      ...placeOfMain(item.project),
      expectedCommit: () => undefined,
      isLanding: async () => isOpen(await readJournal(join(machine.journals, item.project.slug))),
      onState: state => noted(item, state).catch(onFault),
    })

  async function noted(item: MainItem, state: MainState): Promise<void> {
    const { project } = item
    const standing = await standingOf(project, state, machine.now())
    const layers = await layersOf(guardedOf(item), { watch: meansOf(item), sealing: await sealed() })
    await tell(item, { what: 'looked', standing, layers })
    if (standing.status === 'dirty') await save(client, machine, item, standing)
  }

  const tell = async (item: MainItem, finding: Parameters<typeof client.call<'main.settle'>>[1]['finding']) => {
    await client.call('main.settle', { projectId: item.project.id, finding })
  }

  /** What no notice of the system tells of, such as settings of the machine. */
  async function tellLayers({ project }: MainItem): Promise<void> {
    const fresh = (await client.call('main.errands', {})).items.find(each => each.project.id === project.id)
    if (!fresh) return
    const layers = await layersOf(guardedOf(fresh), { watch: meansOf(fresh), sealing: await sealed() })
    const { standing } = fresh.main
    if (JSON.stringify(fresh.main.layers) === JSON.stringify(layers) && standing) return
    await tell(fresh, {
      what: 'looked',
      standing: standing ?? (await standingOf(project, undefined, machine.now())),
      layers,
    })
  }

  const meansOf = ({ project }: MainItem) =>
    watches.get(project.id)?.means() ?? (hasCheckout(project) ? 'events' : 'off')
  /** Found out once, and only when somebody asks. */
  const sealed = (): Promise<Sealing> => (offers ??= sealing())

  const guardedOf = ({ project }: MainItem): Guarded => {
    const place = placeOfMain(project)
    return {
      place,
      hooks: {
        gitDir: project.gitDir,
        branch: project.primaryBranch,
        tokenFolder: join(machine.tokens, project.slug),
        ...(hasCheckout(project) ? { mainPath: project.path } : {}),
      },
    }
  }

  async function carryOut(item: MainItem): Promise<void> {
    const guarded = guardedOf(item)
    const failed = (reason: string) => tell(item, { what: 'failed', reason })
    try {
      if (item.main.errand === 'rescue') return await rescue({ client, machine, item })
      const why = item.main.errand === 'guard' ? await putIn(guarded) : await takeOut(guarded)
      if (why) return await failed(why)
      await watches.get(item.project.id)?.acceptSettings()
      const layers = await layersOf(guarded, { watch: meansOf(item), sealing: await sealed() })
      await tell(item, { what: 'guarded', installed: item.main.errand === 'guard', layers })
    } catch (reason) {
      onFault(reason)
      await failed(reason instanceof Error ? reason.message : String(reason))
    }
  }

  /** One turn after the other. */
  function keep(): void {
    work = work.then(() => (ended ? undefined : turn())).catch(onFault)
  }

  return {
    tick: turn,
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        keep()
      }, nudgeMs)
      soon.unref()
    },
    start: () => {
      keep()
      regular = setInterval(keep, turnEveryMs)
      regular.unref()
    },
    stop: async () => {
      ended = true
      clearInterval(regular)
      clearTimeout(soon)
      for (const watch of watches.values()) watch.stop()
      await work
    },
  }
}

async function putIn({ hooks }: Guarded): Promise<string | undefined> {
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

async function takeOut({ hooks }: Guarded): Promise<string | undefined> {
  const done = await uninstallHooks(hooks)
  return done.outcome === 'locked'
    ? `Somebody holds ${done.lock}; remove it once its git is gone, and ask again.`
    : undefined
}
