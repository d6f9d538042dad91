/** What one event type is: defined once, and everything that shows, checks or searches it follows. */
import type { z } from 'zod'

/**
 * How its node looks on the stem: the house did something; somebody's words; a text was kept; a question;
 * it went well; it was refused or broke.
 */
export type Tone = 'house' | 'words' | 'text' | 'question' | 'good' | 'bad'

export type EventDefinition<Payload extends z.ZodType> = {
  noun: 'agent' | 'brief' | 'dispatch' | 'decision' | 'review' | 'project' | 'worktree' | 'service' | 'main' | 'merge'
  payload: Payload
  tone: Tone
  /** Quiet events fold into a run on the page. */
  quiet?: boolean
  /** One line without the actor: "d152, attempt 2, until 14:36". */
  words: (payload: z.output<Payload>) => string
  /** What somebody wrote, shown in full below the line and found by search. Markdown. */
  body?: (payload: z.output<Payload>) => string | undefined
}

export const event = <Payload extends z.ZodType>(definition: EventDefinition<Payload>): EventDefinition<Payload> =>
  definition
