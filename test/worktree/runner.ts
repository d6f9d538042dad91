/** A house with a project on a real repository, and the runner of its node, turned by hand. */
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { localClient } from '#client/local.ts'
import type { Complaint } from '#contract/shapes.ts'
import { system } from '#domain/actor.ts'
import type { Machine } from '#runner/errand.ts'
import { makeRunner } from '#runner/runner.ts'
import { makeLookAround } from '#runner/upkeep/look-around.ts'
import { livingInHand } from '#service/worktree/in-hand.ts'
import { type Known, knownProjects, lookAtWorktree, mismatchesOf, placesHere } from '../../src/app/worktree-facts.ts'
import { openHouse, type TestHouse } from '../house.ts'

export type TestRunner = {
  house: TestHouse
  machine: Machine
  /** As the runner speaks to the house. */
  client: Client
  /** One turn, to its end. */
  turn: () => Promise<void>
  /** One round of looking at what nobody asked about. */
  round: () => Promise<void>
  shown: (worktreeId: number) => Promise<Awaited<ReturnType<typeof worktreesOf>>[number]>
  /** What `doctor` says of worktrees. */
  mismatches: () => Promise<Complaint[]>
  /** Throws what broke in the runner itself. */
  close: () => Promise<void>
}

const worktreesOf = async (house: TestHouse) => (await house.call('worktree.list', { ended: true })).items

/** `home` is a folder that need not be there; `project` a repository, registered as `garden`. */
export async function openRunner(home: string, project: string): Promise<TestRunner> {
  const faults: unknown[] = []
  const places = { root: join(home, 'worktrees'), pool: join(home, 'pool'), trash: join(home, 'trash') }
  const known: Known = {
    node: 'node-1',
    home: places,
    now: () => house.now(),
    items: async () => (await client.call('worktree.errands', { node: 'node-1' })).items,
    item: worktreeId => house.store.read(tx => livingInHand(tx, 'node-1', worktreeId)),
    worktreeOf: async dispatchId => (await house.call('dispatch.show', { dispatchId })).dispatch.worktreeId,
    projects: () => house.store.read(knownProjects),
  }
  const house: TestHouse = await openHouse('sqlite', {
    project: false,
    places: () => placesHere(known),
    folder: input => lookAtWorktree(input, known),
  })
  const client = localClient(house.execute, { actor: system('runner'), role: 'system' })
  const machine: Machine = {
    node: { id: 'node-1', name: 'meadow' },
    ...places,
    services: join(home, 'services'),
    sitePort: () => null,
    home: join(home, 'people'),
    now: house.now,
  }
  await house.call('project.register', { path: project, name: 'garden' })
  return {
    house,
    machine,
    client,
    turn: () => makeRunner(client, machine, reason => faults.push(reason)).tick(),
    round: makeLookAround(client, machine, new AbortController().signal),
    shown: async worktreeId => {
      const found = (await worktreesOf(house)).find(each => each.id === worktreeId)
      if (!found) throw new Error(`there is no w${worktreeId}`)
      return found
    },
    mismatches: () => mismatchesOf(known),
    close: async () => {
      await house.close()
      if (faults.length > 0) throw new AggregateError(faults, 'errands broke')
    },
  }
}
