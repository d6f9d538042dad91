/** Starts the driver of the merge queue on this machine. */
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { type Lander, landerTypes, makeLander } from '#runner/landing/lander.ts'
import type { Home } from '../home.ts'
import { type House, newSecret } from '../house.ts'
import type { makeLog } from '../log.ts'

export function startLander(house: House, home: Home, log: ReturnType<typeof makeLog>): Lander {
  const client = localClient(house.execute, { actor: system('merge-queue'), role: 'system' })
  const machine = {
    node: home.node.id,
    journals: home.landings,
    checks: home.checks,
    gateLogs: home.gateLogs,
    tokens: home.landingTokens,
    now: house.now,
    newMarker: newSecret,
    path: process.env.PATH ?? '',
  }
  const lander = makeLander(client, machine, reason => log.error({ err: reason }, 'a turn of the queue failed'))
  void house.watch.follow(undefined, {
    deliver: events => {
      if (events.some(event => landerTypes.has(event.type))) lander.nudge()
    },
    reset: lander.nudge,
  })
  lander.start()
  return lander
}
