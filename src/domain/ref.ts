/** Ids as people read them: `#4` a Brief, `d148` a dispatch, `q12` a decision, `s399` a scratchpad, `w3` a worktree, `m7` a merge. */

const marks = { brief: '#', dispatch: 'd', decision: 'q', scratchpad: 's', worktree: 'w', merge: 'm' } as const

export type Referable = keyof typeof marks

/** The largest number that both databases keep in a column of ids. */
export const mostId = 2_147_483_647

export const ref = (what: Referable, id: number): string => `${marks[what]}${id}`

export const briefRef = (id: number): string => ref('brief', id)
export const dispatchRef = (id: number): string => ref('dispatch', id)
export const decisionRef = (id: number): string => ref('decision', id)

/** Reads `4`, `"4"`, `"#4"`, `"d148"` as an id; undefined when it is none. The mark, when given, has to be the right one. */
export function readRef(what: Referable, value: string | number): number | undefined {
  const text = String(value).trim()
  const digits = text.startsWith(marks[what]) ? text.slice(marks[what].length) : text
  return /^[1-9]\d{0,9}$/.test(digits) && Number(digits) <= mostId ? Number(digits) : undefined
}
