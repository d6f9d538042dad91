/** The guard's layers as they are now, each with what it prevents and what it only detects. */
import type { Layer } from '#domain/main/main.ts'
import { type HookInspection, type HookProblem, inspectHooks } from '#machine/guard/hooks.ts'
import type { Sealing } from '#machine/guard/sealing.ts'
import type { AtWork } from './at-work.ts'
import type { Guarded } from './ground.ts'

export async function layersOf(
  guarded: Guarded,
  now: { watch: 'events' | 'polling' | 'off'; sealing: Sealing; atWork: AtWork },
): Promise<Layer[]> {
  return [
    gitLayer(await inspectHooks(guarded.hooks)),
    agentsLayer(now.atWork),
    systemLayer(now.sealing, now.atWork),
    watchLayer(now.watch),
  ]
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

const agentsLayer = ({ running, guarded }: AtWork): Layer => ({
  layer: 'agents',
  state: running > 0 && guarded === running ? 'in_force' : 'off',
  by: "the harness's hooks, by `flower guard`",
  prevents: "edits and shell commands that reach MAIN or another's worktree, before they happen, where a harness asks",
  detects: 'each refusal, on the trace',
  detail: `${counted(running, guarded, 'ask it')}; one that somebody starts by hand asks where \`flower init\` put the hook`,
})

/** Of the agents that flower runs here now. */
function counted(running: number, covered: number, how: string): string {
  if (running === 0) return "none of flower's agents is at work"
  return `of ${running} of flower's agents at work ${covered} ${how}`
}

function systemLayer({ tier, prevents, detects, leaves, failed }: Sealing, { running, sealed }: AtWork): Layer {
  const isThere = tier !== 'none'
  return {
    layer: 'system',
    state: !isThere ? 'unavailable' : running > 0 && sealed === running ? 'in_force' : 'off',
    by: isThere ? tier : 'nothing that this system offers',
    prevents: prevents.join(', ') || 'nothing',
    detects: `${detects.join(', ') || 'nothing'}${leaves.length > 0 ? `; left open: ${leaves.join(', ')}` : ''}`,
    detail: isThere
      ? `${counted(running, sealed, 'run sealed')}; what somebody starts by hand is sealed only by \`flower seal\``
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
