/** How MAIN stands, in the house's words. */
import { type MainStanding, mostFilesNamed } from '#domain/main/main.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { type MainFault, type MainState, mainState } from '#machine/main/state.ts'

type Project = { path: string; gitDir: string; primaryBranch: string }

export const placeOfMain = ({ path, gitDir, primaryBranch }: Project) => ({
  gitDir,
  mainPath: path,
  branch: primaryBranch,
})

/** A repository without a checkout has only its branch. */
export const hasCheckout = ({ path, gitDir }: Project): boolean => path !== gitDir

export async function lookAtMain(project: Project, now: string): Promise<MainStanding> {
  const state = hasCheckout(project) ? await mainState(placeOfMain(project)) : undefined
  return standingOf(project, state, now)
}

/** `state` is left out for a repository without a checkout. */
export async function standingOf(project: Project, state: MainState | undefined, now: string): Promise<MainStanding> {
  const { gitDir, primaryBranch } = project
  const tip = (await commitAt(gitDir, `refs/heads/${primaryBranch}`)) ?? null
  const seen =
    state === undefined
      ? bare(tip)
      : state.outcome === 'clean'
        ? clean(primaryBranch)
        : faulty(state.faults, primaryBranch)
  return { ...seen, tip, upstream: await upstreamOf(gitDir, primaryBranch), at: now }
}

type Seen = Pick<MainStanding, 'status' | 'branch' | 'files' | 'changed' | 'untracked' | 'detail'>

const bare = (tip: string | null): Seen => ({
  status: tip === null ? 'missing' : 'bare',
  branch: null,
  files: [],
  changed: 0,
  untracked: 0,
  detail: tip === null ? 'its branch is gone' : '',
})
const clean = (branch: string): Seen => ({ status: 'clean', branch, files: [], changed: 0, untracked: 0, detail: '' })

/** What keeps anybody from landing is told first: where MAIN is, then what git does in it, then its files. */
function faulty(faults: MainFault[], branch: string): Seen {
  const find = <Kind extends MainFault['kind']>(kind: Kind) =>
    faults.find((each): each is Extract<MainFault, { kind: Kind }> => each.kind === kind)
  const dirty = find('dirty')
  const hidden = find('hidden')?.paths ?? []
  const about = {
    files: [...(dirty?.paths ?? []), ...hidden].slice(0, mostFilesNamed),
    changed: (dirty ? dirty.modified + dirty.untracked + dirty.unmerged : 0) + hidden.length,
    untracked: dirty?.untracked ?? 0,
  }
  const gone = find('gone') ?? find('branch_gone') ?? find('bare') ?? find('redirected') ?? find('branch_symbolic')
  if (gone) return { status: 'missing', branch: null, ...about, detail: wordsOf(gone) }
  const unreadable = find('unreadable')
  if (unreadable) return { status: 'unclear', branch, ...about, detail: unreadable.detail }
  const underWay = find('under_way')
  if (underWay) return { status: 'busy', branch, ...about, detail: underWay.what.join(', ') }
  const other = find('other_branch') ?? find('detached')
  if (other)
    return { status: 'off_branch', branch: 'branch' in other ? other.branch : null, ...about, detail: wordsOf(other) }
  const rest = faults.filter(each => each.kind !== 'dirty').map(wordsOf)
  // Settings and hooks are the guard's matter; its layers tell of them.
  if (faults.every(each => each.kind === 'settings')) return { ...clean(branch), detail: rest.join('; ') }
  return { status: 'dirty', branch, ...about, detail: rest.join('; ') }
}

function wordsOf(fault: MainFault): string {
  switch (fault.kind) {
    case 'gone':
      return 'its folder is gone'
    case 'branch_gone':
      return 'its branch is gone'
    case 'bare':
      return 'the repository says that it has no checkout (core.bare)'
    case 'redirected':
      return `git is led to ${fault.to}`
    case 'branch_symbolic':
      return `its branch is another name for ${fault.ref}`
    case 'other_branch':
      return `it is on ${fault.branch}`
    case 'detached':
      return 'it is on no branch'
    case 'hidden':
      return `hidden from git's look: ${fault.paths.slice(0, 5).join(', ')}`
    case 'settings':
      return `settings changed: ${fault.paths.slice(0, 5).join(', ')}`
    case 'moved':
      return `its branch was moved from ${fault.from.slice(0, 12)} to ${fault.to.slice(0, 12)}`
    case 'under_way':
      return fault.what.join(', ')
    case 'unreadable':
      return fault.detail
    case 'dirty':
      return `${fault.paths.length} files changed`
  }
}

async function upstreamOf(gitDir: string, branch: string): Promise<MainStanding['upstream']> {
  const format = '%(upstream:short)%00%(upstream:track,nobracket)'
  const read = await git({ gitDir }, ['for-each-ref', `--format=${format}`, `refs/heads/${branch}`])
  const [ref = '', track = ''] = read.outcome === 'ok' ? read.stdout.trim().split('\0') : []
  if (ref === '' || track === 'gone') return null
  const count = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0)
  return { ref, ahead: count('ahead'), behind: count('behind') }
}
