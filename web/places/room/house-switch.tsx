import type { Output } from '#contract/catalogue.ts'
import { Switch } from '../../bloom/choice.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Said } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { queries } from '../../house/queries.ts'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'

type Info = Output<'system.info'>

/** Shows it until the house has answered; answers with how it is taken back. */
function showAtOnce(paused: Info['paused']): () => void {
  const filter = { queryKey: ['system.info'] }
  const before = queries.getQueriesData<Info>(filter)
  queries.setQueriesData<Info>(filter, known => known && { ...known, paused })
  return () => {
    for (const [key, known] of before) queries.setQueryData(key, known)
  }
}

/** Stops all starting in the whole house, and lets it go on. */
export function HouseSwitch() {
  const info = useRead('system.info', {}).data
  const resume = useWrite('system.resume', {
    optimistic: () => showAtOnce(null),
    done: () => ({ words: 'The house goes on.' }),
  })
  const pause = useWrite('system.pause', {
    optimistic: () => showAtOnce({ since: new Date().toISOString(), by: info?.actor ?? '', note: null }),
    done: () => ({ words: 'The house is paused.', undo: () => void isTaken(resume.write({})) }),
  })
  if (info === undefined) return null
  const { paused, role } = info
  const refused = pause.refused ?? resume.refused
  return (
    <div className="house-switch">
      <Switch
        label="Start agents"
        on={paused === null}
        refused={role === 'operator' ? undefined : 'an operator turns it'}
        hint={
          paused === null ? (
            'planned work is handed over and begun; off, nothing new starts and who works goes on'
          ) : (
            <>
              off by <Said>{bareName(paused.by)}</Said> <RelativeTime at={paused.since} ago />: nothing is handed over,
              claimed or started
            </>
          )
        }
        onChange={on => void isTaken(on ? resume.write({}) : pause.write({}))}
      />
      {refused && <RefusedNotice said={refused} />}
    </div>
  )
}
