// Whether a branch's work is in what has landed, however it landed.

import { git } from '../git/command.ts'
import { isAncestor } from './branch.ts'

const LARGE = { timeoutMs: 60_000, maxBytes: 128 * 1024 * 1024 }

/**
 * How the commits of `tip` are contained in one of the `landed` commits: all of them by ancestry, each of them by its patch
 * (rebase), or all of them together as one commit's patch (squash). `no` also when it can't be told. A recorded landing
 * is proven by handing the branch's tip of that time in among `landed`.
 */
export async function landedBy(
  gitDir: string,
  tip: string,
  landed: string[],
): Promise<'ancestry' | 'patches' | 'squash' | 'no'> {
  for (const each of landed) if (await isAncestor(gitDir, tip, each)) return 'ancestry'
  for (const each of landed) {
    if (await hasEveryPatch(gitDir, tip, each)) return 'patches'
    if (await hasOnePatch(gitDir, tip, each)) return 'squash'
  }
  return 'no'
}

/** git passes merges over here, and a merge may hold work of its own: with one in the branch this proves nothing. */
async function hasEveryPatch(gitDir: string, tip: string, landed: string): Promise<boolean> {
  const merges = await git({ gitDir }, ['rev-list', '--merges', '--max-count=1', tip, `^${landed}`])
  if (merges.outcome !== 'ok' || merges.stdout !== '') return false
  const compared = await git({ gitDir }, ['cherry', landed, tip], LARGE)
  return compared.outcome === 'ok' && compared.stdout !== '' && !/^\+/m.test(compared.stdout)
}

async function hasOnePatch(gitDir: string, tip: string, landed: string): Promise<boolean> {
  const base = await git({ gitDir }, ['merge-base', landed, tip])
  if (base.outcome !== 'ok') return false
  const from = base.stdout.trim()
  const whole = await patchIds(gitDir, ['diff', ...PLAIN, from, tip])
  const [wanted] = whole ?? []
  if (wanted === undefined) return false
  const files = await git({ gitDir }, ['diff', '--name-only', '-z', '--no-renames', from, tip])
  if (files.outcome !== 'ok') return false
  const paths = files.stdout.split('\0').filter(path => path !== '')
  // Only commits that touch one of these files can be it, yet each must be compared whole.
  const args = ['log', '-p', '--no-merges', '--full-diff', ...PLAIN, '--format=commit %H', `${from}..${landed}`, '--']
  const theirs = await patchIds(gitDir, [...args, ...paths.slice(0, 1_000).map(path => `:(literal)${path}`)])
  return theirs?.includes(wanted) ?? false
}

const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '--binary', '--full-index']

async function patchIds(gitDir: string, args: string[]): Promise<string[] | undefined> {
  const patches = await git({ gitDir }, args, LARGE)
  if (patches.outcome !== 'ok') return undefined
  const summed = await git({ gitDir }, ['patch-id', '--verbatim'], { ...LARGE, input: patches.stdout })
  const stable = summed.outcome === 'ok' ? summed : undefined
  return stable?.stdout.split('\n').flatMap(line => (line === '' ? [] : [line.split(' ')[0] ?? '']))
}
