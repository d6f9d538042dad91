// `flower guard --session` and `flower remind` in sessions that a person opened themselves, as a harness starts them.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tieToBrief } from '#machine/guard/brief-file.ts'
import { takeRefusals } from '#machine/guard/refusal-spool.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { flowerWords } from '../server.ts'
import { guardedScene, type Scene } from './scene.ts'

let ground: PracticeGround
let scene: Scene
beforeAll(async () => {
  ground = await practiceGround()
  scene = await guardedScene(ground, "Ada's MAIN é")
})
afterAll(() => ground.remove())

const [node, flower] = flowerWords

/** `project` is the folder that Claude Code was opened in; other harnesses only start their hooks there. */
async function hook(args: string[], folder: string, question = '', project?: string) {
  const env = { ...process.env, FLOWER_HOME: join(ground.path, 'home'), CLAUDE_PROJECT_DIR: project }
  const child = spawn(node, [flower, ...args], { cwd: folder, env, stdio: 'pipe' })
  child.stdin.on('error', () => {})
  child.stdin.end(question)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return { code, stderr, message: answer.systemMessage as string | undefined, ...answer.hookSpecificOutput }
}

const guard = (folder: string, question: unknown, project?: string) => {
  const asked = typeof question === 'string' ? question : JSON.stringify(question)
  return hook(['guard', '--session', '--main', scene.mainPath, '--branch', 'main'], folder, asked, project)
}
const write = (cwd: string, path: string) => ({
  tool_name: 'Write',
  tool_input: { file_path: path, content: 'x' },
  cwd,
})

test('a session in MAIN is advised and not kept back', async () => {
  const { mainPath } = scene
  const told = await guard(mainPath, write(mainPath, join(mainPath, 'notes.md')))
  expect(told).toMatchObject({ code: 0, hookEventName: 'PreToolUse' })
  expect(told.permissionDecision).toBeUndefined()
  expect([told.message, told.additionalContext]).toEqual(Array(2).fill(expect.stringContaining('is in MAIN')))
  // Nor when the guard itself can't tell: only exit code 2 would keep it back.
  expect((await guard(mainPath, 'no question')).code).toBe(1)
  expect(await takeRefusals(join(ground.path, 'home', 'refusals'), async () => {})).toBe(0)
})

test('a session in a worktree is kept to it, wherever it stands at that moment', async () => {
  const { mainPath, worktree } = scene
  const own = write(worktree, join(worktree, 'notes.md'))
  expect(await guard(worktree, own)).toEqual({ code: 0, stderr: '', message: undefined })
  const asked = write(mainPath, join(mainPath, 'notes.md'))
  expect(await guard(mainPath, asked, worktree)).toMatchObject({ code: 0, permissionDecision: 'deny' })
  expect((await guard(worktree, 'no question')).code).toBe(2)
})

test('a session in another repository, or in none, is left in peace', async () => {
  const orchard = await ground.repository('orchard')
  for (const folder of [orchard, ground.path]) {
    const path = join(scene.mainPath, 'notes.md')
    expect(await guard(folder, write(folder, path))).toEqual({ code: 0, stderr: '', message: undefined })
    expect(await hook(['remind', '--main', scene.mainPath], folder)).toEqual({
      code: 0,
      stderr: '',
      message: undefined,
    })
  }
})

test('a session hears as it begins whether it is in MAIN, and in a worktree for which Brief that is', async () => {
  const { mainPath, worktree } = scene
  const remind = (folder: string) => hook(['remind', '--main', mainPath], folder)
  expect(await remind(mainPath)).toMatchObject({ hookEventName: 'SessionStart' })
  expect((await remind(mainPath)).additionalContext).toContain('This folder is MAIN')
  await tieToBrief(join(mainPath, '.git'), worktree, 4)
  expect((await remind(worktree)).additionalContext).toMatch(/Brief #4\b.*recall_brief with briefId 4\b/)
  await tieToBrief(join(mainPath, '.git'), worktree, undefined)
  expect((await remind(worktree)).additionalContext).toBeUndefined()
  await writeFile(join(scene.ownGitDir, 'flower-brief'), '4; rm -rf /\n')
  expect((await remind(worktree)).additionalContext).toBeUndefined()
})
