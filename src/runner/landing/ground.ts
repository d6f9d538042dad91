/** What the queue's driver stands on: one project as the house tells of it, and where on this machine everything is. */
import type { Client } from '#client/client.ts'
import type { Output } from '#contract/catalogue.ts'
import type { MergeFinding } from '#domain/landing/findings.ts'
import type { Signature } from '#machine/landing/commit-object.ts'

export type QueueItem = Output<'merge.errands'>['items'][number]

export type LandingMachine = {
  /** The id of this node: only projects whose MAIN lies on it are in hand here. */
  node: string
  /** Folders below which each project has its own: journals of landings, checkouts in which gates run, their logs, tokens for the guard's hook. */
  journals: string
  checks: string
  gateLogs: string
  tokens: string
  now: () => string
  /** A fresh random text of letters, digits, `-` and `_`. */
  newMarker: () => string
  /** Where programs are looked for. */
  path: string
}

export type Ground = {
  item: QueueItem
  client: Client
  machine: LandingMachine
  signal: AbortSignal
}

/** Tells the house, and answers whether it was taken as told. */
export const tell = async (
  { client, item }: Pick<Ground, 'client' | 'item'>,
  finding: MergeFinding,
): Promise<boolean> => (await client.call('merge.settle', { projectId: item.project.id, finding })).taken

/** Who writes what the queue commits; the work itself keeps its authors. */
export const committerAt = (now: string): Signature => ({
  name: 'flower',
  email: 'flower@localhost',
  at: new Date(now),
})
