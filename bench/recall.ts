/** Reading out of much: one Brief of ten thousand, and search over a million events. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CallersInput, CallersResult } from './callers.ts'
import { type Figure, percentile, short } from './figure.ts'
import { dice, type Grown, growStore, wordAt } from './grow.ts'
import { apart, type Ground, type Server, withServer } from './server.ts'

let grown: Promise<Grown & { home: string }> | undefined

/** The big store of this run: grown when first asked for. */
export function bigStore(ground: Ground): Promise<Grown & { home: string }> {
  const home = join(ground.folder, 'big')
  grown ??= growStore(home, { briefs: 10_000, events: 1_000_000 }).then(each => ({ ...each, home }))
  return grown
}

export async function recall(ground: Ground): Promise<Figure[]> {
  const { home, briefs } = await bigStore(ground)
  return withServer(ground, home, async server => {
    const roll = dice(11)
    const some = Array.from({ length: 2_000 }, () => briefs[Math.floor(roll() * briefs.length)] ?? 1)
    const told = await call(
      server,
      'recall.brief',
      some.map(briefId => ({ briefId })),
    )
    const asked = queries(roll)
    const found = await call(
      server,
      'recall.search',
      asked.map(query => ({ query, scope: 'all' })),
    )
    const raw = bareReads(join(home, 'flower.db'), some, asked)
    return [
      {
        name: 'recall.brief with 10,000 Briefs and 1,000,000 events, p99',
        ours: percentile(told.ms, 0.99),
        unit: 'ms',
        raw: `${short(percentile(raw.trace, 0.99))} ms for one indexed query of 60 events`,
        aim: { value: 10, better: 'less' },
      },
      {
        name: 'search over 1,000,000 events, p95',
        ours: percentile(found.ms, 0.95),
        unit: 'ms',
        raw: `${short(percentile(raw.search, 0.95))} ms for one bare full-text query`,
        aim: { value: 20, better: 'less' },
      },
      {
        name: 'search over 1,000,000 events, worst',
        ours: Math.max(...found.ms),
        unit: 'ms',
        raw: `${short(Math.max(...raw.search))} ms for one bare full-text query`,
        aim: { value: 150, better: 'less' },
      },
    ]
  })
}

/** One word, two, three and a half, of every commonness; the worst come first: the most common, and one letter. */
function queries(roll: () => number): string[] {
  const common = [0, 0.05, 0.1].map(wordAt)
  const worst = ['b', 'ba', ...common, common.join(' '), `${common.join(' ')} ${wordAt(0.99)}`]
  const usual = Array.from({ length: 400 }, (_, at) => {
    const words = Array.from({ length: 1 + (at % 3) }, () => wordAt(roll()))
    return at % 4 === 0 ? `${words.join(' ')} ${wordAt(roll()).slice(0, 3)}` : words.join(' ')
  })
  return [...worst, ...usual]
}

const call = (server: Server, operation: string, inputs: unknown[]): Promise<CallersResult> =>
  apart<CallersResult>('callers.ts', {
    url: server.url,
    secret: server.secret,
    operation,
    inputs,
  } satisfies CallersInput)

function bareReads(file: string, briefs: number[], asked: string[]): { trace: number[]; search: number[] } {
  const db = new DatabaseSync(file, { readOnly: true })
  const trace = db.prepare('select * from events where brief_id = ? order by seq desc limit 60')
  const search = db.prepare(
    'select rowid from document_search where document_search match ? order by rowid desc limit 50',
  )
  const timed = (work: () => unknown): number => {
    const start = performance.now()
    work()
    return performance.now() - start
  }
  const times = {
    trace: briefs.map(briefId => timed(() => trace.all(briefId))),
    search: asked.map(query =>
      timed(() =>
        search.all(
          `${query
            .split(' ')
            .map(word => `"${word}"`)
            .join(' ')}*`,
        ),
      ),
    ),
  }
  db.close()
  return times
}
