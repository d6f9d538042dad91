import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { type Deed, deed, perform, portrait } from '../../../test/worktree/states.ts'
import { removeWorktree } from '../worktree/remove.ts'
import { restoreWorktree } from './restore.ts'

let ground: PracticeGround
let main = ''
beforeAll(async () => {
  ground = await practiceGround()
  const library = await ground.repository('library')
  await writeFile(join(library, 'lib.ts'), 'lib')
  main = await ground.repository('My Projéct é')
  await writeFile(join(main, '.gitignore'), '*.log\n.env\n')
  await ground.git(main, 'add', '-A')
  await ground.git(main, 'commit', '-q', '-m', 'Ignore')
  await ground.git(main, 'switch', '-q', '-c', 'rival')
  await writeFile(join(main, 'notes.md'), 'rival notes\n')
  await ground.git(main, 'commit', '-q', '-a', '-m', 'Rival')
  await ground.git(main, 'switch', '-q', 'main')
})
afterAll(() => ground.remove())

let counted = 0

async function removeAndRestore(deeds: Deed[], from: 'trash' | 'rescue') {
  counted += 1
  const name = `state-${counted}`
  const gitDir = join(main, '.git')
  const folder = join(ground.path, 'worktrees', name)
  await mkdir(join(ground.path, 'worktrees'), { recursive: true })
  await ground.git(main, 'worktree', 'add', '-q', '--no-track', '-b', name, folder, 'main')
  for (const each of deeds) await perform(ground, folder, each)
  const before = await portrait(ground, folder)
  const ref = `refs/flower/rescue/${name}/1`
  const trash = join(ground.path, 'trash', name)
  const landed = [await ground.git(main, 'rev-parse', 'main')]
  const wish = { gitDir, folder, ref, trash, leaveOut: [], branch: name, primaryBranch: 'main', landed }
  const removed = await removeWorktree(wish)
  expect(removed).toMatchObject({ outcome: 'removed' })
  if (from === 'rescue') {
    await rm(trash, { recursive: true })
    // Whatever no ref holds is gone after this.
    await ground.git(main, 'gc', '-q', '--prune=now')
  }
  const restored = await restoreWorktree({ gitDir, folder, ref, trash })
  expect(restored).toMatchObject({ outcome: 'restored', from })
  expect(await portrait(ground, folder)).toEqual(before)
}

/** After a failure too, as the next state would otherwise be judged by the damage of this one. */
async function clear() {
  const name = `state-${counted}`
  for (const place of ['worktrees', 'trash']) await rm(join(ground.path, place, name), { recursive: true, force: true })
  await ground.git(main, 'worktree', 'prune', '--expire=now')
  for (const branch of [name, 'unborn']) await ground.git(main, 'branch', '-D', branch).catch(() => {})
  await ground.git(main, 'update-ref', '-d', `refs/flower/rescue/${name}/1`)
  await ground.git(main, 'stash', 'clear')
}

/**
 * `FLOWER_STATES=5000 npx vitest run src/machine/rescue` tries more than a test run has the time for; with `FLOWER_SEED`
 * the same ones again.
 */
const runs = Number(process.env.FLOWER_STATES ?? 20)
const seed = Number(process.env.FLOWER_SEED ?? Date.now() % 2_147_483_647)

/** The file of the last commit, written once more: git finds it changed until it has read it. */
const writtenAgain: Deed[] = [{ do: 'write', path: 'notes.md', text: 'notes\n', mode: 0o644 }]

test('whatever is in a worktree, removing and restoring it loses nothing', { timeout: runs * 10_000 }, async () => {
  const states = fc.array(deed, { maxLength: 14 })
  const source = fc.constantFrom('trash' as const, 'rescue' as const, 'rescue' as const)
  await fc.assert(
    fc.asyncProperty(states, source, async (deeds, from) => {
      try {
        await removeAndRestore(deeds, from)
      } finally {
        await clear()
      }
    }),
    {
      examples: [
        [writtenAgain, 'trash'],
        [writtenAgain, 'rescue'],
      ],
      numRuns: runs,
      seed,
      endOnFailure: process.env.FLOWER_STATES === undefined,
    },
  )
})
