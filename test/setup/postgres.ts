/** Before the run: starts one PostgreSQL and names it in FLOWER_TEST_POSTGRES_URL; ends it after the run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { missing } from './missing.ts'

export async function setup(): Promise<() => Promise<void>> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(keeper, 'exit')
  const stop = async () => {
    keeper.stdin.end()
    await ended
  }
  const said = await Promise.race([once(createInterface(keeper.stdout), 'line'), ended.then(() => [])])
  const { url, reason }: { url?: string; reason?: string } = JSON.parse(String(said[0] ?? '{}'))
  if (url) {
    process.env['FLOWER_TEST_POSTGRES_URL'] = url
    return stop
  }
  await stop()
  missing('PostgreSQL', reason ?? 'its keeper ended without a word')
  return async () => {}
}
