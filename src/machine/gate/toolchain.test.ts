import { chmod, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { toolchainOf } from './toolchain.ts'

let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tools-')))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text)
  await chmod(join(folder, name), 0o755)
}

const of = async (yaml: string, path = folder) => {
  const { configuration } = parseConfiguration(yaml)
  if (!configuration) throw new Error(yaml)
  return toolchainOf(configuration, path)
}

test('another version of a program that gates or preparing call is another toolchain, also behind a link', async () => {
  await program('mason-1', 'one')
  await symlink(join(folder, 'mason-1'), join(folder, 'mason'))
  const yaml = 'gates: {build: {run: mason all}}\nworktrees: {prepare: trowel}'
  const before = await of(yaml)
  expect(await of(yaml)).toEqual(before)
  expect(before.parts.find(each => each.startsWith('mason '))).toContain(`mason ${folder}/mason-1 3 `)
  expect(before.parts).toContain('trowel is not there')
  await program('trowel', 'new')
  const trowelled = await of(yaml)
  expect(trowelled.id).not.toBe(before.id)
  await program('mason-1', 'another')
  expect((await of(yaml)).id).not.toBe(trowelled.id)
})

test('what nobody calls makes no difference, nor does a program that is in the tree, nor the order of folders', async () => {
  const yaml = 'gates: {build: {run: ./scripts/build}, lint: {run: "a && b", shell: true}}'
  const before = await of(yaml)
  expect(before.parts.map(each => each.split(' ')[0])).toEqual([process.platform, 'git', 'node', 'sh'])
  await program('other', 'x')
  expect(await of(yaml, `/nowhere:${folder}:relative`)).toEqual(before)
})
