/** Calls that are about the worktree of the folder that they come from. */
import type { Operation } from '#contract/operation.ts'

/** Whoever names one of these, MAIN of a project too, doesn't mean the folder. */
const others = ['project', 'branch', 'briefId', 'mergeId', 'worktreeId']

export const isOfFolder = ({ here }: Operation, input: Record<string, unknown>): boolean =>
  here === true && others.every(field => input[field] === undefined)
