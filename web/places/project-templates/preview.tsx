/** The packet that a template gives for a Brief, as it is now or as it is being written. */
import { useState } from 'react'
import { briefRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { Tokens } from '../../bloom/figure.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { Empty, ErrorState, Loading } from '../../bloom/nothing.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'

/** Briefs to choose from, newest move first. */
const most = 20

/** @param body - the text that is being written; undefined for the one that is saved */
export function Preview({ name, project, body }: { name: string; project: string; body: string | undefined }) {
  const { data } = useRead('brief.list', { project, query: 'is:open,closed', limit: most })
  const [chosen, setChosen] = useState<string>()
  const first = data?.items[0]
  const briefId = chosen ?? (first && String(first.id))
  if (data === undefined) return <Loading label="Loading Briefs" />
  if (briefId === undefined)
    return <Empty>A packet is of a Brief, and this project has none yet. Capture one to see it rendered.</Empty>
  return (
    <div className="template-preview">
      <Pick
        label="packet for"
        value={briefId}
        choices={data.items.map(({ id, title }) => ({ value: String(id), name: `${briefRef(id)} ${title}` }))}
        onChange={setChosen}
      />
      <Packet name={name} briefId={Number(briefId)} body={body} />
    </div>
  )
}

function Packet({ name, briefId, body }: { name: string; briefId: number; body: string | undefined }) {
  const { data, error, isPlaceholderData, refetch } = useRead(
    'template.preview',
    { name, briefId, body: body === '' ? undefined : body },
    { keep: true },
  )
  if (error)
    return error instanceof Refusal && error.code === 'template.invalid' ? (
      <ErrorState>
        <Words text={`${error.message} ${error.next}`} />
      </ErrorState>
    ) : (
      <Failure error={error} again={() => void refetch()} />
    )
  if (data === undefined) return <Loading label="Rendering the packet" />
  return (
    <>
      <p className="small dim" role="status">
        <Tokens count={data.packetTokens} /> tokens, estimated{body !== undefined && ', of the draft'}
      </p>
      {/* It scrolls, so a keyboard has to reach it. */}
      <pre
        className="well"
        dir="auto"
        role="group"
        tabIndex={0}
        aria-label={`Packet for ${briefRef(briefId)}`}
        aria-busy={isPlaceholderData}
      >
        {data.packet}
      </pre>
    </>
  )
}
