/** `flower seal`: runs a command in a worktree as flower runs agents there, so that neither it nor what it starts can write MAIN. */
import type { Client } from '#client/client.ts'
import { findProgram } from '#machine/agents/find-program.ts'
import { runHere } from '#machine/command.ts'
import { git } from '#machine/git/command.ts'
import { checkoutAround, placeOnDisk } from '#machine/guard/ground.ts'
import { planSeal, type SealPlanning } from '#machine/guard/seal-plan.ts'
import { type Sealing, seal, sealing, type WorkingTier } from '#machine/guard/sealing.ts'
import { Misuse } from '#surface/cli/misuse.ts'
import { CannotStart } from '../cannot-start.ts'
import { openHome } from '../home.ts'
import { exitOf } from './exit-of.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Answers the exit code: the command's own. */
export async function sealCommand(env: Environment, words: readonly string[], client: Client): Promise<number> {
  const [program, ...args] = words
  if (program === undefined) throw new Misuse('Which command?', 'flower seal -- npm test')
  const cwd = process.cwd()
  if (findProgram(program, env.PATH, cwd) === undefined)
    throw new CannotStart(`There is no program ${program}.`, 'Check its name and PATH.', 127)
  const planned = await planHere(env, cwd, client)
  const found = await sealing()
  const tier = workingTier(found)
  const command = await seal({ program, args }, planned, tier)
  process.stderr.write(
    `flower: sealed by ${tier}; it can’t write of MAIN: ${found.prevents.join(', ')}; only noticed: ${found.detects.join(', ') || 'nothing'}.\n`,
  )
  return exitOf(await runHere(command.program, command.args, { cwd, env: process.env }))
}

async function planHere(env: Environment, cwd: string, client: Client) {
  const here = checkoutAround(cwd)
  const { items } = await client.call('project.list', {})
  const project = here && items.find(each => placeOnDisk(each.gitDir) === here.gitFolder)
  if (!here || !project)
    throw new CannotStart(
      'This folder is in no project that flower knows.',
      'Go to a worktree: flower worktree list.',
      3,
    )
  if (here.ownGitFolder === here.gitFolder)
    throw new CannotStart(
      'This folder is MAIN, which a sealed command can’t write.',
      'Go to a worktree, or make one: flower worktree create.',
      5,
    )
  const head = await git({ folder: here.path }, ['symbolic-ref', '-q', '--short', 'HEAD'])
  if (head.outcome !== 'ok')
    throw new CannotStart('This worktree is on no branch, so there is none to commit to.', 'git switch BRANCH', 5)
  const planning = await planSeal({
    gitDir: project.gitDir,
    ...(project.path !== project.gitDir && { mainPath: project.path }),
    primaryBranch: project.primaryBranch,
    worktree: here.path,
    branch: head.stdout.trim(),
    others: [(await openHome(env)).worktrees],
  })
  if (planning.outcome === 'planned') return planning.plan
  throw new CannotStart(
    `This worktree can’t be sealed: ${whyUnplanned(planning)}.`,
    'docs/guard.md tells what a seal needs.',
    5,
  )
}

function whyUnplanned(planning: Exclude<SealPlanning, { outcome: 'planned' }>): string {
  if (planning.outcome === 'not_registered') return 'git does not know it as a worktree'
  if (planning.outcome === 'reftable')
    return 'its repository keeps refs in tables, in which branches can’t be told apart'
  return `the files of its branch ${planning.branch} lie beside those of MAIN’s; name it with a prefix, such as flower/…`
}

function workingTier({ tier, failed }: Sealing): WorkingTier {
  if (tier !== 'none') return tier
  throw new CannotStart(
    `Nothing on this machine seals: ${failed.map(each => `${each.tier}: ${each.reason}`).join('; ')}.`,
    'Install bubblewrap, or allow user namespaces; docs/guard.md.',
  )
}
