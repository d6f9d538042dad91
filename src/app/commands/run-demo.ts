/** `flower demo`: seeds the cast through the house's own operations. */

import { type Actor, actorName, readActor } from '#domain/actor.ts'
import { callerFrom } from '#domain/caller.ts'
import type { Role } from '#domain/role.ts'
import { seedDemo } from '#ops/demo.ts'
import { connect } from '../connect.ts'
import { projectOfFolder } from '../folder-project.ts'

type Environment = Readonly<Record<string, string | undefined>>

export async function runDemo(env: Environment): Promise<number> {
  const connections = new Map<string, ReturnType<typeof connect>>()
  const asActor = (name: string): Actor => readActor(name) ?? callerFrom(env).actor
  const callAs = async (name: string, role: Role) => {
    const known = connections.get(`${name} ${role}`) ?? connect({ env, identity: { actor: asActor(name), role } })
    connections.set(`${name} ${role}`, known)
    return (await known).client
  }
  const { briefs } = await seedDemo(
    callAs,
    await projectOfFolder(process.cwd(), await callAs(actorName(callerFrom(env).actor), 'operator')),
  )
  for (const each of connections.values()) await (await each).close()
  process.stdout.write(`${briefs.length} Briefs, from #${Math.min(...briefs)} to #${Math.max(...briefs)}\n`)
  process.stderr.write('next: flower ls\n')
  return 0
}
