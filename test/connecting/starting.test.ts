import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { practiceGround } from '../practice-repository.ts'
import { cleanEnvironment, flowerWords } from '../server.ts'

const folder = mkdtempSync(join(tmpdir(), 'flower-up-'))
const env = { ...cleanEnvironment(), FLOWER_HOME: join(folder, 'home'), NO_COLOR: '1' }
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** What `flower up` says in a folder, until it is up. */
async function saidIn(cwd: string): Promise<string> {
  const [node, program] = flowerWords
  const child = spawn(node, [program, 'up', '--no-open', '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGTERM')
  await ended
  return said
}

test('who has no project yet is told why the folder is none, and how to mend it; who has one is let alone', async () => {
  const ground = await practiceGround()
  expect(await saidIn(folder)).toContain(`${folder} is in no git repository. Make one: git -C ${folder} init`)
  const garden = await ground.repository('garden')
  expect(await saidIn(garden)).toContain(`Project garden at ${garden}.`)
  expect(await saidIn(folder)).not.toContain('git repository')
  await ground.remove()
})
