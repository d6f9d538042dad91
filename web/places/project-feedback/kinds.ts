import type { Input } from '#contract/catalogue.ts'

/** What can be noticed, in the order in which it is offered. */
export const kinds: readonly Input<'feedback.file'>['kind'][] = ['bug', 'idea', 'note', 'tool']
