/** Who works in which worktree, of those that hold something and those that the roster knows. Pure. */
import type { AgentView } from '#contract/agent.ts'
import type { WorktreeView } from '#contract/shapes.ts'

/** `view` is left out where the roster has not told of it yet. */
export type AtWork = { actor: string; dispatchId: number | null; view: AgentView | undefined }

type Where = Pick<WorktreeView, 'id' | 'project' | 'agents'>

/** Holders first; then those that stand by in it to relieve one. */
export function agentsIn({ id, project, agents }: Where, roster: readonly AgentView[]): AtWork[] {
  const here = roster.filter(each => each.project === project)
  const holders = agents.map(({ actor, dispatchId }) => ({
    actor,
    dispatchId,
    view: here.find(each => each.actor === actor),
  }))
  const others = here.filter(each => each.worktreeId === id && !agents.some(({ actor }) => actor === each.actor))
  return [...holders, ...others.map(view => ({ actor: view.actor, dispatchId: view.dispatchId, view }))]
}

/** Those that no worktree shows. */
export const elsewhere = (roster: readonly AgentView[], worktrees: readonly Where[]): AgentView[] =>
  roster.filter(
    each =>
      !worktrees.some(
        ({ id, project, agents }) =>
          project === each.project && (id === each.worktreeId || agents.some(({ actor }) => actor === each.actor)),
      ),
  )
