// Pieces of the small POSIX shell scripts that git starts: quoting, and what every one of them begins and ends with.

/** The text as one word of a POSIX shell, whatever is in it. */
export function word(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A script that says where it comes from and how to be rid of it. `name` is the hook's. */
export function scriptOf(guardFolder: string, name: string, body: string): string {
  return `#!/bin/sh
# The hook ${name} of MAIN's guard, put here by flower; the repository's own hooks run after it.
# To take the guard out by hand: rm -r ${word(guardFolder)}
${body}`
}

/** Hands over to the repository's own hook with the same words, input, folder and environment, if there is one that may run. */
export function handOver(ownHooks: string, name: string): string {
  const hook = word(`${ownHooks}/${name}`)
  return `[ -f ${hook} ] && [ -x ${hook} ] && exec ${hook} "$@"
exit 0
`
}
