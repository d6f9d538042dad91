/** The branch of an epic on which its children land first; the whole then lands in MAIN once. */
import type { Brief } from '../brief.ts'
import { branchOf } from '../dispatch.ts'
import { slugOf } from '../text.ts'

export const integrationBranch = (epicId: number): string => `flower/epic-${epicId}`

/**
 * The branch on which a Brief's own work is, unless another was asked for. Whoever leads an epic works apart while children
 * land on the epic's: a branch that is checked out is not moved. Once the epic `isWhole`, what is mended is mended there.
 */
export const ownBranch = ({ id, title }: Pick<Brief, 'id' | 'title'>, isWhole: boolean): string =>
  isWhole ? integrationBranch(id) : branchOf(id, slugOf(title))

/** The epic whose branch it is. */
export function integratedBy(branch: string): number | undefined {
  const digits = /^flower\/epic-([1-9]\d{0,15})$/.exec(branch)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
