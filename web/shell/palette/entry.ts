/** What the palette offers. */
import type { OperationName } from '#contract/catalogue.ts'
import type { Referable } from '#domain/ref.ts'
import type { FinderEntry, FinderGroup } from '../../bloom/float/finder.tsx'

/**
 * What is known before a form is filled in: the Brief at hand, the project shown, the ids that were typed; `named`: the
 * input that a sentence names.
 */
export type Given = {
  project?: string | undefined
  here?: number | undefined
  named?: Readonly<Record<string, unknown>>
} & {
  [What in Referable]?: number | undefined
}

/** `href` is a place of the page; without one an operation is run or asked for its input. */
export type Entry = FinderEntry & ({ href: string } | { operation: OperationName; given: Given })

export type Group = FinderGroup<Entry>
