/** `flower attach`: opens an agent's session in its harness's own interface, and gives it back when that is closed. */
import { setTimeout as pass } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import { runRef } from '#domain/agent/run.ts'
import { Refusal } from '#domain/refusal.ts'
import { quoted } from '#domain/words/quoted.ts'
import { runHere } from '#machine/command.ts'
import { terminalFor } from '#runner/agent/terminal.ts'
import { Misuse } from '#surface/cli/misuse.ts'
import { CannotStart } from '../cannot-start.ts'
import { projectOfFolder } from '../folder-project.ts'
import { findServer, openHome } from '../home.ts'
import { exitOf } from './exit-of.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Taken = Output<'agent.attach'>
type Named = { agent: string; project?: string | undefined }

const askAgainMs = 300
/** A lease lasts five minutes; whoever can't say any more that they are here leaves before it ends. */
const keepEveryMs = 30_000
const mostSilentMs = 4 * 60_000

/** Answers the exit code: that of the harness's program. */
export async function attach(env: Environment, words: readonly string[], client: Client): Promise<number> {
  const [agent, more] = words
  if (agent === undefined || more !== undefined) throw new Misuse('Which agent?', 'flower attach builder-7')
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CannotStart(
      'This is no terminal, and the interface of an agent needs one.',
      `In one: flower attach ${quoted(agent)}`,
      2,
    )
  const named = { agent, project: await projectOfFolder(process.cwd(), client) }
  const home = await openHome(env)
  await assertHere(client, named, home.node.id)
  const url = env.FLOWER_URL || (await findServer(home))?.url
  if (!url) throw new CannotStart('No flower runs on this home.', 'Start it with `flower up`.', 6)
  const taken = await take(client, named)
  const it = runRef(taken.run.id)
  try {
    const terminal = await terminalFor({ ...taken, secret: taken.secret }, { agents: home.agents, url })
    say(
      `${taken.run.actor} in ${terminal.cwd}${terminal.sealed ? ', sealed' : ''}. Leave its interface to give it back.`,
    )
    const ending = new AbortController()
    const keeping = keep(client, it, ending)
    const ended = await runHere(terminal.program, terminal.args, { ...terminal, end: ending.signal })
    clearInterval(keeping)
    return exitOf(ended)
  } finally {
    await giveBack(client, it)
  }
}

const say = (words: string): unknown => process.stderr.write(`${words}\n`)

/** Its files lie where it runs. */
async function assertHere(client: Client, { agent, project }: Named, node: string): Promise<void> {
  const { items } = await client.call('agent.list', { project })
  const one = items.find(({ actor, run }) => run && isIt(agent, actor, run.id))
  if (one?.run && one.run.node !== node)
    throw new CannotStart(`${one.actor} runs on another machine.`, 'Call this command there.', 5)
}

const isIt = (agent: string, actor: string, runId: number): boolean =>
  [actor, actor.replace(/^agent:/, ''), runRef(runId)].includes(agent)

/** Once its own program has ended. Whoever breaks off meanwhile gives it back as soon as that is possible. */
async function take(client: Client, named: Named): Promise<Taken & { secret: string }> {
  let isBrokenOff = false
  const breakOff = (): void => void (isBrokenOff = true)
  process.on('SIGINT', breakOff)
  try {
    let taken = await client.call('agent.attach', named)
    const { id, actor } = taken.run
    if (taken.is === 'ending') say(`${actor} ends what it is at …`)
    while (taken.is === 'ending') {
      await pass(askAgainMs)
      taken = await client.call('agent.attach', { agent: runRef(id) })
    }
    if (isBrokenOff || taken.secret === undefined) {
      await giveBack(client, runRef(id))
      throw new CannotStart('Broken off.', `flower attach ${runRef(id)}`, 130)
    }
    return { ...taken, secret: taken.secret }
  } finally {
    process.off('SIGINT', breakOff)
  }
}

/** Says that the terminal is open; closes it once somebody else may go on with the session. */
function keep(client: Client, agent: string, ending: AbortController): NodeJS.Timeout {
  let keptAt = Date.now()
  const failed = (reason: unknown): void => {
    const isOver = reason instanceof Refusal && reason.code.startsWith('agent.')
    if (isOver || Date.now() - keptAt > mostSilentMs) ending.abort()
  }
  return setInterval(() => {
    client.call('agent.attach', { agent, keep: true }).then(() => {
      keptAt = Date.now()
    }, failed)
  }, keepEveryMs)
}

async function giveBack(client: Client, agent: string): Promise<void> {
  try {
    say((await client.call('agent.detach', { agent })).next)
  } catch (reason) {
    // Stopped, or taken for lost, while it was open.
    say(reason instanceof Refusal ? reason.message : String(reason))
  }
}
