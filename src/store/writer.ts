/**
 * Group commit: the writes that wait together share one transaction and one fsync, each in a savepoint of its own.
 * An answer is given only after both; the next group goes on meanwhile. A refused write is undone alone; when the commit fails, all of the group
 * are told, because none of them is kept.
 */
import type { ControlledTransaction, Kysely } from 'kysely'
import { loadLedger } from './ledger.ts'
import type { Tables } from './tables.ts'
import { type Dialect, type Direct, type ReadTx, statement, type WriteTx } from './transaction.ts'

/** Writes that share one commit at the most; keeps the wait of the first among them short. */
const mostTogether = 64

type Job = {
  work: (tx: WriteTx) => Promise<unknown>
  resolve: (answer: unknown) => void
  reject: (reason: unknown) => void
}
type Outcome = { job: Job; answer: unknown } | { job: Job; reason: unknown }

export type Writer = {
  write: <Answer>(work: (tx: WriteTx) => Promise<Answer>) => Promise<Answer>
  /** Resolves when nothing waits, and all is answered. */
  drained: () => Promise<void>
}

type Options = {
  db: Kysely<Tables>
  dialect: Dialect
  direct?: Direct
  /** Resolves once all that was committed is on the disk, where the commit itself doesn't wait for it. */
  sync?: () => Promise<void>
  afterCommit: () => void
  translate: (reason: unknown) => unknown
}

export function groupWriter(options: Options): Writer {
  const waiting: Job[] = []
  let running: Promise<void> | undefined
  let telling: Promise<void> = Promise.resolve()

  async function drain(): Promise<void> {
    // The writes of other callers that arrive in this turn of the event loop join the group.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) await runGroup(waiting.splice(0, mostTogether))
    running = undefined
  }

  async function runGroup(group: Job[]): Promise<void> {
    const refuse = (reason: unknown): void => {
      for (const job of group) job.reject(options.translate(reason))
    }
    try {
      const outcomes = await commitGroup(group, options)
      telling = (options.sync?.() ?? Promise.resolve()).then(() => tell(outcomes, options), refuse)
    } catch (reason) {
      refuse(reason)
    }
  }

  return {
    write: work =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (answer: unknown) => void, reject })
        running ??= drain()
      }),
    drained: async () => {
      await running
      await telling
    },
  }
}

function tell(outcomes: Outcome[], options: Options): void {
  for (const outcome of outcomes) {
    if ('reason' in outcome) outcome.job.reject(options.translate(outcome.reason))
    else outcome.job.resolve(outcome.answer)
  }
  if (outcomes.some(each => !('reason' in each))) options.afterCommit()
}

async function commitGroup(group: Job[], options: Options): Promise<Outcome[]> {
  const db = await options.db.startTransaction().execute()
  try {
    const ground: ReadTx = { db, dialect: options.dialect, direct: options.direct }
    const tx: WriteTx = { ...ground, ledger: await loadLedger(ground), last: [] }
    const outcomes: Outcome[] = []
    for (const job of group) outcomes.push(await runJob(job, tx))
    for (const each of tx.last) await each()
    await tx.ledger.save(tx)
    await db.commit().execute()
    return outcomes
  } catch (reason) {
    await rollBack(db)
    throw reason
  }
}

const setSavepoint = statement('savepoint job')
const releaseSavepoint = statement('release savepoint job')
const undoToSavepoint = statement('rollback to savepoint job')

async function runJob(job: Job, tx: WriteTx): Promise<Outcome> {
  const mark = tx.ledger.mark()
  const keptLast = tx.last.length
  await setSavepoint(tx)
  try {
    const answer = await job.work(tx)
    await releaseSavepoint(tx)
    return { job, answer }
  } catch (reason) {
    try {
      await undoToSavepoint(tx)
      await releaseSavepoint(tx)
    } catch {
      // The database has undone the whole group by itself (a full disk): all of it is told why.
      throw reason
    }
    tx.ledger.reset(mark)
    tx.last.length = keptLast
    return { job, reason }
  }
}

/** A part of a write that is undone alone when it fails, for whoever goes on after its refusal. */
export async function apart<Answer>(tx: WriteTx, part: () => Promise<Answer>): Promise<Answer> {
  const mark = tx.ledger.mark()
  const keptLast = tx.last.length
  await setSavepoint(tx)
  try {
    const answer = await part()
    await releaseSavepoint(tx)
    return answer
  } catch (reason) {
    await undoToSavepoint(tx)
    await releaseSavepoint(tx)
    tx.ledger.reset(mark)
    tx.last.length = keptLast
    throw reason
  }
}

/** A rollback that fails has nothing left to undo: the transaction is gone already. */
async function rollBack(db: ControlledTransaction<Tables>): Promise<void> {
  try {
    await db.rollback().execute()
  } catch {
    return
  }
}
