import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { coverageOf } from '#domain/guard/tier.ts'
import { run } from '#machine/command.ts'
import { watchMain } from '#machine/main/watch.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { deeds, scriptOf } from './hostile.ts'
import { changedParts, guardedScene, portraitOf, type Scene, variablesOf } from './scene.ts'
import { told } from './told.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const options = (scene: Scene) => ({
  cwd: scene.worktree,
  env: variablesOf(scene),
  timeoutMs: 120_000,
  maxBytes: 1_000_000,
})

/** Somebody without any rights: of all users the one that owns least. */
const NOBODY = 65_534
const users: [who: string, prefix: string[]][] = [
  ['this user', []],
  ['a user without rights', ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']],
]

/** Runs a script sealed, as the user would. Skips the test, with the reason, where that can't be had. */
async function runSealed(context: TestContext, scene: Scene, tier: string, prefix: string[], script: string) {
  if (prefix.length > 0) {
    if (process.getuid?.() !== 0) context.skip('only root can become another user')
    await chmod(ground.path, 0o755)
    const owner = `${NOBODY}:${NOBODY}`
    const owned = await run('chown', ['-R', owner, scene.mainPath, scene.worktree], options(scene))
    expect(owned).toMatchObject({ outcome: 'ok' })
  }
  const { gitDir, mainPath, worktree } = scene
  const wish = { gitDir, mainPath, primaryBranch: 'main', worktree, branch: 'flower/work', others: [] }
  const program = [process.execPath, '--conditions=flower-source', join(import.meta.dirname, 'sealed.ts')]
  const [ask, ...question] = [...prefix, ...program, tier, JSON.stringify(wish), script]
  const answered = await run(ask ?? '', question, { ...options(scene), env: { HOME: scene.worktree } })
  if (answered.outcome !== 'ok') return context.skip(`that user can't run this checkout: ${JSON.stringify(answered)}`)
  const answer = JSON.parse(answered.stdout) as { words?: string[]; reason?: string }
  if (!answer.words) return context.skip(`${tier} doesn't work here: ${answer.reason}`)
  const [sealed, ...args] = [...prefix, ...answer.words]
  return run(sealed ?? '', args, { ...options(scene), env: { ...variablesOf(scene), HOME: scene.worktree } })
}

const WORK = `set -e
cd "$WT"
echo more > more; git add -A; git commit -qm "More work"
git commit -q --amend --no-edit
git rebase -q main
git merge -q --no-edit main
git reset -q --soft HEAD~1 && git commit -qm "Again"
git checkout -qb flower/another && git checkout -q flower/work
git status --porcelain --branch
git log --oneline main..HEAD > /dev/null
touch "$WT/new"; mkdir -p "$WT/deep/er"; rm -r "$WT/deep"
`

describe.each(['bubblewrap', 'bind', 'landlock'] as const)('sealed by %s', tier => {
  test.for(users)('an agent that is %s does its work in its worktree', async ([who, prefix], context) => {
    const scene = await guardedScene(ground, `works ${tier} ${who}`)
    const before = await portraitOf(scene, ground)
    const ended = await runSealed(context, scene, tier, prefix, WORK)
    expect(ended).toMatchObject({ outcome: 'ok', stdout: '## flower/work\n' })
    expect(changedParts(before, await portraitOf(scene, ground))).toEqual([])
  })

  test.for(users)('an agent that is %s and tries everything cannot change MAIN', async ([who, prefix], context) => {
    const scene = await guardedScene(ground, `hostile ${tier} ${who}`)
    const before = await portraitOf(scene, ground)
    const script = Object.values(deeds).map(scriptOf).join('\n')
    const ended = await runSealed(context, scene, tier, prefix, `${script}\necho tried everything`)
    expect(ended).toMatchObject({ outcome: 'ok', stdout: 'tried everything\n' })
    const changed = changedParts(before, await portraitOf(scene, ground))
    expect(changed.filter(part => coverageOf[tier].prevents.includes(part))).toEqual([])
  })
})

/** The system tells of it only under the file's other name, so that it is seen when MAIN is next looked at. */
const UNTOLD = new Set(['a hard link'])

describe('nothing seals', () => {
  let scene: Scene
  const [open, pristine] = ['open', 'pristine']
  const copy = async (from: string, to: string) => {
    await rm(join(ground.path, to), { recursive: true, force: true })
    const copied = await run('cp', ['-a', join(ground.path, from), join(ground.path, to)], {
      ...options(scene),
      cwd: ground.path,
    })
    expect(copied).toMatchObject({ outcome: 'ok' })
  }
  beforeAll(async () => {
    scene = await guardedScene(ground, `${open}/main`)
    await copy(open, pristine)
  })

  test.for(Object.entries(deeds))('whatever is changed in MAIN by %s is told', async ([name, deed]) => {
    // In the very same place, as git keeps whole paths.
    await copy(pristine, open)
    const before = await portraitOf(scene, ground)
    const head = await ground.git(scene.mainPath, 'rev-parse', 'main')
    const heard = told()
    const watch = await watchMain({
      ...scene,
      expectedCommit: () => head,
      isLanding: async () => false,
      onState: heard.onState,
    })
    try {
      expect(heard.states).toEqual([{ outcome: 'clean', head }])
      await tryUnsealed(scene, scriptOf(deed))
      const changed = changedParts(before, await portraitOf(scene, ground))
      // What only the disk knows of, and no checkout shows, is told of by nobody.
      if (!changed.some(part => coverageOf.none.detects.includes(part) && part !== 'modes')) return
      if (UNTOLD.has(name)) await watch.look()
      await heard.until(state => state.outcome === 'changed', 1)
    } finally {
      watch.stop()
    }
  })
})

/** What root mounts must not outlast the deed. */
async function tryUnsealed(scene: Scene, script: string): Promise<void> {
  const apart = await run('unshare', ['--mount', 'sh', '-c', script], options(scene))
  if (apart.outcome !== 'ok') await run('sh', ['-c', script], options(scene))
}
