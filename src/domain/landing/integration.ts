/** The branch of an epic on which its children land first; the whole then lands in MAIN once. */
import type { Brief } from '../brief.ts'
import { branchOf } from '../dispatch.ts'
import { slugOf } from '../text.ts'

export const integrationBranch = (epicId: number): string => `flower/epic-${epicId}`

/** The branch on which a Brief's own work is, unless another was asked for. */
export const ownBranch = ({ id, title, integration }: Pick<Brief, 'id' | 'title' | 'integration'>): string =>
  integration ? integrationBranch(id) : branchOf(id, slugOf(title))

/** The epic whose branch it is. */
export function integratedBy(branch: string): number | undefined {
  const digits = /^flower\/epic-([1-9]\d{0,15})$/.exec(branch)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
