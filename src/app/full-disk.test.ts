import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanEnvironment, flowerWords, startServer } from '../../test/server.ts'

const disk = mkdtempSync(join(tmpdir(), 'flower-disk-'))
const hasDisk = process.platform === 'linux' && mount()
afterAll(() => {
  if (hasDisk) execFileSync('umount', ['--lazy', disk])
  rmSync(disk, { recursive: true, force: true })
})

/** A real small disk of its own, where we may mount one. */
function mount(): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status === 0
}

/** To the last byte, again after whatever gave some room back. */
function fill(): void {
  const { bavail, bsize } = statfsSync(disk)
  appendFileSync(join(disk, 'filling'), Buffer.alloc(bavail * bsize))
}

const flower = (home: string, ...args: string[]) => {
  const [node, program] = flowerWords
  const env = { ...cleanEnvironment(), FLOWER_HOME: home }
  const { status, stderr } = spawnSync(node, [program, ...args], {
    env,
    encoding: 'utf8',
    cwd: tmpdir(),
    timeout: 20_000,
  })
  return { status, stderr }
}

test.runIf(hasDisk)(
  'a full disk refuses a start and a backup by name, and costs nothing that was acknowledged',
  async () => {
    const home = join(disk, 'home')
    mkdirSync(home, { mode: 0o700 })
    mkdirSync(join(disk, 'new', 'logs'), { recursive: true, mode: 0o700 })
    const server = await startServer({ home })
    const { seq } = await server.client().call('system.info', {})
    fill()
    await expect(server.client().call('data.backup', {})).rejects.toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining('the disk is full'),
    })
    await server.kill()
    fill()
    for (const args of [['up', '--no-open', '--port', '0'], ['ls']])
      expect(flower(join(disk, 'new'), ...args)).toMatchObject({
        status: 6,
        stderr: expect.stringMatching(/^flower: The disk of .*new is full.*\nnext: Make room/),
      })
    rmSync(join(disk, 'filling'))
    const again = await server.again()
    expect((await again.client().call('system.info', {})).seq).toBeGreaterThanOrEqual(seq)
    await again.remove()
  },
)
