/** What this machine says of itself, for `doctor` and `info`: nothing here touches the rows of the store. */
import { resolve } from 'node:path'
import type { Complaint } from '#contract/shapes.ts'
import { run } from '#machine/command.ts'
import { freeBytes } from '#machine/files.ts'
import { filesystemKind } from '#machine/filesystem-kind.ts'
import { backupStore } from '#store/file/backup.ts'
import type { Store } from '#store/store.ts'
import { CannotStart } from './cannot-start.ts'
import { type Home, openHome } from './home.ts'

const low = 500 * 1024 * 1024

/** `complaints` with their cures, and what was `looked` at. */
export async function lookAtMachine(home: Home, store?: Store): Promise<{ complaints: Complaint[]; looked: string[] }> {
  const found = await Promise.all([
    gitComplaint(),
    diskComplaint(home),
    shareComplaint(home, store),
    readOnlyComplaint(store),
  ])
  return { complaints: found.filter(each => each !== undefined), looked: ['git', 'disk', 'file system', 'writing'] }
}

async function gitComplaint(): Promise<Complaint | undefined> {
  const git = await run('git', ['--version'], { cwd: '/', timeoutMs: 5_000, maxBytes: 1_000 })
  if (git.outcome !== 'ok')
    return {
      what: 'git does not answer.',
      severity: 'fault',
      cure: 'Install git 2.31 or newer and put it on the PATH.',
    }
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(git.stdout) ?? []).map(Number)
  if (major > 2 || (major === 2 && minor >= 31)) return undefined
  return { what: `git ${major}.${minor} is too old.`, severity: 'fault', cure: 'Install git 2.31 or newer.' }
}

async function diskComplaint(home: Home): Promise<Complaint | undefined> {
  const free = await freeBytes(home.path)
  if (free >= low) return undefined
  return {
    what: `Only ${Math.round(free / 1024 / 1024)} MB are free beside ${home.path}.`,
    severity: 'warning',
    cure: 'Make room: on a full disk flower only reads.',
  }
}

async function shareComplaint(home: Home, store: Store | undefined): Promise<Complaint | undefined> {
  if (store?.dialect === 'postgres') return undefined
  const { kind, name } = await filesystemKind(home.path)
  if (kind !== 'shared') return undefined
  return {
    what: `${home.path} lies on a shared file system (${name}), where SQLite loses data.`,
    severity: 'fault',
    cure: 'Set FLOWER_HOME to a local disk, or FLOWER_DATABASE_URL to a PostgreSQL.',
  }
}

async function readOnlyComplaint(store: Store | undefined): Promise<Complaint | undefined> {
  const problem = store?.readOnly()
  return problem
    ? {
        what: `Nothing can be written: ${problem}.`,
        severity: 'fault',
        cure: 'Make room on the disk, or make it writable; writing goes on by itself.',
      }
    : undefined
}

/** `path`, or a file of its own name beside the store. */
export async function backupTo(
  home: Home,
  place: { file: string } | { url: string },
  path: string | undefined,
): Promise<{ path: string; bytes: number }> {
  const now = (): string => new Date().toISOString()
  return backupStore(place, resolve(path ?? `${home.database}.backup-${now().replace(/[:.]/g, '-')}`), now)
}

/** What `flower doctor` can say while no house can be built. */
export async function complaintsWithoutHouse(env: Readonly<Record<string, string | undefined>>): Promise<Complaint[]> {
  try {
    return (await lookAtMachine(await openHome(env))).complaints
  } catch (reason) {
    if (!(reason instanceof CannotStart)) throw reason
    return [{ what: reason.message, severity: 'fault', cure: reason.cure }]
  }
}
