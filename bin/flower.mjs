#!/usr/bin/env node
// The command `flower`. In a checkout it gets Node 24 and a fresh build first; an installed package has both or says what to do.
// Runs on Node 18 and newer up to the hand-over.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

const isCheckout = existsSync(new URL('../scripts/boot.mjs', import.meta.url))

keepCompiledCode()
if (isCheckout) {
  const { underNode24 } = await import('../scripts/boot.mjs')
  await underNode24(import.meta.url)
  const { ensureBuilt, ensureInstalled } = await import('../scripts/fresh.mjs')
  ensureInstalled()
  ensureBuilt()
} else if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `flower: needs Node 24 or newer, this is ${process.version}: install it with your version manager and start again\n`,
  )
  process.exit(1)
}

await import('../dist/app/flower.js')

/** Keeps V8's code between starts, in the reader's own cache folder: one under /tmp could be planted by somebody else. */
function keepCompiledCode() {
  const caches = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'))
  if (caches) module.enableCompileCache?.(join(caches, 'flower'))
}
