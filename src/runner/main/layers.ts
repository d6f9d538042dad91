/** The guard's layers as they are now, each with what it prevents and what it only detects. */
import type { Layer } from '#domain/main/main.ts'
import { type HookInspection, type HookProblem, inspectHooks } from '#machine/guard/hooks.ts'
import type { Sealing } from '#machine/guard/sealing.ts'
import type { Guarded } from './ground.ts'

export async function layersOf(
  guarded: Guarded,
  now: { watch: 'events' | 'polling' | 'off'; sealing: Sealing },
): Promise<Layer[]> {
  return [gitLayer(await inspectHooks(guarded.hooks)), agentsLayer, systemLayer(now.sealing), watchLayer(now.watch)]
}

function gitLayer(found: HookInspection): Layer {
  const about = {
    layer: 'git' as const,
    by: 'hooks of the repository',
    prevents: "commits in MAIN by git, and any move of MAIN's branch but the queue's and a pull by an operator",
    detects: 'nothing by itself; --no-verify or another core.hooksPath goes past it',
  }
  switch (found.outcome) {
    case 'intact':
      return { ...about, state: 'in_force', detail: '' }
    case 'absent':
      return {
        ...about,
        state: 'off',
        detail: '`flower main guard` puts them in place; they can be taken away without a trace',
      }
    case 'altered':
      return {
        ...about,
        state: 'altered',
        detail: `${found.problems.map(problemWords).join('; ')}. \`flower main guard\` mends it`,
      }
    case 'unusable_path':
      return {
        ...about,
        state: 'unavailable',
        detail: `the git folder ${JSON.stringify(found.gitDir)} has a line break in its name`,
      }
    case 'git_failed':
      return { ...about, state: 'unavailable', detail: found.detail }
  }
}

function problemWords(problem: HookProblem): string {
  switch (problem.kind) {
    case 'missing':
      return `${problem.hook} is missing`
    case 'changed':
      return `${problem.hook} was changed`
    case 'foreign':
      return `${problem.hook} is not flower's`
    case 'setting_gone':
      return 'git is not told of them any more'
    case 'overridden':
      return `core.hooksPath ${problem.hooksPath} wins in ${problem.checkout}`
    case 'own_hooks_moved':
      return `the repository's own hooks are in ${problem.now} now`
  }
}

const agentsLayer: Layer = {
  layer: 'agents',
  state: 'off',
  by: "the harness's hooks, by `flower guard`",
  prevents: "edits and shell commands that reach MAIN or another's worktree, before they happen, where a harness asks",
  detects: 'each refusal, on the trace',
  detail: 'a harness asks once its hook before each tool calls `flower guard`; docs/guard.md shows how',
}

function systemLayer({ tier, prevents, detects, leaves, failed }: Sealing): Layer {
  const isThere = tier !== 'none'
  return {
    layer: 'system',
    state: isThere ? 'off' : 'unavailable',
    by: isThere ? tier : 'nothing that this system offers',
    prevents: prevents.join(', ') || 'nothing',
    detects: `${detects.join(', ') || 'nothing'}${leaves.length > 0 ? `; left open: ${leaves.join(', ')}` : ''}`,
    detail: isThere
      ? 'what is started by `flower seal` runs with MAIN read-only'
      : failed.map(each => `${each.tier}: ${each.reason}`).join('; '),
  }
}

const watchLayer = (watch: 'events' | 'polling' | 'off'): Layer => ({
  layer: 'watch',
  state: watch === 'off' ? 'off' : 'in_force',
  by: watch === 'polling' ? 'looking again and again, as the system gives no notice' : "the system's notices",
  prevents: 'nothing',
  detects: 'changes to files, HEAD, index, branch, hooks and settings of MAIN, which are saved at once',
  detail: watch === 'off' ? 'MAIN has no checkout' : '',
})
