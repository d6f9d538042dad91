/** The repository that the demo plays in: one of its own, so that nobody's work is touched. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '#machine/git/command.ts'
import { CannotStart } from '../cannot-start.ts'

const files = {
  'README.md': '# Demo\n\nHere the cast of `flower demo` works. Nothing of yours is in it.\n',
  'package.json': '{ "name": "demo", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/ports.js': 'export const portOf = worktree => 4000 + worktree\n',
  'src/ports.test.js':
    "import { strictEqual } from 'node:assert'\nimport { test } from 'node:test'\nimport { portOf } from './ports.js'\n\ntest('each worktree has a port of its own', () => strictEqual(portOf(3), 4003))\n",
}

export const demoFolder = (home: string): string => join(home, 'demo')

/** Makes it when it is not there; answers its path. */
export async function demoRepository(home: string): Promise<string> {
  const folder = demoFolder(home)
  await mkdir(join(folder, 'src'), { recursive: true })
  // One that was cut off before its first commit is begun anew.
  const begun = await git({ gitDir: join(folder, '.git') }, ['rev-parse', '--verify', '--quiet', 'refs/heads/main'])
  if (begun.outcome === 'ok') return folder
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', '-c', 'commit.gpgSign=false']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...author, 'commit', '-q', '-m', 'Begin the demo'],
  ]) {
    const done = await git({ folder }, args)
    if (done.outcome !== 'ok')
      throw new CannotStart(`git ${args.at(-1)} did not work in ${folder}.`, 'See what git says there.')
  }
  return folder
}
