import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HookGround, hookGround, script, tryGit } from '../../../test/guard/hooked.ts'
import { git } from '../git/command.ts'
import { tieToBrief } from './brief-file.ts'
import { layDownToken } from './landing-token.ts'

let ground: HookGround
beforeAll(async () => {
  ground = await hookGround()
})
afterAll(() => ground.remove())

const TOKEN = 'token-of-this-landing'

test('MAIN refuses a commit and names the worktree command, and a worktree takes it, whatever the branches are called', async () => {
  const { main, worktree } = await ground.guarded("It's MAIN é")
  await ground.change(main)
  const refused = await tryGit(main, ['commit', '-m', 'Here'])
  expect(refused.went).toBe(false)
  expect(refused.said).toContain('flower worktree create')
  expect(refused.said).toContain('rm -r ')
  expect((await tryGit(main, ['commit', '-m', 'Here'], { FLOWER_RUN: 'r' })).said).not.toContain('rm -r')
  await ground.change(worktree)
  expect(await tryGit(worktree, ['commit', '-m', 'There'])).toMatchObject({ went: true, said: '' })
  // On another branch MAIN is still MAIN.
  await ground.git(main, '-c', 'core.hooksPath=/dev/null', 'symbolic-ref', 'HEAD', 'refs/heads/other')
  expect((await tryGit(main, ['commit', '-m', 'Here'])).said).toContain('flower worktree create')
})

test("MAIN's branch moves by no command of anybody's", async () => {
  const { main, worktree } = await ground.guarded('moves')
  const before = await ground.tip(main)
  await ground.change(worktree, 'work.txt')
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  await ground.git(ground.path, 'clone', '-q', main, 'pusher')
  const pusher = join(ground.path, 'pusher')
  await ground.change(pusher)
  await ground.git(pusher, 'commit', '-q', '-m', 'Pushed')
  await ground.git(main, 'config', 'receive.denyCurrentBranch', 'ignore')
  const attempts: [string, string[]][] = [
    [main, ['commit', '--no-verify', '-m', 'Here']],
    [main, ['merge', 'work']],
    [main, ['reset', '--hard', 'work']],
    [main, ['branch', '-m', 'main', 'elsewhere']],
    [main, ['branch', '-f', 'main', 'work']],
    [main, ['checkout', '-B', 'main', 'work']],
    [main, ['checkout', '--detach']],
    [main, ['rebase', 'work']],
    [main, ['cherry-pick', 'work']],
    [worktree, ['update-ref', 'refs/heads/main', 'work']],
    [worktree, ['update-ref', '-d', 'refs/heads/main']],
    [worktree, ['branch', '-D', 'main']],
    [worktree, ['branch', '-m', 'main', 'elsewhere']],
    [worktree, ['branch', '-M', 'work', 'main']],
    [worktree, ['fetch', '--update-head-ok', '.', 'work:main']],
    [worktree, ['push', '.', 'work:main']],
    [worktree, ['push', '.', ':main']],
    [pusher, ['push', '-q', main, 'HEAD:main']],
    [join(main, '.git'), ['update-ref', 'refs/heads/main', 'work']],
  ]
  for (const [folder, args] of attempts) {
    // git changes files before it asks for the branch; that is for the watch to see.
    await ground.git(main, 'reset', '-q', '--hard')
    if (args[0] === 'commit') await ground.change(main, 'mine')
    const { went, said } = await tryGit(folder, args)
    expect({ args, went, moved: (await ground.tip(main)) !== before }).toEqual({ args, went: false, moved: false })
    expect(said).toMatch(/flower: |checked out at|used by worktree|refusing/)
    expect(await ground.git(main, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  }
})

test('packing refs and collecting garbage go on as before', async () => {
  const { main, worktree } = await ground.guarded('packed')
  await ground.change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  const [before, work] = [await ground.tip(main), await ground.tip(main, 'work')]
  expect(await tryGit(main, ['pack-refs', '--all'])).toMatchObject({ went: true, said: '' })
  expect(await tryGit(worktree, ['gc', '-q', '--prune=now'])).toMatchObject({ went: true, said: '' })
  expect([await ground.tip(main), await ground.tip(main, 'work')]).toEqual([before, work])
  // Packed only, it is still guarded.
  expect(await tryGit(main, ['update-ref', '-d', 'refs/heads/main'])).toMatchObject({ went: false })
  expect(await tryGit(main, ['branch', '-m', 'main', 'elsewhere'])).toMatchObject({ went: false })
  expect(await ground.tip(main)).toBe(before)
  expect(await tryGit(main, ['reset', '--hard'])).toMatchObject({ went: true })
  expect(await tryGit(worktree, ['branch', '-m', 'work', 'renamed'])).toMatchObject({ went: true })
})

test('a token lets exactly its move through, once', async () => {
  const { main, worktree, gitDir, tokenFolder } = await ground.guarded('landing')
  await ground.change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  const [from, to] = [await ground.tip(main), await ground.tip(main, 'work')]
  const ref = 'refs/heads/main'
  const land = (target: string, landingToken = TOKEN) =>
    git({ gitDir }, ['update-ref', ref, target, from], { writes: true, hooks: true, landingToken })
  await layDownToken(tokenFolder, TOKEN, { ref, from, to })
  expect(await land(to, 'another-token-altogether')).toMatchObject({ outcome: 'failed' })
  expect(await land(to, '../tokens/token-of-this-landing')).toMatchObject({ outcome: 'failed' })
  const other = await ground.git(main, 'commit-tree', '-m', 'Other', '-p', from, `${from}^{tree}`)
  expect(await land(other)).toMatchObject({ outcome: 'failed' })
  // Without its old value a move is not the one that was promised.
  expect(
    await git({ gitDir }, ['update-ref', ref, to], { writes: true, hooks: true, landingToken: TOKEN }),
  ).toMatchObject({ outcome: 'failed' })
  expect(await land(to)).toMatchObject({ outcome: 'ok' })
  expect(await ground.tip(main)).toBe(to)
  await ground.git(main, '-c', 'core.hooksPath=/dev/null', 'update-ref', ref, from)
  expect(await land(to)).toMatchObject({ outcome: 'failed' })
  expect(await ground.tip(main)).toBe(from)
})

test('of two that hold one token at once only one moves the branch', async () => {
  const { main, worktree, gitDir, tokenFolder } = await ground.guarded('one-token')
  await ground.change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  const [from, to] = [await ground.tip(main), await ground.tip(main, 'work')]
  await layDownToken(tokenFolder, TOKEN, { ref: 'refs/heads/main', from, to })
  const args = ['update-ref', 'refs/heads/main', to, from]
  const options = { writes: true, hooks: true, landingToken: TOKEN }
  const ends = await Promise.all([1, 2, 3, 4].map(() => git({ gitDir }, args, options)))
  expect(ends.filter(end => end.outcome === 'ok')).toHaveLength(1)
})

test("the operator follows MAIN's upstream forward, and nobody else does, nor anywhere else", async () => {
  const { main, worktree } = await ground.guarded('follows')
  await ground.git(ground.path, 'clone', '-q', '--bare', main, 'upstream.git')
  await ground.git(main, 'remote', 'add', 'origin', join(ground.path, 'upstream.git'))
  await ground.git(main, 'fetch', '-q')
  await ground.git(main, 'branch', '-q', '--set-upstream-to=origin/main', 'main')
  await ground.change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Theirs')
  const before = await ground.tip(main)
  expect(await tryGit(main, ['merge', '--ff-only', 'work'])).toMatchObject({ went: false })
  await ground.git(worktree, 'push', '-q', 'origin', 'work:main')
  const agents: Record<string, string>[] = [{ FLOWER_RUN: 'r-1' }, { FLOWER_ACTOR: 'agent:builder' }]
  for (const env of agents) {
    expect(await tryGit(main, ['merge', '--ff-only', 'origin/main'], env)).toMatchObject({ went: false })
  }
  expect(await ground.tip(main)).toBe(before)
  expect(await tryGit(main, ['pull', '-q', '--ff-only'], { FLOWER_ACTOR: 'operator:ada' })).toMatchObject({
    went: true,
    said: '',
  })
  expect(await ground.tip(main)).toBe(await ground.tip(main, 'work'))
  // Back is not forward.
  expect(await tryGit(main, ['reset', '--hard', before])).toMatchObject({ went: false })
  // An upstream that is a branch of this repository is no upstream.
  await ground.change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'More')
  await ground.git(main, 'branch', '-q', '--set-upstream-to=work', 'main')
  expect(await tryGit(main, ['pull', '-q', '--ff-only'])).toMatchObject({ went: false })
})

const message = (folder: string) => ground.git(folder, 'log', '-1', '--format=%B')

test('commits in the worktree of a Brief get its trailer exactly once, and those of MAIN none', async () => {
  const { main, worktree, gitDir } = await ground.guarded('trailers')
  expect(await tieToBrief(gitDir, worktree, 7)).toBe(true)
  expect(await tieToBrief(gitDir, main, 7)).toBe(false)
  const commit = async (args: string[], env: Record<string, string> = {}) => {
    await ground.change(worktree)
    expect(await tryGit(worktree, ['commit', ...args], env)).toMatchObject({ went: true })
    return ground.trailers(worktree)
  }
  expect(await commit(['-m', 'Plain'])).toEqual(['#7'])
  expect(await commit(['-m', 'Past the checks', '--no-verify'])).toEqual(['#7'])
  expect(await commit(['-m', 'Has it', '-m', 'Brief: #7'])).toEqual(['#7'])
  expect(await commit(['-m', 'Of two', '-m', 'Brief: #8\nSigned-off-by: Ada <ada@example.test>'])).toEqual(['#8', '#7'])
  expect(await commit(['-m', 'With a rule', '-m', 'above\n---\nbelow'])).toEqual(['#7'])
  expect(await message(worktree)).toContain('below\n\nBrief: #7')
  expect(await commit(['-m', '#12: not a remark', '-m', 'nor: a trailer'])).toEqual(['#7'])
  expect(await message(worktree)).toBe('#12: not a remark\n\nnor: a trailer\nBrief: #7\n')
  expect(await commit(['-m', '#12'])).toEqual(['#7'])
  expect(await commit(['--amend', '--no-edit'])).toEqual(['#7'])
  expect(await commit(['--amend', '-m', 'Anew'])).toEqual(['#7'])
  const editor = join(ground.path, 'editor')
  await script(editor, '#!/bin/sh\nsed -i "1s/^/From the editor/" "$1"\n')
  expect(await commit(['-v'], { GIT_EDITOR: `'${editor}'` })).toEqual(['#7'])
  expect(await message(worktree)).toBe('From the editor\n\nBrief: #7\n')
  await ground.git(worktree, 'config', 'core.commentChar', ';')
  expect(await commit([], { GIT_EDITOR: `'${editor}'` })).toEqual(['#7'])
})

test('an editor that is left without a word still means no commit', async () => {
  const { worktree, gitDir } = await ground.guarded('wordless')
  await tieToBrief(gitDir, worktree, 7)
  await ground.change(worktree)
  const before = await ground.tip(worktree, 'work')
  expect(await tryGit(worktree, ['commit'], { GIT_EDITOR: 'true' })).toMatchObject({ went: false })
  expect(await tryGit(worktree, ['commit', '-m', ''])).toMatchObject({ went: false })
  expect(await ground.tip(worktree, 'work')).toBe(before)
})

test('merges, squashes, rebases and picks of a Brief get the trailer once', async () => {
  const { main, worktree, gitDir } = await ground.guarded('merged')
  const side = join(ground.path, 'merged side')
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'side', side)
  await ground.change(side, 'side')
  await ground.git(side, 'commit', '-q', '-m', 'Side')
  await tieToBrief(gitDir, worktree, 7)
  await ground.change(worktree, 'work')
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  await ground.git(worktree, 'merge', '-q', '--no-edit', 'side')
  expect(await ground.trailers(worktree)).toEqual(['#7'])
  await tieToBrief(gitDir, side, 8)
  await ground.change(side, 'more')
  await ground.git(side, 'commit', '-q', '-m', 'More')
  await ground.git(worktree, 'merge', '-q', '--squash', 'side')
  await ground.git(worktree, 'commit', '-q', '--no-edit')
  expect(await ground.trailers(worktree)).toEqual(['#7'])
  await ground.change(side, 'third')
  await ground.git(side, 'commit', '-q', '-m', 'Third')
  await ground.git(worktree, 'cherry-pick', 'side')
  expect(await ground.trailers(worktree)).toEqual(['#8', '#7'])
  await ground.change(worktree, 'fix')
  await ground.git(worktree, 'commit', '-q', '--fixup=HEAD')
  const env = { GIT_SEQUENCE_EDITOR: ':', GIT_EDITOR: ':' }
  expect(await tryGit(worktree, ['rebase', '-q', '-i', '--autosquash', 'HEAD~2'], env)).toMatchObject({ went: true })
  expect(await ground.trailers(worktree)).toEqual(['#8', '#7'])
  await tieToBrief(gitDir, worktree, undefined)
  await ground.change(worktree, 'free')
  await ground.git(worktree, 'commit', '-q', '-m', 'Free')
  expect(await ground.trailers(worktree)).toEqual([])
})
