/** One of several processes that write to the same store at once: `<place as JSON> <writers> <writes of each>`. */
import { newEvent } from '#domain/events/catalogue.ts'
import { commit } from '#store/commit.ts'
import { openStore, type StorePlace } from '#store/store.ts'

const [place = '{}', writers = '1', writes = '1', briefId = '1'] = process.argv.slice(2)
const now = (): string => '2026-03-02T09:00:00.000Z'
const store = await openStore(JSON.parse(place) as StorePlace, { now })
const actor = { kind: 'agent', ref: `writer-${process.pid}` } as const
const write = (body: string): Promise<number[]> =>
  store.write(tx => commit(tx, { events: [newEvent('note_added', Number(briefId), { body })] }, { actor, now: now() }))
await Promise.all(
  Array.from({ length: Number(writers) }, async (_, writer) => {
    for (let at = 0; at < Number(writes); at++) await write(`${process.pid} ${writer} ${at}`)
  }),
)
await store.close()
