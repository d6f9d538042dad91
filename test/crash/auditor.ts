/** Reads the store while the server runs, and holds it against the journal. */
import { DatabaseSync } from 'node:sqlite'
import { faultOf } from '#store/chain.ts'
import { genesis } from '#store/ledger.ts'
import type { EventRow } from '#store/tables.ts'
import { brokenInvariants } from '../consistency/invariants.ts'
import { factOfEvent, type Journal } from './journal.ts'

export type Auditor = {
  /** After each restart: what was acknowledged is there once, and the chain goes on from where it was. */
  look: () => string[]
  /** Everything: invariants, the file itself, and that nothing is there which nobody asked for. */
  lookAtAll: () => Promise<string[]>
  events: () => number
}

export function makeAuditor(file: string, journal: Journal): Auditor {
  const told = new Map<string, number>()
  const briefHashes = new Map<number, string>()
  let at = { seq: 0, hash: genesis }

  const reading = <Answer>(read: (db: DatabaseSync) => Answer): Answer => {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
    try {
      return read(db)
    } finally {
      db.close()
    }
  }

  function follow(event: EventRow): string | undefined {
    const briefHash = event.brief_id === null ? null : (briefHashes.get(event.brief_id) ?? genesis)
    const fault = faultOf(event, { ...at, briefHash })
    at = { seq: event.seq, hash: event.hash }
    if (event.brief_id !== null) briefHashes.set(event.brief_id, event.hash)
    const fact = factOfEvent(event)
    if (fact) told.set(fact, (told.get(fact) ?? 0) + 1)
    return fault && `event ${event.seq}: ${fault}`
  }

  const wrongly = (fact: string): string[] => {
    const times = told.get(fact) ?? 0
    return times === 1 ? [] : [times === 0 ? `lost: ${fact}` : `${times} times: ${fact}`]
  }

  function look(): string[] {
    const acknowledged = journal.fresh()
    const rows = reading(
      db => db.prepare('select * from events where seq > ? order by seq').all(at.seq) as unknown as EventRow[],
    )
    return [...rows.flatMap(row => follow(row) ?? []), ...acknowledged.flatMap(wrongly)]
  }

  return {
    look,
    lookAtAll: async () => {
      const problems = look()
      const known = new Set(journal.entries().map(each => each.fact))
      const unasked = [...told.keys()].filter(fact => !known.has(fact)).map(fact => `nobody asked for: ${fact}`)
      const twice = [...known].flatMap(fact => (fact === undefined ? ['a write was never answered'] : wrongly(fact)))
      const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
      const broken = await brokenInvariants(async sql => db.prepare(sql).all() as { id: number }[])
      const [check] = db.prepare('pragma integrity_check').all()
      db.close()
      const damage = check?.['integrity_check'] === 'ok' ? [] : [`the file is damaged: ${JSON.stringify(check)}`]
      return [...problems, ...unasked, ...twice, ...broken, ...damage]
    },
    events: () => at.seq,
  }
}
