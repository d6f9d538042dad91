// Watches MAIN: whatever changes its files, HEAD, index, branch, hooks or settings from outside is told within moments.

import { dirname } from 'node:path'
import { commitAt } from '../git/commits.ts'
import { CheckoutWatch } from './checkout-watch.ts'
import { FolderWatches } from './folder-watches.ts'
import { lookInTurn } from './look-in-turn.ts'
import { type SettingsDigest, settingsDigest } from './settings.ts'
import { type MainPlace, type MainState, mainState } from './state.ts'

export interface MainWatchWish extends MainPlace {
  /** The commit that MAIN's branch ought to be at, asked at each look; undefined: any will do. */
  expectedCommit: () => string | undefined
  /** The settings as they were last known to be right; left out, they are right as they are now. */
  settings?: SettingsDigest
  /** Whether a landing of our own is under way: what it changes doesn't count. */
  isLanding: () => Promise<boolean>
  /**
   * Gets each state that differs from the one before, the first one too, `clean` too. Comes in order, one at a time.
   * `onlyMoved`: the branch is at another commit, and what is changed is as it was told.
   */
  onState: (state: MainState, onlyMoved: boolean) => void | Promise<void>
}

export interface MainWatch {
  /** Looks now, whether anything was told of or not, and answers once the state, if new, was handed on. */
  look: () => Promise<MainState>
  /** The settings and hooks are right as they are now: flower changed them itself. */
  acceptSettings: () => Promise<SettingsDigest>
  /** `polling`: the system won't watch, so that MAIN is looked at again and again. */
  means: () => 'events' | 'polling'
  stop: () => void
}

/** Changes come in crowds: one look for all of them, and not later than this after the first. */
const QUIET_MS = 100
const LATEST_MS = 500
/** How often to ask whether a landing of our own has ended. */
const JOURNAL_MS = 100
/** Should the system ever lose a notice. */
const BACKSTOP_MS = 60_000
/** Without notices: at most a tenth of one processor's time. */
const POLL_MS = { least: 1_000, most: 30_000, share: 10 }

const IN_GIT_FOLDER = ['', 'hooks', 'info', 'objects/info', 'flower', 'flower/hooks', 'refs']
/** What others change there all day. */
const OF_OTHERS = /\.lock$|^(?:objects|worktrees|logs|lfs|modules|FETCH_HEAD|gc\.pid|COMMIT_EDITMSG)$/

/** Answers after the first look. */
export async function watchMain(wish: MainWatchWish): Promise<MainWatch> {
  const watch = new Watch(wish, wish.settings ?? (await settingsDigest(wish.gitDir)))
  await watch.start()
  return {
    look: () => watch.look(),
    acceptSettings: () => watch.acceptSettings(),
    means: () => watch.means,
    stop: () => watch.stop(),
  }
}

class Watch {
  means: 'events' | 'polling' = 'events'
  readonly #wish: MainWatchWish
  readonly #checkout: CheckoutWatch
  readonly #gitFolder: FolderWatches
  #settings: SettingsDigest
  #told = ''
  #tip: string | undefined
  #timer: NodeJS.Timeout | undefined
  #firstEventAt: number | undefined
  #gitChanged = false
  #lost = false
  #stopped = false

  constructor(wish: MainWatchWish, settings: SettingsDigest) {
    this.#wish = wish
    this.#settings = settings
    const onFailure = () => {
      this.means = 'polling'
      this.#checkout.stop()
      this.#gitFolder.stop()
      this.#in(0)
    }
    const onEvent = (path: string) => (path === '.git' ? this.#gitEvent('') : this.#soon())
    this.#checkout = new CheckoutWatch(wish, { onEvent, onFailure })
    this.#gitFolder = new FolderWatches(wish.gitDir, { onEvent: path => this.#gitEvent(path), onFailure })
  }

  async start(): Promise<void> {
    this.#followGitFolders()
    await this.#checkout.start()
    await this.look()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#checkout.stop()
    this.#gitFolder.stop()
  }

  async acceptSettings(): Promise<SettingsDigest> {
    this.#settings = await settingsDigest(this.#wish.gitDir)
    await this.look()
    return this.#settings
  }

  look(): Promise<MainState> {
    return lookInTurn(this.#wish.gitDir, () => this.#lookNow())
  }

  async #lookNow(): Promise<MainState> {
    const began = performance.now()
    this.#followGitFolders()
    const state = await this.#read()
    await this.#find(state)
    const words = JSON.stringify(state)
    const tip = await commitAt(this.#wish.gitDir, `refs/heads/${this.#wish.branch}`)
    // A landing may have begun in the midst of it.
    const ours = await this.#wish.isLanding()
    const onlyMoved = words === this.#told
    if (!this.#stopped && !ours && (!onlyMoved || tip !== this.#tip)) {
      this.#told = words
      this.#tip = tip
      await this.#wish.onState(state, onlyMoved)
    }
    const took = performance.now() - began
    const pause = Math.min(Math.max(took * POLL_MS.share, POLL_MS.least), POLL_MS.most)
    if (ours) this.#in(JOURNAL_MS)
    else if (this.#firstEventAt === undefined) this.#in(this.means === 'polling' || this.#lost ? pause : BACKSTOP_MS)
    return state
  }

  async #read(): Promise<MainState> {
    try {
      return await mainState(this.#wish, { commit: this.#wish.expectedCommit(), settings: this.#settings })
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return { outcome: 'changed', faults: [{ kind: 'unreadable', detail }] }
    }
  }

  /** Where MAIN isn't in its place, its watches are of something else: they are made anew once it is back. */
  async #find(state: MainState): Promise<void> {
    const was = this.#lost
    this.#lost =
      state.outcome === 'changed' && state.faults.some(({ kind }) => kind === 'gone' || kind === 'redirected')
    if (!was || this.#lost || this.means === 'polling') return
    this.#gitFolder.drop('')
    this.#followGitFolders()
    await this.#checkout.start()
  }

  #gitEvent(path: string): void {
    if (OF_OTHERS.test(path)) return
    this.#gitChanged = true
    // It may be another one by now; the next look watches it again.
    if (this.#gitFolders().includes(path)) this.#gitFolder.drop(path)
    this.#soon()
  }

  #soon(): void {
    const now = performance.now()
    this.#firstEventAt ??= now
    this.#in(Math.max(0, Math.min(QUIET_MS, this.#firstEventAt + LATEST_MS - now)))
  }

  #in(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#wake(), ms)
    this.#timer.unref()
  }

  async #wake(): Promise<void> {
    const told = this.#firstEventAt !== undefined
    this.#firstEventAt = undefined
    const ofGit = this.#gitChanged
    this.#gitChanged = false
    // A landing tells of thousands of files: one question is enough when it has ended.
    if (await this.#wish.isLanding()) return this.#in(JOURNAL_MS)
    const counts = await this.#checkout.sift()
    if (told && !ofGit && !counts) return this.#in(BACKSTOP_MS)
    await this.look()
  }

  #followGitFolders(): void {
    for (const path of this.#gitFolders()) this.#gitFolder.add(path)
  }

  /** Those that hold MAIN's own state and the way to its branch. */
  #gitFolders(): string[] {
    const folders = [...IN_GIT_FOLDER]
    for (let path = dirname(`refs/heads/${this.#wish.branch}`); path !== 'refs'; path = dirname(path))
      folders.push(path)
    return folders
  }
}
