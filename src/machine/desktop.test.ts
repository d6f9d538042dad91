import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInBrowser } from './desktop.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('without a screen nothing is tried', async () => {
  expect(await openInBrowser('http://127.0.0.1:1/', { PATH: folder }, 'linux')).toEqual({ outcome: 'no_desktop' })
})

test('a screen without an opener is said to be so', async () => {
  const answer = await openInBrowser('http://127.0.0.1:1/', { PATH: folder, DISPLAY: ':0' }, 'linux')
  expect(answer).toEqual({ outcome: 'no_opener', program: 'xdg-open' })
})

test.skipIf(process.platform === 'win32')(
  'the address reaches the opener as one argument, no shell between',
  async () => {
    const bin = await mkdtemp(join(folder, 'bin-'))
    const opened = await mkdtemp(join(folder, 'opened-'))
    const script = `#!/bin/sh\nprintf '%s' "$#:$1:$DISPLAY" > "${opened}/part"\nmv "${opened}/part" "${opened}/whole"\n`
    await writeFile(join(bin, 'xdg-open'), script, { mode: 0o755 })
    const environment = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':7' }
    const url = 'http://127.0.0.1:4321/open?token=a&then=$(touch%20x);id'
    expect(await openInBrowser(url, environment, 'linux')).toEqual({ outcome: 'tried' })
    const told = () => readFile(join(opened, 'whole'), 'utf8').catch(() => undefined)
    await expect.poll(told).toBe(`1:${url}::7`)
  },
)

test('only web addresses are opened', async () => {
  await expect(openInBrowser('file:///etc/passwd')).rejects.toThrow('not a web address')
  await expect(openInBrowser('javascript:alert(1)')).rejects.toThrow('not a web address')
})
