/** Before the run: says once, loudly, when there is no browser; in CI that is a failure, not a skip. */
import { findChromium } from '../browser.ts'
import { missing } from './missing.ts'

export function setup(): void {
  if (!findChromium()) missing('browser', 'there is no Chromium on PATH: install it or name it in FLOWER_CHROMIUM')
}
