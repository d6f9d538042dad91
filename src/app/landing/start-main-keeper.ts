/** Starts what keeps MAIN: its watch, its hooks, its rescues. */
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { refusalFolderOf } from '#machine/guard/refusal-spool.ts'
import { keeperTypes, type MainKeeper, makeMainKeeper } from '#runner/main/keeper.ts'
import type { Home } from '../home.ts'
import type { House } from '../house.ts'
import type { makeLog } from '../log.ts'

export function startMainKeeper(house: House, home: Home, log: ReturnType<typeof makeLog>): MainKeeper {
  const client = localClient(house.execute, { actor: system('main'), role: 'system' })
  const machine = {
    node: home.node.id,
    root: home.worktrees,
    rescues: home.rescues,
    journals: home.landings,
    tokens: home.landingTokens,
    agents: home.agents,
    refusals: refusalFolderOf(home.path),
    now: house.now,
  }
  const keeper = makeMainKeeper(client, machine, reason =>
    log.error({ err: reason }, 'a turn of the keeper of MAIN failed'),
  )
  void house.watch.follow(undefined, {
    deliver: events => {
      if (events.some(event => keeperTypes.has(event.type))) keeper.nudge()
    },
    reset: keeper.nudge,
  })
  keeper.start()
  const refusals = hearOf(machine.refusals, keeper.nudge)
  return {
    ...keeper,
    stop: async () => {
      refusals.close()
      await keeper.stop()
    },
  }
}

/** What is laid down there is taken up at once. */
function hearOf(folder: string, nudge: () => void): FSWatcher {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const watcher = watch(folder, { persistent: false }, nudge)
  // The regular turn finds it too.
  watcher.on('error', () => watcher.close())
  return watcher
}
