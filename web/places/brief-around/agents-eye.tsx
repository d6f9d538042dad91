/** What an agent gets when it asks for this Brief: the same call, the same budget, word for word. */
import { Tokens } from '../../bloom/figure.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import type { JsonObject } from '../../bloom/text/payload.tsx'
import { Payload } from '../../bloom/text/payload.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'

export function AgentsEye({ briefId }: { briefId: number }) {
  const { data, error, refetch } = useRead('recall.brief', { briefId })
  return (
    <AsideSection eyebrow="dogfood · read-only" title="Agent’s-eye view">
      <p className="meta">
        The literal <span className="mono">recall_brief</span> payload, by the same path that an agent calls.
      </p>
      {error && <Failure error={error} again={() => void refetch()} />}
      {data === undefined ? (
        !error && <Loading label="Loading the payload" />
      ) : (
        <Payload
          label="the payload"
          // It came as JSON, so JSON is what it holds.
          value={data as unknown as JsonObject}
          size={
            <>
              <b>
                <Tokens count={data.size.tokens} />
              </b>{' '}
              <span className="dim">
                tokens, {(data.size.bytes / 1000).toFixed(1)} KB{data.cut && ', cut'}
              </span>
            </>
          }
        />
      )}
    </AsideSection>
  )
}
