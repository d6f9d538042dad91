import { readRef } from '#domain/ref.ts'
import { Loading } from '../../bloom/nothing.tsx'
import { Prose } from '../../bloom/text/prose.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'

/** A working note, read where it was found. */
export function Scratchpad({ id }: { id: string }) {
  const scratchpadId = readRef('scratchpad', id) ?? 0
  const { data, error, refetch } = useRead('scratchpad.read', { scratchpadId })
  if (data) return <Prose text={data.scratchpad.body} label={`Scratchpad ${id}`} />
  return error ? <Failure error={error} again={() => void refetch()} /> : <Loading label={`Loading ${id}`} />
}
