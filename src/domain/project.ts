/** A git repository that flower knows, with one primary checkout (MAIN) and its primary branch. */
import { z } from 'zod'

/** Defaults for new Briefs of a project; each is a switch that `brief.configure` can set on the Brief. */
export const ProjectDefaults = z.object({
  autoDispatch: z.boolean(),
  designLoop: z.boolean(),
  review: z.boolean(),
  needsApproval: z.boolean(),
})
export type ProjectDefaults = z.infer<typeof ProjectDefaults>

export const Project = z.object({
  id: z.int(),
  slug: z.string(),
  /** The id of the node on whose disk MAIN lies: its services run there. Empty while none is known. */
  node: z.string(),
  /** The primary checkout's real path. */
  path: z.string(),
  gitDir: z.string(),
  primaryBranch: z.string(),
  remoteUrl: z.string().nullable(),
  defaults: ProjectDefaults,
  createdAt: z.string(),
  removedAt: z.string().nullable(),
})
export type Project = z.infer<typeof Project>

export const noDefaults: ProjectDefaults = {
  autoDispatch: false,
  designLoop: false,
  review: false,
  needsApproval: false,
}

export const slugPattern = /^[a-z0-9][a-z0-9-]{0,59}$/
