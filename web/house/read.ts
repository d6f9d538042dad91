/** Reading from the house. */
import {
  keepPreviousData,
  type Query,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import type { BrokenAnswer } from '#client/http.ts'
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import type { Refusal } from '#domain/refusal.ts'
import { api } from './api.ts'
import { whenFollowed } from './live.ts'
import { whenKnown, whenLost } from './queries.ts'

export type ReadFailure = Refusal | BrokenAnswer

/** Milliseconds until it is read once more, for what changes without an event. */
type Every<Name extends OperationName> = (data: Output<Name> | undefined) => number

/** Asks the house; its answer is shown to somebody who is known. */
export async function ask<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal: AbortSignal,
): Promise<Output<Name>> {
  await whenFollowed()
  const answer = await api.call(name, input, { signal })
  if (name !== 'system.info') await whenKnown
  return answer
}

/** `every`: see `useRead`. `calm`: events bring it anew seldom, unless somebody else on the page reads the same. */
type How<Name extends OperationName> = { every?: Every<Name> | undefined; calm?: boolean | undefined }

const queryOf = <Name extends OperationName>(name: Name, input: Input<Name>, { every, calm }: How<Name>) => ({
  meta: { calm: calm === true },
  queryKey: [name, input],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(name, input, signal),
  ...(every && {
    refetchInterval: (query: Query<Output<Name>, ReadFailure>) => whenLost(query) || every(query.state.data),
  }),
})

/**
 * An operation's answer, kept fresh by events. An answer belongs to its input: one that comes late, for an input that
 * is no longer asked, is never shown. `keep` goes on showing the last answer of the former input until the new one is
 * there, and `isPlaceholderData` says so: for a list whose filter is being typed, never for what names one thing.
 * `every` is for what changes without an event, such as files on a disk: milliseconds until it is read once more.
 */
export function useRead<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: How<Name> & { enabled?: boolean; keep?: boolean } = {},
): UseQueryResult<Output<Name>, ReadFailure> {
  const { enabled = true, keep } = options
  return useQuery<Output<Name>, ReadFailure>({
    ...queryOf(name, input, options),
    enabled,
    placeholderData: keep ? keepPreviousData : undefined,
  })
}

/** The same operation, once for each input. */
export function useReads<Name extends OperationName>(
  name: Name,
  inputs: readonly Input<Name>[],
  how: How<Name> = {},
): readonly UseQueryResult<Output<Name>, ReadFailure>[] {
  const queries: UseQueryOptions<Output<Name>, ReadFailure>[] = inputs.map(input => queryOf(name, input, how))
  return useQueries({ queries })
}
