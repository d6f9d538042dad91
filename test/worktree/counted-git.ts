// A git that counts how often it is started, first on the PATH of this process and of all that it starts.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export type CountedGit = {
  /** Since the last call. */
  count: () => number
  /** Takes it off the PATH. */
  remove: () => void
}

/** `folder` is one to make. */
export async function countedGit(folder: string): Promise<CountedGit> {
  const before = process.env.PATH ?? ''
  const real = before
    .split(delimiter)
    .map(each => join(each, 'git'))
    .find(existsSync)
  if (real === undefined) throw new Error('there is no git on the PATH')
  const tally = join(folder, 'tally')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'git'), `#!/bin/sh\necho >> '${tally}'\nexec '${real}' "$@"\n`)
  await chmod(join(folder, 'git'), 0o755)
  process.env.PATH = `${folder}${delimiter}${before}`
  return {
    count: () => {
      const counted = existsSync(tally) ? readFileSync(tally).length : 0
      rmSync(tally, { force: true })
      return counted
    },
    remove: () => {
      process.env.PATH = before
    },
  }
}
