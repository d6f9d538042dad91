/** The telephone inside the house: calls `execute` itself, for one caller. */
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import type { Actor } from '#domain/actor.ts'
import type { Role } from '#domain/role.ts'
import type { Client } from './client.ts'

/** `execute` of the house, as this room may know it. */
type Run = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  caller: { actor: Actor; role: Role; commandId?: string | undefined },
) => Promise<Output<Name>>

export const localClient = (run: Run, caller: { actor: Actor; role: Role }): Client => ({
  call: (name, input, options) => run(name, input, { ...caller, commandId: options?.commandId }),
})
