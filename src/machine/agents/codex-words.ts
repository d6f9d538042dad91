// The words by which Codex is started. Everything is given for the one call; the person's own settings stay as they are.

import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { arrayOf, type Json, readJson, recordOf, textOf } from '#domain/agent/loose-json.ts'
import { hookSettings } from '#domain/guard/harness.ts'
import { run } from '../command.ts'
import { remindBy } from './claude.ts'
import type { Host } from './driver.ts'
import { findProgram } from './find-program.ts'

type Asking = Pick<Host, 'start' | 'write' | 'launch'>

const TRUST_MS = 20_000

/** The package's own start script passes no SIGKILL on, so the program in it is started where it can be found. */
export function nativeCodex(words: string[], path: string | undefined, cwd: string): string[] {
  const [program = '', ...rest] = words
  const found = findProgram(program, path, cwd)
  const script = found === undefined ? '' : realpathSync(found)
  if (basename(script) !== 'codex.js') return words
  const name = `codex-${process.platform}-${process.arch}`
  const root = dirname(dirname(script))
  const places = [join(root, 'node_modules/@openai', name), join(dirname(root), name), root]
  const natives = places
    .map(place => join(place, 'vendor'))
    .flatMap(vendor => (existsSync(vendor) ? readdirSync(vendor).map(triple => join(vendor, triple, 'bin/codex')) : []))
  const native = natives.find(each => existsSync(each))
  return native === undefined ? words : [native, ...rest]
}

/** `-c name=value`, for what a turn needs whichever it is; a person at a terminal is asked as they like it. */
export async function settingsFor({ start }: Pick<Host, 'start'>, isAlone: boolean): Promise<string[]> {
  const settings = [
    ...(isAlone ? ['approval_policy="never"'] : []),
    `mcp_servers.flower=${toml({ url: start.mcp.url, bearer_token_env_var: 'FLOWER_TOKEN', default_tools_approval_mode: 'approve' })}`,
    // The shell of the agent calls flower too, and its processes carry the run's marker.
    'shell_environment_policy.ignore_default_excludes=true',
    ...(start.seal ? ['sandbox_mode="danger-full-access"'] : await sandboxFor(start.cwd)),
    ...(start.harness.model === undefined ? [] : [`model=${toml(start.harness.model)}`]),
  ]
  return settings.flatMap(setting => ['-c', setting])
}

/** Its own sandbox, opened for the two folders in which git commits for a linked worktree. */
async function sandboxFor(cwd: string): Promise<string[]> {
  const args = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir']
  const told = await run('git', args, { cwd, timeoutMs: 10_000, maxBytes: 10_000 })
  const roots = told.outcome === 'ok' ? [...new Set(told.stdout.trim().split('\n'))] : []
  return [
    'sandbox_mode="workspace-write"',
    `sandbox_workspace_write.writable_roots=${toml(roots)}`,
    'sandbox_workspace_write.network_access=true',
  ]
}

/**
 * Hooks for this call alone, trusted by the very hash that Codex has of them: no other hook is trusted by that.
 * Undefined: this Codex doesn't take them.
 */
export async function hooksFor(host: Asking, codex: string[]): Promise<string[] | undefined> {
  const { guard, reminder } = host.start
  const guarded = guard === undefined ? {} : (hookSettings(guard) as { hooks: Record<string, Json> }).hooks
  const reminding = [
    { matcher: 'compact', hooks: [{ type: 'command', command: remindBy(host, reminder), timeout: 30 }] },
  ]
  const hooks: Record<string, Json> = { ...guarded, SessionStart: reminding }
  const given = Object.entries(hooks).flatMap(([event, value]) => ['-c', `hooks.${event}=${toml(value)}`])
  const hashes = await hashesOf(host, [...codex, 'app-server', ...given])
  if (hashes.length < Object.keys(hooks).length) return undefined
  const state = Object.fromEntries(hashes.map(({ key, hash }) => [key, { trusted_hash: hash }]))
  return [...given, '-c', `hooks.state=${toml(state)}`]
}

/** Asks Codex itself, which knows all hooks, for those that come from the command line. */
async function hashesOf(host: Asking, words: string[]): Promise<{ key: string; hash: string }[]> {
  const { promise, resolve } = Promise.withResolvers<Json>()
  const child = await host.launch({
    words,
    hear: line => {
      const answer = recordOf(readJson(line))
      if (answer['id'] === 2) resolve(answer['result'])
    },
  })
  child.write(
    `${JSON.stringify({ id: 1, method: 'initialize', params: { clientInfo: { name: 'flower', version: '1' } } })}\n`,
  )
  child.write(`${JSON.stringify({ method: 'initialized' })}\n`)
  child.write(`${JSON.stringify({ id: 2, method: 'hooks/list', params: { cwds: [host.start.cwd] } })}\n`)
  const late = pass(TRUST_MS, undefined, { ref: false })
  const told = recordOf(await Promise.race([promise, child.ended.then(() => undefined), late]))
  child.process.stdin.end()
  child.signal('SIGTERM')
  await child.ended
  const hooks = arrayOf(told['data'])
    .flatMap(each => arrayOf(recordOf(each)['hooks']))
    .map(recordOf)
  return hooks
    .filter(hook => hook['source'] === 'sessionFlags' && textOf(hook['currentHash']) !== '')
    .map(hook => ({ key: textOf(hook['key']), hash: textOf(hook['currentHash']) }))
}

/** A value in one line of TOML: its texts are written like those of JSON. */
export function toml(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}=${toml(each)}`)
  return `{${pairs.join(',')}}`
}
