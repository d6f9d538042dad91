import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { git } from './command.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const place = (path: string) => ({ gitDir: join(path, '.git'), workTree: path })

test('a read leaves the index as it is, even where git would like to refresh it', async () => {
  const path = await ground.repository('refresh')
  await utimes(join(path, 'notes.md'), 1, 1)
  const before = await readFile(join(path, '.git/index'))
  expect(await git(place(path), ['status', '--porcelain', '-z'])).toEqual({ outcome: 'ok', stdout: '', stderr: '' })
  await git(place(path), ['diff', '--name-only'])
  expect(await readFile(join(path, '.git/index'))).toEqual(before)
  await git(place(path), ['status', '--porcelain', '-z'], { writes: true })
  expect(await readFile(join(path, '.git/index'))).not.toEqual(before)
})

test('no hook runs unless the step is the user’s own', async () => {
  const path = await ground.repository('hooks')
  const hook = join(path, '.git/hooks/post-checkout')
  await writeFile(hook, '#!/bin/sh\ntouch .git/hook-ran\n', { mode: 0o755 })
  const ran = join(path, '.git/hook-ran')
  await git(place(path), ['switch', '-q', '-c', 'first'], { writes: true })
  await expect(stat(ran)).rejects.toThrow('ENOENT')
  expect(await git(place(path), ['switch', '-q', '-c', 'second'], { writes: true, hooks: true })).toMatchObject({
    outcome: 'ok',
  })
  expect((await stat(ran)).isFile()).toBe(true)
})

test('git works where our records say, not where it stands', async () => {
  const [one, two] = [await ground.repository('one', 'alpha'), await ground.repository('two', 'beta')]
  const answer = await git({ gitDir: join(one, '.git'), workTree: two }, ['rev-parse', '--abbrev-ref', 'HEAD'])
  expect(answer).toMatchObject({ outcome: 'ok', stdout: 'alpha\n' })
})

test('names come unquoted and messages in English', async () => {
  const path = await ground.repository('words')
  await writeFile(join(path, 'zähler "x".md'), '')
  const listed = await git(place(path), ['ls-files', '--others', '-z'])
  expect(listed).toMatchObject({ stdout: 'zähler "x".md\0' })
  expect(await git(place(path), ['no-such-verb'])).toMatchObject({
    outcome: 'failed',
    stderr: expect.stringContaining('is not a git command'),
  })
})

test('a question for a password is refused at once, not waited for', async () => {
  const path = await ground.repository('password')
  const answer = await git(place(path), ['credential', 'fill'], { input: 'protocol=https\nhost=example.test\n\n' })
  expect(answer).toMatchObject({
    outcome: 'failed',
    stderr: expect.stringMatching(/terminal prompts disabled|could not read Username/),
  })
})
