/** Something that some tests need is not on this machine: they are skipped loudly, and in CI the run fails instead. */
export function missing(what: string, reason: string): void {
  if (process.env['CI'] === 'true') throw new Error(`the ${what} tests cannot run: ${reason}`)
  skipLoudly(what, reason)
}

/** For what is not ours to bring: a registry that is away today says nothing about flower. */
export function skipLoudly(what: string, reason: string): void {
  process.stderr.write(`\nSKIPPED: every test that needs a ${what}: ${reason}\n\n`)
}
