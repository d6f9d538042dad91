/** Before the run: builds what is stale. Tests start flower as it is installed; from its sources a start takes twice as long. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function setup(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('flower does not build, see above')
}
