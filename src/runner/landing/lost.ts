/** Finds out that somebody moved MAIN's branch back, past what had landed in it, and keeps that from git's own cleaning. */
import { git } from '#machine/git/command.ts'
import { isAncestor } from '#machine/worktree/branch.ts'
import { type Ground, tell } from './ground.ts'

export async function noteLost(ground: Ground, tip: string): Promise<void> {
  const { newest, project } = ground.item
  const { gitDir } = project
  const commits: string[] = []
  for (const commit of newest) {
    if (commit === tip || (await isAncestor(gitDir, commit, tip))) break
    commits.push(commit)
  }
  if (commits.length === 0) return
  const input = commits.map(commit => `update refs/flower/landed/${commit} ${commit}\n`).join('')
  await git({ gitDir }, ['update-ref', '--stdin'], { writes: true, input })
  await tell(ground, { what: 'lost', tip, commits })
}
