/** `flower demo`: seeds the cast through the house's own operations. */
import { realpath } from 'node:fs/promises'
import type { Client } from '#client/client.ts'
import { type Actor, actorName, readActor } from '#domain/actor.ts'
import { callerFrom } from '#domain/caller.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Role } from '#domain/role.ts'
import { seedDemo } from '#ops/demo.ts'
import { connect } from '../connect.ts'
import { openHome } from '../home.ts'
import { demoFolder, demoRepository } from './demo-repository.ts'

type Environment = Readonly<Record<string, string | undefined>>

export async function runDemo(env: Environment, json: boolean): Promise<number> {
  const connections = new Map<string, ReturnType<typeof connect>>()
  const asActor = (name: string): Actor => readActor(name) ?? callerFrom(env).actor
  const callAs = async (name: string, role: Role) => {
    const known = connections.get(`${name} ${role}`) ?? connect({ env, identity: { actor: asActor(name), role } })
    connections.set(`${name} ${role}`, known)
    return (await known).client
  }
  const { project, path } = await (await callAs(actorName(callerFrom(env).actor), 'operator')).call(
    'project.register',
    {
      path: await demoRepository((await openHome(env)).path),
    },
  )
  const { briefs } = await seedDemo(callAs, project)
  for (const each of connections.values()) await (await each).close()
  const said = `${briefs.length} Briefs, from #${Math.min(...briefs)} to #${Math.max(...briefs)}`
  process.stdout.write(`${json ? JSON.stringify({ project, path, briefs }) : said}\n`)
  process.stderr.write(`The cast works in a repository of its own, ${path}: nothing of yours is touched.\n`)
  process.stderr.write(`next: flower ls --project ${project}; \`flower demo --undo\` takes it back and off the list\n`)
  return 0
}

/** One that is under way stays: its folder says nothing of anybody's. */
async function removeWorktree(client: Client, worktreeId: number): Promise<void> {
  try {
    await client.call('worktree.remove', { worktreeId, confirm: true })
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason
  }
}

/** Takes back what the cast has handed over, and the project off the list; its Briefs can still be searched. */
export async function undoDemo(env: Environment, client: Client, json: boolean): Promise<number> {
  const named = demoFolder((await openHome(env)).path)
  const folder = await realpath(named).catch(() => named)
  const { items } = await client.call('project.list', {})
  const demo = items.find(each => each.path === folder)
  const tell = (): unknown =>
    json && process.stdout.write(`${JSON.stringify({ project: demo?.slug ?? null, path: folder, briefs: [] })}\n`)
  if (!demo) {
    tell()
    process.stderr.write('There is no demo on the list.\n')
    return 0
  }
  const { queued, inFlight } = await client.call('recall.queue', { project: demo.slug })
  for (const { id } of [...queued, ...inFlight]) await client.call('dispatch.cancel', { dispatchId: id })
  const worktrees = await client.call('worktree.list', { project: demo.slug, limit: 500 })
  for (const { id } of worktrees.items) await removeWorktree(client, id)
  await client.call('project.remove', { project: demo.slug })
  tell()
  process.stderr.write(`The demo is off the list. Its repository stays at ${folder} until you delete it.\n`)
  return 0
}
