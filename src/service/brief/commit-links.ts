/** Which commits are linked already. */
import { commitLinksOf } from '#store/queries/keepsakes.ts'
import type { Read } from '../work.ts'

/** Older ones are not rebased any more. */
const most = 5_000

export const commitLinks: Read<'brief.commitLinks'> = async ({ projectId }, work) => ({
  links: await commitLinksOf(work.tx, projectId, most),
})
