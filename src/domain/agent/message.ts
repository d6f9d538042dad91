/** Words for an agent, told with the answer of its next tool. */
import { z } from 'zod'

export const Message = z.object({
  id: z.int(),
  projectId: z.int(),
  toActor: z.string(),
  fromActor: z.string(),
  body: z.string(),
  at: z.string(),
  deliveredAt: z.string().nullable(),
})
export type Message = z.infer<typeof Message>
