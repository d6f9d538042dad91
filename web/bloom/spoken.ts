/** Small pieces of sentences. */

/** The name without its kind: `agent:builder-1` → `builder-1`. */
export const bareName = (actor: string): string => actor.slice(actor.indexOf(':') + 1)

/** `1 event`, `2 events`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
