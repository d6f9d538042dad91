/** Reading a long list, page by page. */
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import { ask, type ReadFailure } from './read.ts'

/** Operations that answer in pages which a cursor continues. */
export type PagedName = {
  [Name in OperationName]: Output<Name> extends { items: unknown[]; nextCursor?: string | undefined }
    ? 'cursor' extends keyof Input<Name>
      ? Name
      : never
    : never
}[OperationName]

/** Like `useRead`, of which this is the long form: `fetchNextPage` reads on. Never ask for `cursor` yourself. */
export function useReadPages<Name extends PagedName>(name: Name, input: Omit<Input<Name>, 'cursor'>) {
  return useInfiniteQuery<
    Output<Name>,
    ReadFailure,
    InfiniteData<Output<Name>>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [name, input, 'pages'],
    queryFn: ({ signal, pageParam }) => ask(name, { ...input, cursor: pageParam } as Input<Name>, signal),
    initialPageParam: undefined,
    getNextPageParam: last => (last as { nextCursor?: string }).nextCursor,
    placeholderData: keepPreviousData,
  })
}
