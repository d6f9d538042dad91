/** What MAIN's guard costs where it is in the way of work: at each commit, and at each tool of an agent. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tieToBrief } from '#machine/guard/brief-file.ts'
import { installHooks } from '#machine/guard/hooks.ts'
import { type Figure, median, short } from './figure.ts'
import type { Ground } from './server.ts'

const rounds = 60

export async function guard(ground: Ground): Promise<Figure[]> {
  const [bare, guarded] = [repository(ground, 'bare'), repository(ground, 'guarded')]
  const gitDir = join(guarded.main, '.git')
  await installHooks({ gitDir, mainPath: guarded.main, branch: 'main', tokenFolder: join(ground.folder, 'tokens') })
  await tieToBrief(gitDir, guarded.worktree, 7)
  const times = { bare: [] as number[], guarded: [] as number[], node: [] as number[], asked: [] as number[] }
  const options = ['--worktree', guarded.worktree, '--main', guarded.main, '--branch', 'main']
  const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'npm test' }, cwd: guarded.worktree })
  // In turn, so that a slow moment of the machine is a slow moment for all.
  for (let round = 0; round < rounds; round++) {
    times.bare.push(commit(bare.worktree, round))
    times.guarded.push(commit(guarded.worktree, round))
    times.node.push(timed(process.execPath, ['-e', '0'], ground.folder, ground.env))
    times.asked.push(timed(process.execPath, [ground.flower, 'guard', ...options], ground.folder, ground.env, input))
  }
  const [without, node] = [median(times.bare), median(times.node)]
  return [
    {
      name: "a commit with the guard's hooks over a bare one",
      ours: median(times.guarded) - without,
      unit: 'ms',
      raw: `${short(without)} ms for the bare commit`,
      aim: { value: 10, better: 'less' },
    },
    {
      name: '`flower guard` over bare Node',
      ours: median(times.asked) - node,
      unit: 'ms',
      raw: `${short(node)} ms for Node itself`,
      aim: { value: 120, better: 'less' },
    },
  ]
}

/** MAIN and a linked worktree that a Brief would be worked on in. */
function repository(ground: Ground, name: string): { main: string; worktree: string } {
  const main = join(ground.folder, name)
  const worktree = join(ground.folder, `${name}-worktree`)
  mkdirSync(main)
  timed('git', ['init', '--quiet', '--initial-branch=main'], main)
  timed('git', [...NAMED, 'commit', '--quiet', '--allow-empty', '--message=Start'], main)
  timed('git', ['worktree', 'add', '--quiet', '-b', 'work', worktree], main)
  return { main, worktree }
}

const NAMED = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', '-c', 'gc.auto=0']

function commit(worktree: string, round: number): number {
  writeFileSync(join(worktree, 'file'), `${round}\n`)
  timed('git', ['add', '--all'], worktree)
  return timed('git', [...NAMED, 'commit', '--quiet', `--message=Round ${round}`], worktree)
}

function timed(program: string, args: string[], cwd: string, env = process.env, input = ''): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(program, args, { cwd, env, input, stdio: ['pipe', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${String(stderr)}`)
  return performance.now() - start
}
