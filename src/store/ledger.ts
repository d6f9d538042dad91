/**
 * The numbers that are handed out in order: ids, fencing tokens, the sequence of events with the head of the chain.
 * Loaded when a group of writes begins and kept when it is committed, so that commit order is sequence order
 * and no number is lost to a refused write. On PostgreSQL loading locks the head, which makes writers of several
 * processes take turns; on SQLite the write transaction does.
 */
import { type ReadTx, statement } from './transaction.ts'

export const counterNames = [
  'project',
  'brief',
  'dispatch',
  'attempt',
  'token',
  'decision',
  'decision_post',
  'scratchpad',
  'feedback',
  'worktree',
  'file_claim',
  'run',
  'roster',
  'message',
  'service',
  'merge',
  'verdict',
  'landing',
  'landing_step',
  'link',
  'attachment',
  'access_token',
  'document',
] as const
export type CounterName = (typeof counterNames)[number]

type Numbers = { seq: number; hash: string; counters: Record<string, number> }

export type Ledger = {
  nextId: (name: CounterName) => number
  /** The newest event. */
  head: () => { seq: number; hash: string }
  advance: (seq: number, hash: string) => void
  mark: () => Numbers
  reset: (mark: Numbers) => void
  save: (tx: ReadTx) => Promise<void>
}

/** The hash before the first event. */
export const genesis = '0'.repeat(64)

const head = statement<{ seq: number; hash: string }>('select seq, hash from chain where id = 1')
const lockedHead = statement<{ seq: number; hash: string }>('select seq, hash from chain where id = 1 for update')
const counters = statement<{ name: string; value: number }>('select name, value from counters')
const saveHead = statement('update chain set seq = ?, hash = ? where id = 1')
const saveCounter = statement(
  'insert into counters (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
)

const counter = statement<{ value: number }>('select value from counters where name = ?')

/** The id that the next of them would get if it were made now. */
export const expectedId = async (tx: ReadTx, name: CounterName): Promise<number> =>
  ((await counter(tx, name))[0]?.value ?? 0) + 1

export async function loadLedger(tx: ReadTx): Promise<Ledger> {
  const [chain] = await (tx.dialect === 'postgres' ? lockedHead(tx) : head(tx))
  const rows = await counters(tx)
  const loaded: Numbers = {
    seq: chain?.seq ?? 0,
    hash: chain?.hash ?? genesis,
    counters: Object.fromEntries(rows.map(each => [each.name, each.value])),
  }
  let now = copy(loaded)
  return {
    nextId: name => {
      const id = (now.counters[name] ?? 0) + 1
      now.counters[name] = id
      return id
    },
    head: () => ({ seq: now.seq, hash: now.hash }),
    advance: (seq, hash) => {
      now.seq = seq
      now.hash = hash
    },
    mark: () => copy(now),
    reset: mark => {
      now = copy(mark)
    },
    save: async inner => {
      if (now.seq !== loaded.seq) await saveHead(inner, now.seq, now.hash)
      for (const [name, value] of Object.entries(now.counters)) {
        if (loaded.counters[name] !== value) await saveCounter(inner, name, value)
      }
    },
  }
}

const copy = (numbers: Numbers): Numbers => ({ ...numbers, counters: { ...numbers.counters } })
