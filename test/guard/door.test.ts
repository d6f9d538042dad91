// `flower guard` as a harness starts it: through a shell, with the question on standard input.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookSettings } from '#domain/guard/harness.ts'
import { guardCommand } from '#machine/guard/hook-command.ts'
import { type SpooledRefusal, takeRefusals } from '#machine/guard/refusal-spool.ts'
import { watchMain } from '#machine/main/watch.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { flowerWords } from '../server.ts'
import { guardedScene, type Scene } from './scene.ts'
import { has, told } from './told.ts'

let ground: PracticeGround
let scene: Scene
let home: string
beforeAll(async () => {
  ground = await practiceGround()
  scene = await guardedScene(ground, "Ada's MAIN é")
  home = join(ground.path, 'home of flower')
  await mkdir(home)
})
afterAll(() => ground.remove())

interface Asked {
  tool?: string
  input?: unknown
  cwd?: string
  /** Instead of a question. */
  raw?: string
  program?: readonly string[]
  /** Where the harness stands when it asks. */
  from?: string
  /** Before the hook's own command. */
  before?: string
}

/** What a harness makes of the hook's end: only exit code 2 and a decision in JSON keep a tool back. */
async function ask(asked: Asked): Promise<{ goesOn: boolean; reason: string }> {
  const { tool = 'Bash', input, cwd = scene.worktree, program = flowerWords } = asked
  const command = guardCommand(program, { worktree: scene.worktree, mainPath: scene.mainPath, branch: 'main', home })
  const question = { session_id: 's', hook_event_name: 'PreToolUse', cwd, tool_name: tool, tool_input: input }
  const env = { ...process.env, FLOWER_ACTOR: 'agent:builder', FLOWER_BRIEF: '4' }
  const from = asked.from ?? scene.worktree
  const child = spawn('sh', ['-c', `${asked.before ?? ''}${command}`], { cwd: from, env, stdio: 'pipe' })
  child.stdin.on('error', () => {})
  child.stdin.end(asked.raw ?? JSON.stringify(question))
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code === 2) return { goesOn: false, reason: stderr }
  if (code !== 0) return { goesOn: true, reason: `the hook failed open: ${code} ${stderr}` }
  const answer = stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput
  return { goesOn: answer.permissionDecision !== 'deny', reason: answer.permissionDecisionReason ?? '' }
}

const shell = (command: string, more: Asked = {}) => ask({ input: { command }, ...more })

test('an agent works in its worktree, and is kept from MAIN and from others by any path', async () => {
  const { mainPath, worktree } = scene
  await symlink(mainPath, join(worktree, 'shortcut'))
  await symlink(join(mainPath, 'not there yet'), join(worktree, 'dangling'))
  const other = join(ground.path, 'another worktree')
  await ground.git(mainPath, 'worktree', 'add', '-q', '-b', 'flower/other', other)
  expect(await shell('echo x > notes.md && git commit -qam x')).toEqual({ goesOn: true, reason: '' })
  const tries = [
    `echo x > '${mainPath.replaceAll("'", "'\\''")}/notes.md'`,
    'echo x > shortcut/notes.md',
    'echo x > dangling',
    `cd src/.. && cd '../another worktree' && touch x`,
    `touch ../another\\ worktree/x`,
    `git -C shortcut commit -m x`,
    'git stash',
  ]
  for (const command of tries) expect([command, (await shell(command)).goesOn]).toEqual([command, false])
  expect(await ask({ tool: 'Write', input: { file_path: join(mainPath, 'src/new.ts') } })).toEqual({
    goesOn: false,
    reason: expect.stringContaining(`Yours is ${join(worktree, 'src/new.ts')}.`),
  })
  expect(await ask({ tool: 'Write', input: { file_path: join(worktree, 'src/new.ts') } })).toMatchObject({
    goesOn: true,
  })
})

test('every refusal waits to be taken up, once, with who was refused', async () => {
  await rm(join(home, 'refusals'), { recursive: true, force: true })
  await shell('git stash')
  await shell('touch shortcut/x')
  const refusals: SpooledRefusal[] = []
  const ids: string[] = []
  const folder = join(home, 'refusals')
  const failing = takeRefusals(folder, () => Promise.reject(new Error('the house is closed')))
  await expect(failing).rejects.toThrow('the house is closed')
  const report = async (refusal: SpooledRefusal, id: string) => {
    refusals.push(refusal)
    ids.push(id)
  }
  expect(await takeRefusals(folder, report)).toBe(2)
  expect(await takeRefusals(folder, report)).toBe(0)
  expect(refusals).toMatchObject([
    { tool: 'Bash', cause: 'stash', actor: 'agent:builder', briefId: '4', worktree: scene.worktree },
    { tool: 'Bash', cause: 'main', what: join(scene.mainPath, 'x'), mainPath: scene.mainPath },
  ])
  expect(new Set(ids).size).toBe(2)
  expect(await readdir(folder)).toEqual([])
})

test('a guard that cannot run or cannot tell keeps the tool back and says why', async () => {
  const gone = join(ground.path, 'gone')
  await mkdir(gone)
  // The harness stands in a folder that is deleted by the time the hook starts.
  const buried = await shell('npm test', { from: gone, before: `rmdir '${gone}'; ` })
  expect(buried).toEqual({ goesOn: true, reason: '' })
  // The session's own folder is gone.
  expect(await shell('npm test', { cwd: gone })).toEqual({
    goesOn: false,
    reason: expect.stringContaining('folder of this session is gone'),
  })
  expect(await ask({ tool: 'Read', input: { file_path: 'x' }, cwd: gone })).toMatchObject({ goesOn: true })
  for (const raw of ['', 'no JSON', '[]', '{"tool_name":7}', '{"tool_input":{}}']) {
    expect(await ask({ raw })).toEqual({ goesOn: false, reason: expect.stringContaining("can't tell") })
  }
  expect(await shell('npm test', { program: ['/nowhere/flower'] })).toMatchObject({ goesOn: false })
  expect(await shell('npm test', { program: ['sh', '-c', 'kill -9 $$'] })).toMatchObject({ goesOn: false })
  expect(await shell('npm test', { program: [process.execPath, '-e', 'throw 1'] })).toMatchObject({ goesOn: false })
})

test('the question says where the agent is, and not the folder that the guard was started in', async () => {
  for (const from of [scene.mainPath, scene.worktree, '/']) {
    expect(await shell('touch x', { from })).toMatchObject({ goesOn: true })
    expect(await shell('touch x', { from, cwd: scene.mainPath })).toMatchObject({ goesOn: false })
    expect(await shell('touch src/x', { from, cwd: join(scene.worktree, 'src') })).toMatchObject({ goesOn: true })
  }
  expect(await ground.git(scene.mainPath, 'status', '--porcelain')).toBe('')
})

test('what a script writes into MAIN past every word that the guard can read is seen by the watch', async () => {
  const { mainPath, worktree } = scene
  const script = join(worktree, 'build.sh')
  await writeFile(script, `echo built > "${mainPath}/notes.md"\n`)
  expect(await shell('sh build.sh')).toMatchObject({ goesOn: true })
  const heard = told()
  const watch = await watchMain({
    ...scene,
    expectedCommit: () => undefined,
    isLanding: async () => false,
    onState: heard.onState,
  })
  try {
    await once(spawn('sh', ['build.sh'], { cwd: worktree }), 'close')
    expect(await heard.until(has('dirty'))).toMatchObject({ faults: [{ kind: 'dirty', paths: ['notes.md'] }] })
  } finally {
    watch.stop()
  }
})

test('the settings of a harness ask the guard before every tool', () => {
  expect(hookSettings('the command')).toEqual({
    hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'the command', timeout: 30 }] }] },
  })
})
