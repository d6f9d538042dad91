/** Who did it. Every mutation names one actor; it joins the Brief's participants. */
import { z } from 'zod'

export const actorKinds = ['operator', 'agent', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

/** `ref` is the part behind the colon of `operator:ada`. */
export const Actor = z.object({ kind: z.enum(actorKinds), ref: z.string() })
export type Actor = z.infer<typeof Actor>

const pattern = /^(operator|agent|system):([\p{L}\p{N}][\p{L}\p{N}._@/-]{0,79})$/u

/** Reads `agent:builder-1`; undefined when it is none. */
export function readActor(text: string): Actor | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  return { kind: match[1] as ActorKind, ref: match[2] as string }
}

export const actorName = (actor: Actor): string => `${actor.kind}:${actor.ref}`

export const system = (part: string): Actor => ({ kind: 'system', ref: part })
