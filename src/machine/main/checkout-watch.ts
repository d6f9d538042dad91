// Tells of changes in MAIN's files, but never of those that git ignores: folders such as node_modules, which hold most of
// a disk's folders, are not even entered.

import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gitForBytes } from '../git/command.ts'
import { type FolderListener, FolderWatches } from './folder-watches.ts'
import type { MainPlace } from './state.ts'

const MOST_REMEMBERED = 10_000
const IS_WHOLE = process.platform !== 'linux'

export class CheckoutWatch {
  readonly #place: MainPlace
  readonly #watches: FolderWatches
  /** What git was asked of before, so that a log that grows all day costs one question. */
  readonly #isIgnored = new Map<string, boolean>()
  #changed = new Set<string>()

  /** `onEvent` comes for ignored files too, which `sift` tells apart, and for the git folder itself as `.git`. */
  constructor(place: MainPlace, listener: FolderListener) {
    this.#place = place
    this.#watches = new FolderWatches(place.mainPath, {
      ...listener,
      onEvent: path => {
        if (path.startsWith('.git/')) return
        if (path !== '.git') this.#changed.add(path)
        listener.onEvent(path)
      },
    })
  }

  /** Also again, when the checkout itself has been replaced by another. */
  async start(): Promise<void> {
    this.#watches.drop('')
    if (IS_WHOLE) this.#watches.add('', true)
    else await this.#watchBelow('', await this.#ignoredFolders())
  }

  stop(): void {
    this.#watches.stop()
  }

  /** Follows the folders that came or went since the last call, and says whether anything changed that isn't ignored. */
  async sift(): Promise<boolean> {
    const changed = [...this.#changed]
    this.#changed = new Set()
    const rulesChanged = changed.some(path => basename(path) === '.gitignore')
    if (rulesChanged || this.#isIgnored.size > MOST_REMEMBERED) this.#isIgnored.clear()
    const counted = await this.#withoutIgnored(changed)
    if (!IS_WHOLE && counted.length > 0) await this.#followFolders(counted)
    return counted.length > 0
  }

  async #followFolders(paths: string[]): Promise<void> {
    const kinds = await Promise.all(paths.map(path => lstat(join(this.#place.mainPath, path)).catch(() => undefined)))
    const folders = paths.filter((path, at) => path !== '' && kinds[at]?.isDirectory())
    for (const [at, path] of paths.entries()) if (kinds[at] === undefined) this.#watches.drop(path)
    if (folders.length === 0) return
    const ignored = await this.#ignoredFolders()
    for (const path of folders) {
      // Its watch, if there is one, is of what was there before.
      this.#watches.drop(path)
      await this.#watchBelow(path, ignored)
    }
  }

  /** Watches first and reads then, so that nothing falls in between. */
  async #watchBelow(path: string, ignored: Set<string>): Promise<void> {
    if (ignored.has(path) || !this.#watches.add(path)) return
    const entries = await readdir(join(this.#place.mainPath, path), { withFileTypes: true }).catch(() => [])
    const folders = entries.filter(entry => entry.isDirectory() && !(path === '' && entry.name === '.git'))
    for (const { name } of folders) await this.#watchBelow(path === '' ? name : `${path}/${name}`, ignored)
  }

  /** Folders that git ignores as a whole, with nothing tracked in them. */
  async #ignoredFolders(): Promise<Set<string>> {
    const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
    const listed = await gitForBytes(this.#git, args, { timeoutMs: 120_000 })
    if (listed.outcome !== 'ok') return new Set()
    const paths = Buffer.from(listed.stdout).toString('utf8').split('\0')
    return new Set(paths.filter(path => path.endsWith('/')).map(path => path.slice(0, -1)))
  }

  async #withoutIgnored(paths: string[]): Promise<string[]> {
    const unknown = paths.filter(path => path !== '' && !this.#isIgnored.has(path))
    if (unknown.length > 0) {
      const input = unknown.map(path => `${path}\0`).join('')
      // Tracked files are never ignored for it, whatever the rules say.
      const checked = await gitForBytes(this.#git, ['check-ignore', '-z', '--stdin'], { input })
      const ignored = checked.outcome === 'ok' ? Buffer.from(checked.stdout).toString('utf8').split('\0') : []
      for (const path of unknown) this.#isIgnored.set(path, ignored.includes(path))
    }
    return paths.filter(path => this.#isIgnored.get(path) !== true)
  }

  get #git() {
    return { gitDir: this.#place.gitDir, workTree: this.#place.mainPath }
  }

  get folders(): number {
    return this.#watches.count
  }
}
