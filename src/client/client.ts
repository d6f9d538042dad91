/** The telephone: how everyone outside the house calls it. Over HTTP, or locally through `execute`; callers don't know which they hold. */
import type { Input, OperationName, Output } from '#contract/catalogue.ts'

export type CallOptions = {
  /** Makes a write safe to send again: the first answer is kept and given again. */
  commandId?: string | undefined
  signal?: AbortSignal | undefined
}

export type Client = {
  /** Answers, or throws the Refusal that the house gave. */
  call: <Name extends OperationName>(name: Name, input: Input<Name>, options?: CallOptions) => Promise<Output<Name>>
}
