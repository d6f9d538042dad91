/**
 * Before the run: installs the real harnesses from npm, in versions that are pinned here, into a folder of the person's own
 * cache; none is in the repository. Names it in FLOWER_TEST_AGENTS. Says once, loudly, when that can't be done.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { missing } from './missing.ts'

const PACKAGES = ['@anthropic-ai/claude-code@2.1.332', '@openai/codex@0.171.0']

export function setup(): void {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  const name = PACKAGES.map(each => each.replace(/^@[^/]+\//, '').replace('@', '-')).join('+')
  const folder = join(cache, 'flower-test-agents', name)
  const reason = existsSync(join(folder, 'installed')) ? undefined : install(folder)
  if (reason === undefined) process.env['FLOWER_TEST_AGENTS'] = folder
  else missing('real agent', `npm could not install ${PACKAGES.join(' and ')}: ${reason}`)
}

/** Undefined when it is done. No script of theirs runs: the programs are used as they are in their packages. */
function install(folder: string): string | undefined {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...PACKAGES]
  const npm = spawnSync('npm', args, { cwd: folder, timeout: 300_000, encoding: 'utf8' })
  if (npm.status !== 0) return npm.error?.message ?? npm.stderr.trim().split('\n').slice(-3).join(' ')
  writeFileSync(join(folder, 'installed'), '')
  return undefined
}
