/** What the clients asked for and what was acknowledged, as facts that the store's events have to tell exactly once. */

/** A write that a client sent under a command id; `fact` is known once it was acknowledged. */
export type Entry = { commandId: string; operation: string; sends: number; fact?: string }

export type Journal = {
  begin: (commandId: string, operation: string) => Entry
  acknowledge: (entry: Entry, fact: string) => void
  entries: () => readonly Entry[]
  /** Facts that were acknowledged since the last call. */
  fresh: () => string[]
  /** An answer that no client expected. */
  complain: (problem: string) => void
  complaints: () => readonly string[]
}

export function makeJournal(): Journal {
  const entries: Entry[] = []
  const complaints: string[] = []
  let fresh: string[] = []
  return {
    begin: (commandId, operation) => {
      const entry = { commandId, operation, sends: 0 }
      entries.push(entry)
      return entry
    },
    acknowledge: (entry, fact) => {
      entry.fact = fact
      fresh.push(fact)
    },
    entries: () => entries,
    fresh: () => {
      const taken = fresh
      fresh = []
      return taken
    },
    complain: problem => void complaints.push(problem),
    complaints: () => complaints,
  }
}

export const factOf = {
  captured: (briefId: number, text: string) => `captured #${briefId} ${text}`,
  said: (briefId: number, body: string) => `said #${briefId} ${body}`,
  dispatched: (briefId: number, dispatchId: number) => `dispatched #${briefId} d${dispatchId}`,
  claimed: (briefId: number, dispatchId: number, token: number) => `claimed #${briefId} d${dispatchId} t${token}`,
  completed: (briefId: number, dispatchId: number, summary: string) =>
    `completed #${briefId} d${dispatchId} ${summary}`,
}

/** The fact that an event tells; undefined for those that no client asks for by itself. */
export function factOfEvent(event: { type: string; brief_id: number | null; payload: string }): string | undefined {
  const briefId = event.brief_id ?? 0
  const said = JSON.parse(event.payload) as {
    text: string
    body: string
    dispatchId: number
    token: number
    summary: string
  }
  if (event.type === 'captured') return factOf.captured(briefId, said.text)
  if (event.type === 'progress') return factOf.said(briefId, said.body)
  if (event.type === 'dispatched') return factOf.dispatched(briefId, said.dispatchId)
  if (event.type === 'claimed') return factOf.claimed(briefId, said.dispatchId, said.token)
  if (event.type === 'completed') return factOf.completed(briefId, said.dispatchId, said.summary)
  return undefined
}
