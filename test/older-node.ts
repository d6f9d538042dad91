import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A Node on PATH that is older than flower needs, to see with what becomes of it; undefined when there is none. */
export function findOlderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const candidates = new Set(folders.map(folder => join(folder, 'node')).filter(path => existsSync(path)))
  return [...candidates].find(node => Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))) < 24)
}
