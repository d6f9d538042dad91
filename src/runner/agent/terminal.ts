/** The command by which a person opens an agent's session in its harness's own interface: guarded, sealed and named as the run itself was. */
import { randomUUID } from 'node:crypto'
import { runRef } from '#domain/agent/run.ts'
import { filesFor } from '#machine/agents/claude.ts'
import { hooksFor, nativeCodex, settingsFor } from '#machine/agents/codex-words.ts'
import type { Host, HostStart } from '#machine/agents/driver.ts'
import { agentEnvironment } from '#machine/agents/environment.ts'
import { launch } from '#machine/agents/launch.ts'
import { readStart, writerIn } from '#machine/agents/start-file.ts'
import { seal } from '#machine/guard/sealing.ts'
import { MARKER } from '#machine/service/run-record.ts'
import { configurationOf } from '../configured.ts'
import type { AgentMachine, RunItem } from './ground.ts'
import { calledAs } from './harness.ts'
import { identityOf } from './launch.ts'
import { folderOf } from './place.ts'

export type Terminal = { program: string; args: string[]; cwd: string; env: Record<string, string>; sealed: boolean }

/** What an interface needs to know of the terminal that it draws on. */
const OF_TERMINALS =
  /^(TERM|COLORTERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|TMUX|COLORFGBG|EDITOR|VISUAL|PAGER|DISPLAY|WAYLAND_DISPLAY)$/

/** Throws where the run's folder is gone, or its harness has no such interface. */
export async function terminalFor(
  taken: Pick<RunItem, 'run' | 'project' | 'worktree'> & { secret: string },
  machine: Pick<AgentMachine, 'agents' | 'url'>,
): Promise<Terminal> {
  const { run, worktree } = taken
  const folder = folderOf(machine.agents, run.id)
  const start = readStart(folder)
  const called = calledAs(taken, await configurationOf(taken), null)
  const env = agentEnvironment(start.harness.driver, process.env, {
    ...ofTerminal(process.env),
    ...(called.outcome === 'called' && called.env),
    ...identityOf(taken, machine),
    [MARKER]: `${runRef(run.id)}-${randomUUID()}`,
  })
  const [program = '', ...args] = await wordsFor({ folder, start, env, session: run.session ?? '' })
  const command = start.seal ? await seal({ program, args }, start.seal.plan, start.seal.tier) : { program, args }
  return { ...command, cwd: worktree.path, env, sealed: start.seal !== undefined }
}

type Opening = { folder: string; start: HostStart; env: Record<string, string>; session: string }

async function wordsFor({ folder, start, env, session }: Opening): Promise<string[]> {
  const { words, model, args, driver } = start.harness
  const host: Pick<Host, 'start' | 'write' | 'launch'> = {
    start,
    write: writerIn(folder),
    launch: wanted => launch({ ...wanted, env: { ...env, ...wanted.env } }, start, { log: () => undefined }),
  }
  if (driver === 'claude')
    return [
      ...words,
      '--resume',
      session,
      ...filesFor(host),
      ...(model === undefined ? [] : ['--model', model]),
      ...args,
    ]
  if (driver !== 'codex') throw new Error(`${driver} has no interface that opens a session`)
  const codex = nativeCodex(words, env.PATH, start.cwd)
  const hooks = (await hooksFor(host, codex)) ?? []
  return [...codex, 'resume', ...(await settingsFor(host, false)), ...hooks, ...args, session]
}

const ofTerminal = (from: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) =>
      value !== undefined && OF_TERMINALS.test(name) ? [[name, value] as const] : [],
    ),
  )
