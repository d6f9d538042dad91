// The system's own notices of what changes in folders below a root, one watch for each folder.

import { type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'

export interface FolderListener {
  /** Gets the path of what changed, relative to the root, with `/`; '' is the root itself. */
  onEvent: (path: string) => void
  /** The system watches no more, such as for want of watches: every watch has ended. */
  onFailure: (reason: string) => void
}

/** What a folder that is gone, or that we may not enter, answers to being watched. */
const UNWATCHABLE = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES'])

export class FolderWatches {
  readonly #root: string
  readonly #listener: FolderListener
  readonly #watchers = new Map<string, FSWatcher>()
  #stopped = false

  constructor(root: string, listener: FolderListener) {
    this.#root = root
    this.#listener = listener
  }

  /** Whether the folder is watched now. `whole`: with all that is below, where the system can do that by itself. */
  add(path: string, whole = false): boolean {
    if (this.#stopped) return false
    if (this.#watchers.has(path)) return true
    try {
      const watcher = watch(join(this.#root, path), { persistent: false, recursive: whole })
      watcher.on('change', (_, name) => this.#told(path, name?.toString() ?? ''))
      watcher.on('error', error => this.#failed(path, error))
      this.#watchers.set(path, watcher)
      return true
    } catch (error) {
      this.#failed(path, error)
      return false
    }
  }

  /** Ends the watches of a folder and of all that is below: what they are of is no longer what is there. */
  drop(path: string): void {
    const below = path === '' ? '' : `${path}/`
    for (const [each, watcher] of this.#watchers) {
      if (each !== path && !each.startsWith(below)) continue
      watcher.close()
      this.#watchers.delete(each)
    }
  }

  stop(): void {
    this.drop('')
    this.#stopped = true
  }

  get count(): number {
    return this.#watchers.size
  }

  #told(path: string, name: string): void {
    if (this.#stopped) return
    const parts = [path, name.split(sep).join('/')]
    this.#listener.onEvent(parts.filter(part => part !== '').join('/'))
  }

  #failed(path: string, error: unknown): void {
    if (this.#stopped) return
    if (error instanceof Error && 'code' in error && UNWATCHABLE.has(error.code)) return this.drop(path)
    this.stop()
    this.#listener.onFailure(error instanceof Error ? error.message : String(error))
  }
}
