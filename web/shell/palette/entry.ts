/** What the palette offers. */
import type { OperationName } from '#contract/catalogue.ts'
import type { Referable } from '#domain/ref.ts'
import type { IconName } from '../../bloom/icon.tsx'

/** What is known before a form is filled in: the Brief at hand, the project shown, the ids that were typed. */
export type Given = { project?: string | undefined; here?: number | undefined } & {
  [What in Referable]?: number | undefined
}

/** `href` is a place of the page; without one an operation is run or asked for its input. */
export type Entry = {
  id: string
  name: string
  icon: IconName
  /** Stands at its end: what it is, whose, where it is at. */
  note?: string
  /** The note is what a machine calls it. */
  isNamed?: boolean
  /** Why it can't be chosen. */
  refused?: string
} & ({ href: string } | { operation: OperationName; given: Given })

export type Group = { name: string; entries: readonly Entry[] }
