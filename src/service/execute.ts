/** The only door to a read or a write: parse, ask the policy, look for a receipt, one transaction, answer. */
import { createHash } from 'node:crypto'
import { entryOf, isOperation, type OperationName, type Output, operationNames } from '#contract/catalogue.ts'
import type { Operation } from '#contract/operation.ts'
import type { Actor } from '#domain/actor.ts'
import { actorName } from '#domain/actor.ts'
import { assertWithin, type RunScope } from '#domain/agent/scope.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Role } from '#domain/role.ts'
import { changeTexts, markUnkeepable } from '#domain/text.ts'
import { nearest } from '#domain/words/nearest.ts'
import { redact } from '#domain/words/redact.ts'
import { findReceipt, keepReceipt } from '#store/queries/receipts.ts'
import type { Store } from '#store/store.ts'
import type { ReadTx, WriteTx } from '#store/transaction.ts'
import { untilReady } from './dispatch/claim.ts'
import type { Gather } from './facts.ts'
import { handlers } from './handlers.ts'
import { untilSettled } from './main/until-settled.ts'
import { untilLanded } from './merge/until-landed.ts'
import { parseInput } from './parse.ts'
import { untilServed } from './service/until-served.ts'
import { type ReadWork, type WriteWork, workOf } from './work.ts'
import { untilDone } from './worktree/until-done.ts'

/** Who calls. A `commandId` makes a write safe to send again: the first answer is kept and given again. */
export type Caller = {
  actor: Actor
  role: Role
  commandId?: string | undefined
  /** For what flower has started it, when it comes with a run's own token. */
  scope?: RunScope | undefined
  /** Whether nobody waits for the answer any more. */
  isGone?: (() => boolean) | undefined
}

/** Lets in whoever shows a good secret: who they are, and by which token (null: the installation's own). */
export type Admit = (secret: string) => Promise<(Caller & { tokenId: number | null }) | undefined>

export type Execute = <Name extends OperationName>(name: Name, input: unknown, caller: Caller) => Promise<Output<Name>>

export type House = {
  store: Store
  now: () => string
  /** Of the machine: `Europe/Berlin`. */
  zone: string
  secret: () => string
  gather: Gather
  /** Resolves at the next commit, or after the given milliseconds. */
  nextCommit: (ms: number) => Promise<void>
  /** Of the sites; null where none are served. */
  sitePort: () => number | null
}

type Handler = (input: unknown, work: ReadWork | WriteWork) => Promise<unknown>

export function makeExecute(house: House): Execute {
  return async (name, input, caller) => {
    const entry = entryFor(name)
    allow(name, entry, caller.role)
    // What the house reports is never refused for a character: its state has to move on.
    const asked = parseInput(name, entry.input, caller.role === 'system' ? changeTexts(input, markUnkeepable) : input)
    const parsed = caller.actor.kind === 'agent' && !entry.bringsFile ? changeTexts(asked, redact) : asked
    if (caller.scope) assertWithin(caller.scope, caller.role, name, parsed)
    const facts = entry.gathers ? await house.gather(entry.gathers, parsed) : {}
    const handler: Handler = handlers[name] as never
    const run = (tx: ReadTx | WriteTx): Promise<unknown> =>
      handler(parsed, {
        ...workOf({
          actor: caller.actor,
          role: caller.role,
          scope: caller.scope,
          now: house.now(),
          zone: house.zone,
          facts,
          secret: house.secret,
          sitePort: house.sitePort(),
        }),
        tx,
      })
    const { read, readLong } = house.store
    if (entry.effect === 'read') return (await (entry.long ? readLong(run) : read(run))) as Output<typeof name>
    const write = (): Promise<unknown> =>
      house.store.write(tx =>
        once(tx, { name, tellsSecret: entry.tellsSecret ?? false, parsed, caller, now: house.now() }, () => run(tx)),
      )
    const begun = Date.parse(house.now())
    const answer = await patiently(house, parsed.wait, write, caller.isGone)
    if (!entry.awaits) return answer as Output<typeof name>
    const left = secondsOf(parsed.wait) - Math.max(0, Date.parse(house.now()) - begun) / 1_000
    const wait: Waiter = waiters[entry.awaits] as never
    return (await wait(house, answer, left)) as Output<typeof name>
  }
}

type Waiter = (house: House, first: unknown, seconds: number) => Promise<unknown>

/** How each kind of errand is waited for. */
const waiters = {
  errand: untilDone,
  service: untilServed,
  worktree: untilReady,
  main: untilSettled,
  merge: untilLanded,
}

function entryFor(name: string): Operation {
  if (isOperation(name)) return entryOf(name)
  throw new Refusal('operation.unknown', { name, nearest: nearest(name, operationNames) })
}

function allow(name: string, entry: Operation, role: Role): void {
  if (entry.roles.includes(role)) return
  throw new Refusal('role.denied', {
    role,
    operation: name,
    who: entry.roles.filter(each => each !== 'system').join(', ') || 'nobody: the house does it by itself',
  })
}

/** Characters. PostgreSQL can't look longer ones up. */
const longestCommandId = 200

type Command = { name: string; tellsSecret: boolean; parsed: unknown; caller: Caller; now: string }

/** Carries a command id out once. The receipt is kept in the same transaction as what it tells of. */
async function once(tx: WriteTx, command: Command, run: () => Promise<unknown>): Promise<unknown> {
  const { commandId } = command.caller
  if (!commandId || command.tellsSecret) return run()
  if (commandId.length > longestCommandId)
    throw new Refusal('input.invalid', {
      operation: command.name,
      field: 'Idempotency-Key',
      problem: `is longer than ${longestCommandId} characters`,
    })
  const actor = actorName(command.caller.actor)
  const hash = createHash('sha256')
    .update(JSON.stringify([command.name, command.parsed]))
    .digest('hex')
  const receipt = await findReceipt(tx, actor, commandId)
  if (receipt && receipt.input_hash !== hash)
    throw new Refusal('command.reused', { commandId, operation: receipt.operation, at: receipt.at })
  if (receipt) return JSON.parse(receipt.answer)
  const answer = await run()
  await keepReceipt(tx, {
    command_id: commandId,
    actor,
    operation: command.name,
    input_hash: hash,
    answer: JSON.stringify(answer),
    at: command.now,
  })
  return answer
}

const secondsOf = (wait: unknown): number => (typeof wait === 'number' ? wait : 0)

/** `wait` seconds: tries again at each commit while there is nothing to claim, and never for a caller that is gone. */
async function patiently(
  house: House,
  wait: unknown,
  write: () => Promise<unknown>,
  isGone: () => boolean = () => false,
): Promise<unknown> {
  const most = secondsOf(wait) * 1_000
  const until = Date.parse(house.now()) + most
  for (;;) {
    try {
      return await write()
    } catch (reason) {
      const left = until - Date.parse(house.now())
      // More left than at the beginning: the clock was set back.
      if (!(reason instanceof Refusal) || reason.code !== 'dispatch.none' || left <= 0 || left > most) throw reason
      await house.nextCommit(left)
      if (isGone()) throw reason
    }
  }
}
