import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coverageOf, mainParts, sealTiers } from '#domain/guard/tier.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { run } from '../command.ts'
import { createWorktree } from '../worktree/create.ts'
import { removeWorktree } from '../worktree/remove.ts'
import { planSeal } from './seal-plan.ts'
import { type Sealing, seal, sealing } from './sealing.ts'

let ground: PracticeGround
let here: Sealing
beforeAll(async () => {
  ground = await practiceGround()
  here = await sealing()
})
afterAll(() => ground.remove())

const wishFor = (main: string, worktree: string, branch: string) => ({
  gitDir: join(main, '.git'),
  mainPath: main,
  primaryBranch: 'main',
  worktree,
  branch,
  others: [],
})

test('the strongest tier that works is named, and why the stronger ones do not', () => {
  expect(here.failed.map(each => each.tier)).toEqual(sealTiers.slice(0, sealTiers.indexOf(here.tier)))
  for (const { reason } of here.failed) expect(reason).not.toBe('')
  expect(here).toMatchObject(coverageOf[here.tier])
  for (const { prevents, detects, leaves } of Object.values(coverageOf)) {
    expect([...prevents, ...detects, ...leaves].sort()).toEqual([...mainParts].sort())
  }
})

test('a sealed command keeps its words, its input and its exit code, and the worktrees of others are closed to it', async context => {
  if (here.tier === 'none') return context.skip(`nothing seals here: ${JSON.stringify(here.failed)}`)
  const main = await ground.repository('My Projéct é')
  const others = join(ground.path, "all 'worktrees'")
  await mkdir(others)
  const [mine, theirs] = [join(others, 'mine'), join(others, 'theirs')]
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'flower/mine', mine)
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'flower/theirs', theirs)
  const planning = await planSeal({ ...wishFor(main, mine, 'flower/mine'), others: [others] })
  if (planning.outcome !== 'planned') throw new Error(planning.outcome)
  const script = `cat > "$1"; echo x > "$2/x"; echo x > "$3/x"; exit 7`
  const command = { program: 'sh', args: ['-c', script, 'sh', 'a "b" $c', theirs, main] }
  const { program, args } = await seal(command, planning.plan, here.tier)
  const ended = await run(program, args, { cwd: mine, input: 'given', timeoutMs: 30_000, maxBytes: 100_000 })
  expect(ended).toMatchObject({ outcome: 'failed', exitCode: 7 })
  expect(await readFile(join(mine, 'a "b" $c'), 'utf8')).toBe('given')
  expect(await ground.git(theirs, 'status', '--porcelain')).toBe('')
  expect(await ground.git(main, 'status', '--porcelain')).toBe('')
})

test("a branch whose file lies beside MAIN's can't be sealed apart from it", async () => {
  const main = await ground.repository('beside')
  const worktree = join(ground.path, 'beside worktree')
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'team/work', worktree)
  const plan = (branch: string, primaryBranch: string) =>
    planSeal({ ...wishFor(main, worktree, branch), primaryBranch })
  expect(await plan('work', 'main')).toMatchObject({ outcome: 'branch_beside_main', branch: 'work' })
  expect(await plan('team/work', 'team/main')).toMatchObject({ outcome: 'branch_beside_main' })
  expect(await plan('team/work', 'Team/deep/main')).toMatchObject({ outcome: 'branch_beside_main' })
  expect(await plan('team/work', 'main')).toMatchObject({ outcome: 'planned' })
  expect(await planSeal(wishFor(main, main, 'team/work'))).toEqual({ outcome: 'not_registered' })
})

test("a branch that an agent made a name for MAIN's leads none of flower's own steps to MAIN", async () => {
  const main = await ground.repository('trap')
  const gitDir = join(main, '.git')
  const folder = join(ground.path, 'trap worktree')
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'flower/work', folder)
  const before = await ground.git(main, 'rev-parse', 'main')
  // Where a sealed agent may write by itself.
  await writeFile(join(gitDir, 'refs/heads/flower/trap'), 'ref: refs/heads/main\n')
  const branch = 'flower/trap'
  const trash = join(ground.path, 'trash')
  const ref = 'refs/flower/rescue/trap/1'
  const removal = { gitDir, folder, ref, trash, leaveOut: [], branch, primaryBranch: 'main', landed: [before] }
  expect(await removeWorktree(removal)).toMatchObject({ outcome: 'removed' })
  expect(await ground.git(main, 'rev-parse', 'main')).toBe(before)
  await writeFile(join(gitDir, 'refs/heads/flower/trap'), 'ref: refs/heads/main\n')
  const base = await ground.git(main, 'commit-tree', '-m', 'Base', `${before}^{tree}`)
  const wish = { gitDir, folder, branch, base, name: 'trap', primaryBranch: 'main', existing: 'anew' as const }
  await createWorktree({ ...wish, largeFiles: 'whole', timeoutMs: 60_000 })
  expect(await ground.git(main, 'rev-parse', 'main')).toBe(before)
})
