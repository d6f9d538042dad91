/** What `flower init` has found out about one file, before anything is done. */
import type { FileKind } from '#domain/connecting/connected-file.ts'
import { fileDiff } from '#domain/connecting/file-diff.ts'
import type { Entry } from '#domain/connecting/record.ts'
import type { Found } from '#machine/connecting/own-file.ts'

type About = {
  kind: FileKind
  /** As a person knows it: from the checkout's top, or absolute. */
  shown: string
  /** What it is for, in one sentence. */
  about: string
}

export type Change = About & {
  outcome: 'change'
  /** The real path. */
  path: string
  before: Buffer | undefined
  after: Buffer | undefined
  /** What was written down when flower changed it last. */
  entry: Entry | undefined
  /** Goes beyond this repository, so that only a person's own yes to it counts. */
  asksAlone: boolean
}

export type Refused = About & { outcome: 'refused'; problem: string; next: string; exitCode: number }

export type Planned =
  | Change
  | Refused
  /** `entry` is of a change that was written down and isn't there any more. `why` in a few words. */
  | (About & { outcome: 'unchanged'; path: string; entry: Entry | undefined; why: string })

export const diffOf = ({ shown, before, after }: Change): string =>
  fileDiff(shown.replace(/^\/+/, ''), textOf(before), textOf(after))

const textOf = (bytes: Buffer | undefined): string | undefined => bytes?.toString('utf8').replaceAll('\r\n', '\n')

/** The bytes as text, with the mark at their beginning; undefined when they are none. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const refused = (about: About, problem: string, next: string, exitCode = 1): Refused => ({
  ...about,
  outcome: 'refused',
  problem,
  next,
  exitCode,
})

export function refusedFile(about: About, found: Exclude<Found, { outcome: 'found' }>): Refused {
  if (found.outcome === 'leads_out')
    return refused(about, `it is a link that leads out, to ${found.to}`, 'Put a file of its own in its place.', 8)
  if (found.outcome === 'no_file') return refused(about, `${found.path} is no file`, 'Move it away.')
  return refused(about, found.detail, 'See who may read it.')
}
