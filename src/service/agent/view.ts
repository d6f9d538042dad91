/** Runs and whoever is on the roster, as callers see them. */
import type { AgentView, RunView } from '#contract/agent.ts'
import { livenessOf, type RosterEntry } from '#domain/agent/roster.ts'
import { type Run, runRef } from '#domain/agent/run.ts'
import type { Attempt, Dispatch } from '#domain/dispatch.ts'
import { decisionRef } from '#domain/ref.ts'

export const runView = (
  run: Run,
  dispatch: Pick<Dispatch, 'leg'>,
  attempts: readonly Pick<Attempt, 'token' | 'number'>[],
): RunView => {
  const { projectId: _, heardTo: __, usages: ___, ...shown } = run
  return { ...shown, leg: dispatch.leg, attempt: attempts.find(each => each.token === run.token)?.number ?? null }
}

export type Holding = {
  dispatchId: number
  briefId: number
  title: string
  leg: string
  lastSeenAt: string
  contextTokens: number | null
}

export function agentView(
  entry: RosterEntry,
  project: string,
  run: RunView | undefined,
  holding: Holding | undefined,
  now: string,
): AgentView {
  const seenAt = [entry.seenAt, holding?.lastSeenAt ?? '', run?.activeAt ?? ''].sort().at(-1) ?? entry.seenAt
  const liveness = livenessOf({ entry: { ...entry, seenAt }, run, holds: holding !== undefined }, now)
  return {
    actor: entry.actor,
    project,
    role: entry.role,
    harness: run?.harness ?? entry.harness,
    liveness,
    waits: run && waitsOf(run),
    run: run ?? null,
    dispatchId: holding?.dispatchId ?? run?.dispatchId ?? null,
    briefId: holding?.briefId ?? run?.briefId ?? null,
    title: holding?.title ?? null,
    leg: holding?.leg ?? run?.leg ?? null,
    worktreeId: run?.worktreeId ?? null,
    contextTokens: run?.contextTokens ?? holding?.contextTokens ?? entry.contextTokens,
    contextWindow: run?.contextWindow ?? null,
    tokens: run?.tokens ?? 0,
    usd: run?.usd ?? 0,
    seenAt,
    lastWords: run?.lastWords ?? entry.lastWords,
  }
}

function waitsOf(run: RunView): string | undefined {
  if (run.state === 'attached') return `${run.stop?.by ?? 'somebody'} has its session in a terminal`
  if (run.stop?.reason === 'attached')
    return `it ends what it is at, for ${run.stop.by} opens its session in a terminal`
  if (run.stop) return `it is being ended: ${run.stop.reason.replaceAll('_', ' ')}`
  if (run.relieves !== null && run.token === null) return `it reads, and takes over from ${runRef(run.relieves)}`
  if (run.wantsSuccessor) return 'it is about to be relieved'
  if (run.state === 'permission') {
    const what = run.lastWords ?? 'it asks for a tool'
    return run.asks === null ? what : `${what}; ${decisionRef(run.asks)} asks whether it may`
  }
  if (run.state === 'limit') return `its provider lets it go on at ${run.limitUntil ?? 'a time that it does not say'}`
  return undefined
}
