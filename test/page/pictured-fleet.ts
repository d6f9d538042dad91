/** Worktrees for the pictures of the fleet: at work and served, dirty, failed, and removed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'

const wait = 50

const services = `
services:
  web:
    run: node -e "require('http').createServer((q, s) => s.end('hi')).listen(process.env.PORT, '127.0.0.1')"
    port: 4300
  queue:
    run: node -e "let n = 0; setInterval(() => console.log('kept', ++n, 'letters'), 700)"
`
const failing = `worktrees:
  prepare:
    - run: node -e "console.log('npm error The lock file and the manifest disagree on hono'); process.exit(1)"
`

type Planted = {
  /** Ends every process of its services. */
  end: () => Promise<void>
}

/** `garden` is MAIN of the only project; `briefs` are those that get worktrees, the first of them served. */
export async function plantFleet(
  as: (actor?: string, role?: string) => Client,
  garden: string,
  briefs: readonly number[],
): Promise<Planted> {
  const ada = as()
  const [builder, designer] = [as('agent:flower-builder', 'builder'), as('agent:flower-designer', 'designer')]
  const trust = async (text: string) => {
    writeFileSync(join(garden, 'flower.yaml'), text)
    const { project } = await ada.call('project.show', {})
    await ada.call('project.trust', { hash: project.configuration.hash })
  }
  await trust(services)
  await ada.call('worktree.create', { name: 'flower-ops', follows: 'main', isolation: 'code', wait })
  const made: { worktreeId: number; path: string }[] = []
  for (const briefId of briefs) made.push(await ada.call('worktree.create', { briefId, wait }))
  const [first = { worktreeId: 0, path: '' }, second = first] = made
  await ada.call('service.start', { service: 'web', wait })
  await ada.call('service.start', { worktreeId: first.worktreeId, wait })
  writeFileSync(join(first.path, 'notes.md'), 'half a thought\n')
  await builder.call('file.claim', { paths: ['src/machine/ports.ts'], worktreeId: first.worktreeId })
  await designer.call('file.claim', { paths: ['src/machine/**'], worktreeId: second.worktreeId })
  for (const name of ['burst-lint', 'burst-icons']) {
    const { worktreeId, path } = await ada.call('worktree.create', { name, isolation: 'code', wait })
    if (name === 'burst-lint') writeFileSync(join(path, 'draft.md'), 'not landed\n')
    await ada.call('worktree.remove', { worktreeId, confirm: true, wait })
  }
  await trust(failing + services)
  await ada.call('worktree.create', { name: 'burst-42', isolation: 'shared', wait })
  return {
    end: async () => {
      await ada.call('service.stop', { project: 'garden', wait })
      await ada.call('service.stop', { worktreeId: first.worktreeId, wait })
    },
  }
}
