// What git says of paths in a worktree: which it has, which it ignores, and what its lock files of packages are.

import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileIfThere } from '../files.ts'
import { type GitPlace, git } from '../git/command.ts'
import { noteOwnExcludes } from '../git/own-excludes.ts'
import type { Checkout } from './checkout.ts'

const placeOf = ({ gitDir, folder }: Checkout): GitPlace => ({ gitDir, workTree: folder })

/** Which of the paths git has in the worktree, themselves or something below them. */
export async function trackedAmong(checkout: Checkout, paths: readonly string[]): Promise<Set<string>> {
  const tracked = new Set<string>()
  // A command line has its limit.
  for (let at = 0; at < paths.length; at += 200) {
    const part = paths.slice(at, at + 200)
    const args = ['--literal-pathspecs', 'ls-files', '-z', '--', ...part]
    const files = lines(await answer(checkout, args)).map(each => `${each}/`)
    for (const path of part) if (files.some(file => file.startsWith(`${path}/`))) tracked.add(path)
  }
  return tracked
}

/** Which of the paths git ignores. One that nothing can be said of, as it lies in a submodule, counts as not ignored. */
export async function ignoredAmong(checkout: Checkout, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const args = ['check-ignore', '-z', '--stdin']
  const result = await git(placeOf(checkout), args, { input: paths.map(path => `${path}\0`).join('') })
  if (result.outcome === 'ok') return new Set(lines(result.stdout))
  if (result.outcome === 'failed' && result.exitCode === 1) return new Set()
  if (paths.length === 1) return new Set()
  const each = await Promise.all(paths.map(path => ignoredAmong(checkout, [path])))
  return new Set(each.flatMap(set => [...set]))
}

const lockFileNames = [
  'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'deno.lock', 'Cargo.lock', 'go.sum', 'poetry.lock', 'uv.lock',
  'Pipfile.lock', 'requirements.txt', 'Gemfile.lock', 'composer.lock', 'mix.lock', 'pubspec.lock', 'packages.lock.json', 'Package.resolved',
] // biome-ignore format: a list of names

/** Lock files of package managers in the worktree's index, each with the id of its content. */
export async function lockFiles(checkout: Checkout): Promise<Record<string, string>> {
  // Of all patterns git compares only those with one star at their beginning without trying them letter by letter.
  const patterns = lockFileNames.flatMap(name => [name, `*/${name}`])
  const entries = lines(await answer(checkout, ['ls-files', '-s', '-z', '--', ...patterns])).map(line => {
    const [facts = '', path = ''] = line.split('\t')
    return [path, facts.split(' ')[1] ?? ''] as const
  })
  return Object.fromEntries(entries)
}

async function answer(checkout: Checkout, args: string[]): Promise<string> {
  const result = await git(placeOf(checkout), args)
  if (result.outcome === 'ok') return result.stdout
  throw new Error(
    `git ${args.slice(0, 2).join(' ')}: ${result.outcome === 'failed' ? result.stderr.trim() : result.outcome}`,
  )
}

const lines = (text: string): string[] => text.split('\0').filter(line => line !== '')

/**
 * Makes git ignore paths in this repository's checkouts, in `info/exclude` and so without a change to any file of it.
 * A path that ends with a slash is a folder. Lines are only ever added, in one write, so that two preparations at once
 * both keep theirs. Throws when the file is a link: what it leads to is not ours to change.
 */
export async function excludeLocally({ commonDir }: Checkout, paths: readonly string[]): Promise<void> {
  const path = join(commonDir, 'info', 'exclude')
  await mkdir(join(commonDir, 'info'), { recursive: true })
  const flags = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | constants.O_NOFOLLOW
  const before = (await readFileIfThere(path))?.toString('utf8') ?? ''
  const there = new Set(before.split(/\r?\n/))
  const wanted = paths.map(patternOf).filter(pattern => !there.has(pattern))
  if (wanted.length === 0) return
  noteOwnExcludes(commonDir, wanted)
  const file = await open(path, flags, 0o644)
  try {
    await file.appendFile(`${before === '' || before.endsWith('\n') ? '' : '\n'}${wanted.join('\n')}\n`)
  } finally {
    await file.close()
  }
}

/** A path as a pattern of git that means this one place only. */
const patternOf = (path: string): string =>
  `/${path.replace(/[\\*?[]/g, String.raw`\$&`).replace(/ $/, String.raw`\ `)}`
