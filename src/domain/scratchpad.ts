/** A numbered working note that outlives the session that wrote it. */
import { z } from 'zod'

export const Scratchpad = z.object({
  id: z.int(),
  projectId: z.int(),
  briefId: z.int().nullable(),
  title: z.string(),
  body: z.string(),
  revision: z.int(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedBy: z.string(),
  updatedAt: z.string(),
})
export type Scratchpad = z.infer<typeof Scratchpad>
