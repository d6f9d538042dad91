/**
 * What is told of MAIN by whoever watches it, told here by the test: to the house that a running flower serves, as another
 * process would.
 */
import { join } from 'node:path'
import { openHouse } from '../house.ts'
import type { TestServer } from '../server.ts'

export type Teller = { tell: (finding: object) => Promise<void>; now: () => string; close: () => Promise<void> }

export async function openTeller(server: TestServer): Promise<Teller> {
  const house = await openHouse('sqlite', { project: false, at: { file: join(server.home, 'flower.db') } })
  house.pass(Date.now() - Date.parse(house.now()))
  const projectId = (await house.call('project.show', {})).project.id
  return {
    tell: async finding => {
      house.pass(1)
      await house.call('main.settle', { projectId, finding }, 'system:runner', 'system')
    },
    now: house.now,
    close: () => house.close(),
  }
}

const layer = (
  name: string,
  state: string,
  by: string,
  words: { prevents?: string; detects?: string; detail?: string },
) => ({
  layer: name,
  state,
  by,
  prevents: words.prevents ?? '',
  detects: words.detects ?? '',
  detail: words.detail ?? '',
})

/** Three layers hold and one can't on this machine. */
export const usualLayers = (git: 'in_force' | 'off' | 'altered' = 'in_force') => [
  layer('git', git, 'reference-transaction, pre-commit', {
    prevents: 'MAIN’s branch moved by anything but the queue, and commits in MAIN',
    detects: 'who leaves the hooks out, with --no-verify or a hooksPath of his own',
    detail: git === 'altered' ? 'pre-commit is not what was put in' : '',
  }),
  layer('agents', 'in_force', 'hooks of Claude Code', {
    prevents: 'edits and commands of that harness that reach MAIN by any path',
  }),
  layer('system', 'unavailable', 'nothing', {
    prevents: 'writes into MAIN by whatever an agent starts',
    detail: 'bubblewrap is not installed, and the kernel has no Landlock.',
  }),
  layer('watch', 'in_force', 'inotify', {
    detects: 'changes of files, HEAD, index, hooks and config, within 2 s; they are kept',
  }),
]
