// The remote that a repository mainly speaks with.

import { git } from './command.ts'

export interface Remote {
  name: string
  /** Without a password or token in it, should the settings hold one. */
  url: string
}

/** `origin`, or the only remote there is. Several without an `origin`: none is chosen. */
export async function findRemote(gitDir: string): Promise<Remote | undefined> {
  const listed = await git({ gitDir }, ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'])
  if (listed.outcome !== 'ok') return undefined
  const urls = new Map<string, string>()
  for (const entry of listed.stdout.split('\0')) {
    const [key = '', ...value] = entry.split('\n')
    const name = key.slice('remote.'.length, -'.url'.length)
    if (name && !urls.has(name)) urls.set(name, value.join('\n'))
  }
  const name = urls.has('origin') ? 'origin' : urls.size === 1 ? [...urls.keys()][0] : undefined
  return name === undefined ? undefined : { name, url: withoutSecret(urls.get(name) ?? '') }
}

function withoutSecret(url: string): string {
  // Only the part before the host: `https://name:secret@host/…` and `https://token@host/…`. ssh user names stay.
  return url.replace(/^(https?:\/\/)[^/@]*@/i, '$1')
}
