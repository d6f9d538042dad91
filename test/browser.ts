/** The Chromium that the stories drive: Debian's, or any that the machine has. Never downloaded. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// It speaks to nobody but the page under test, also as root and without a graphics card.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of Chromium: `FLOWER_CHROMIUM` when set, otherwise the first on PATH. */
export function findChromium(): string | undefined {
  const named = process.env['FLOWER_CHROMIUM']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(isExecutable)
}

/** Starts Chromium without a window; the caller closes it. Guard with `describe.skipIf(!findChromium())`. */
export function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium on this machine: guard the test with findChromium')
  return chromium.launch({ executablePath, args: FLAGS })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
