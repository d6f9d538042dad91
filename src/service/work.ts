/** What a handler gets beside its input. */
import type { OperationName, Output, Parsed } from '#contract/catalogue.ts'
import type { Actor } from '#domain/actor.ts'
import { actorName } from '#domain/actor.ts'
import type { RunScope } from '#domain/agent/scope.ts'
import type { Change } from '#domain/change.ts'
import type { Role } from '#domain/role.ts'
import { commit as keep } from '#store/commit.ts'
import type { ReadTx, WriteTx } from '#store/transaction.ts'
import type { Facts } from './facts.ts'

export type Work = {
  actor: Actor
  /** `agent:builder-1` */
  name: string
  role: Role
  /** For what flower has started the caller, when it is a run of its own. */
  scope?: RunScope | undefined
  /** One moment for the whole operation, ISO 8601 in UTC. */
  now: string
  /** Whose calendar days are counted by: that of the machine that the house is on. */
  zone: string
  /** What was gathered of the outside world before the transaction. */
  facts: Facts
  /** Of the sites; null where none are served. */
  sitePort: number | null
  /** Secrets and codes; 32 random bytes in base64url. */
  secret: () => string
}
export type ReadWork = Work & { tx: ReadTx }
export type WriteWork = Work & { tx: WriteTx }

export type Read<Name extends OperationName> = (input: Parsed<Name>, work: ReadWork) => Promise<Output<Name>>
export type Write<Name extends OperationName> = (input: Parsed<Name>, work: WriteWork) => Promise<Output<Name>>

/** Keeps what the domain decided; answers the sequence numbers of its events. */
export const commit = (work: WriteWork, change: Change): Promise<number[]> =>
  keep(work.tx, change, { actor: work.actor, now: work.now })

export const workOf = (parts: Omit<Work, 'name'>): Work => ({ ...parts, name: actorName(parts.actor) })
