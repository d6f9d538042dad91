/**
 * An operator takes the session of an agent into a terminal. Never two programs on one session: the run's own is ended first, and
 * the run goes on without one, its lease kept by whoever has the terminal open.
 */
import type { Run } from '#domain/agent/run.ts'
import type { Driver } from '#domain/agent/said.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { isHeld } from '#domain/status.ts'
import { hasBearer } from '#store/queries/agents.ts'
import { getDispatch } from '#store/queries/dispatches.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { projectPlace } from '../project/place.ts'
import { keepLease } from '../run/lease.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { secretFor } from './begin.ts'
import { findRunning } from './find.ts'

/** Harnesses with an interface of their own that opens a session by its id. */
const withTerminal: ReadonlySet<Driver> = new Set(['claude', 'codex'])

export const attach: Write<'agent.attach'> = async (input, work) => {
  const run = await findRunning(work, input)
  await assertAttachable(work, run)
  const about = {
    project: await projectPlace(work, run.projectId),
    worktree: await getWorktree(work.tx, run.worktreeId),
  }
  if (run.state !== 'attached') {
    if (input.keep) throw unfit(run, 'it is in no terminal')
    const marked = run.stop ? run : await mark(work, run)
    return { run: marked, ...about, is: 'ending', next: 'Its program ends what it is at. Ask again until it has.' }
  }
  const isOpen = await hasBearer(work.tx, run.id)
  if (!input.keep && isOpen)
    throw unfit(
      run,
      `${run.stop?.by} has it in one`,
      `Close that one, or speak to the agent with agent.message {agent: "${run.actor}", body}.`,
    )
  const after = { ...run, activeAt: work.now }
  await commit(work, { runs: [after], events: [] })
  await keepLease(work, after)
  const secret = isOpen ? undefined : await secretFor(work, after)
  return {
    run: after,
    ...about,
    is: 'attached',
    secret,
    next: `agent.detach {agent: "${run.actor}"} when the terminal is closed.`,
  }
}

async function mark(work: WriteWork, run: Run): Promise<Run> {
  const { id: runId, actor: agent, dispatchId } = run
  const note = `${work.name} had its session in a terminal.`
  const marked: Run = { ...run, stop: { reason: 'attached', note, by: work.name, at: work.now } }
  const event = newEvent('agent_attached', run.briefId, { runId, agent, dispatchId })
  await commit(work, { runs: [marked], events: [event] })
  return marked
}

async function assertAttachable(work: WriteWork, run: Run): Promise<void> {
  if (!withTerminal.has(run.driver)) throw unfit(run, `${run.harness} (${run.driver}) has no interface that opens one`)
  if (run.status === 'starting' || run.session === null) throw unfit(run, 'it is just being started', 'Try again soon.')
  if (run.token === null || run.wantsSuccessor)
    throw unfit(run, 'one agent relieves another here', 'Attach to the one that goes on; agent.list shows it.')
  if (run.stop && run.stop.reason !== 'attached') throw unfit(run, 'it is being ended')
  if (run.stop && run.stop.by !== work.name) throw unfit(run, `${run.stop.by} opens it in theirs`)
  const { status, token } = await getDispatch(work.tx, run.dispatchId)
  if (!isHeld(status) || token !== run.token) throw unfit(run, 'its work is over')
}

export const unfit = (
  { actor }: Run,
  because: string,
  cure = `agent.log {agent: "${actor}"} shows what it says; agent.message {agent: "${actor}", body} tells it something; agent.stop {agent: "${actor}"} ends it.`,
): Refusal => new Refusal('agent.not_attachable', { agent: actor, because, cure })
