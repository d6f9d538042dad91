/* oxlint-disable no-console -- printing is what it is here for */
/** A program for tests: `flower mcp` in small, in front of a door (FLOWER_URL) whose tokens are roles, with code around it that prints where it should not. */
import { basename } from 'node:path'
import { httpClient } from '#client/http.ts'
import { actorName } from '#domain/actor.ts'
import { serveMcpStdio } from '#surface/mcp/stdio.ts'
import { guardStdout } from '#surface/mcp/stdout-guard.ts'

const stdout = guardStdout()
console.log('a line on stdout from a deep import')

await serveMcpStdio({
  env: process.env,
  version: '0.0.0',
  connect: async identity => {
    process.stdout.write(`connecting as ${actorName(identity.actor)}\n`)
    const headers = () => ({
      'flower-actor': actorName(identity.actor),
      'flower-role': process.env['FLOWER_TOKEN'] ?? identity.role,
    })
    return httpClient({ baseUrl: process.env['FLOWER_URL'] ?? '', headers })
  },
  // A folder that bears a project's name belongs to it.
  projectOf: async (folder, client) => {
    console.info('looking for the project of', folder)
    const { items } = await client.call('project.list', {})
    return items.find(each => each.slug === basename(folder))?.slug
  },
  worktreeOf: async () => undefined,
  folder: () => process.cwd(),
  stdin: process.stdin,
  stdout,
  complain: words => void process.stderr.write(`${words}\n`),
})
process.exit(0)
