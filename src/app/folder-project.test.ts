import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { type PracticeGround, practiceGround } from '../../test/practice-repository.ts'
import { projectOfFolder, worktreeOfFolder } from './folder-project.ts'

let ground: PracticeGround
let garden: string
let ports: string
beforeAll(async () => {
  ground = await practiceGround()
  garden = await ground.repository('garden')
  ports = join(ground.path, 'ports')
  await ground.git(garden, 'worktree', 'add', '-q', '-b', 'ports', ports)
  await ground.git(garden, 'worktree', 'add', '-q', '-b', 'by-hand', join(ground.path, 'by-hand'))
  mkdirSync(join(ports, 'src'))
})
afterAll(() => ground.remove())

/** Knows garden with one worktree; the second page of worktrees has it. */
const client = (): Client => ({
  call: async (name, input) => {
    if (name === 'project.list')
      return { items: [{ slug: 'garden', path: garden, gitDir: join(garden, '.git') }] } as never
    const items = 'cursor' in (input as object) ? [{ id: 12, path: ports }] : [{ id: 13, path: '/elsewhere' }]
    return { items, ...('cursor' in (input as object) ? {} : { nextCursor: '13' }) } as never
  },
})

it('a folder within a worktree means that worktree, and one in MAIN means MAIN', async () => {
  expect(await worktreeOfFolder(join(ports, 'src'), client())).toBe(12)
  expect(await projectOfFolder(join(ports, 'src'), client())).toBe('garden')
  expect(await worktreeOfFolder(garden, client())).toBeUndefined()
  expect(await worktreeOfFolder(ground.path, client())).toBeUndefined()
})

it('a worktree that the house does not know is never taken for MAIN', async () => {
  expect(await worktreeOfFolder(join(ground.path, 'by-hand'), client())).toBe('unknown')
})
