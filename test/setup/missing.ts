/** Something that some tests need is not on this machine: they are skipped loudly, and in CI the run fails instead. */
export function missing(what: string, reason: string): void {
  if (process.env['CI'] === 'true') throw new Error(`the ${what} tests cannot run: ${reason}`)
  process.stderr.write(`\nSKIPPED: every test that needs a ${what}: ${reason}\n\n`)
}
