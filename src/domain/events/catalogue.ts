/** All event types. From the definitions follow the union, the check, the wording and what search finds. */
import type { z } from 'zod'
import { agentEvents } from './agent.ts'
import { briefEvents } from './brief.ts'
import { decisionEvents } from './decision.ts'
import type { EventDefinition, Tone } from './definition.ts'
import { dispatchEvents } from './dispatch.ts'
import { houseEvents } from './house.ts'
import { mainEvents } from './main.ts'
import { mergeEvents } from './merge.ts'
import { serviceEvents } from './service.ts'
import { worktreeEvents } from './worktree.ts'

const definitions = {
  ...briefEvents,
  ...dispatchEvents,
  ...agentEvents,
  ...decisionEvents,
  ...houseEvents,
  ...worktreeEvents,
  ...mainEvents,
  ...mergeEvents,
  ...serviceEvents,
}

export type EventType = keyof typeof definitions
export type EventPayload<T extends EventType> = z.output<(typeof definitions)[T]['payload']>

/** An event as the domain decides it; the store gives it its number, time and place in the chains. */
export type NewEvent = { type: EventType; briefId: number | null; projectId: number | null; payload: unknown }

/** Makes an event of a Brief (its project follows from the Brief), or of a project or the installation when `briefId` is null. */
export const newEvent = <T extends EventType>(
  type: T,
  briefId: number | null,
  payload: EventPayload<T>,
  projectId: number | null = null,
): NewEvent => ({ type, briefId, projectId, payload })

export const eventTypes = Object.keys(definitions) as EventType[]

/** For the reference of events. */
export const definitionOf = (type: EventType): EventDefinition<z.ZodType> => definitions[type]

const find = (type: string): EventDefinition<z.ZodType> | undefined =>
  Object.hasOwn(definitions, type) ? definitions[type as EventType] : undefined

/** The payload as its definition reads it; throws a ZodError when it does not fit. */
export const checkedPayload = (type: EventType, payload: unknown): unknown => definitions[type].payload.parse(payload)

export type Wording = { words: string; body?: string | undefined; tone: Tone; quiet: boolean }

/** How an event reads. A type that this version doesn't know prints plainly. */
export function wordEvent(type: string, payload: unknown): Wording {
  const definition = find(type)
  const parsed = definition?.payload.safeParse(payload)
  if (!definition || !parsed?.success) return { words: JSON.stringify(payload), tone: 'house', quiet: false }
  return {
    words: definition.words(parsed.data),
    body: definition.body?.(parsed.data),
    tone: definition.tone,
    quiet: definition.quiet ?? false,
  }
}

/** `note_added` → `note added`. */
export const spokenType = (type: string): string => type.replaceAll('_', ' ')
