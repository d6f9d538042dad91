/** What happens to this Brief by itself: effective at once, with a way back. */
import type { Input } from '#contract/catalogue.ts'
import { Button } from '../../bloom/button.tsx'
import { Segment, Switch } from '../../bloom/choice.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { useReader } from '../merge/writes.ts'
import { showAtOnce } from './at-once.ts'
import type { HandOver } from './hand-over.ts'
import { type Setting, settings } from './settings.ts'
import { type BriefHead, isUnapproved } from './words.ts'

const kinds = [
  { value: 'fresh', name: 'fresh' },
  { value: 'continue', name: 'continue' },
  { value: 'direct', name: 'direct' },
] as const

/** `{ review: true }`, typed for each setting. */
function setTo(setting: Setting, on: boolean): Pick<Input<'brief.configure'>, Setting> {
  return { [setting]: on }
}

export function Switches({ brief, handOver }: { brief: BriefHead; handOver: HandOver }) {
  const configure = useWrite('brief.configure', {
    optimistic: ({ briefId: _, ...part }) => showAtOnce(brief.id, part as Partial<BriefHead>),
    done: (_, input) => {
      const changed = settings.find(each => input[each.setting] !== undefined)
      if (changed === undefined) return undefined
      const on = input[changed.setting] === true
      const undo = () => flip(changed.setting, !on)
      return { words: `${changed.label} is ${on ? 'on' : 'off'}.`, undo }
    },
  })
  const flip = (setting: Setting, on: boolean) =>
    void isTaken(configure.write({ briefId: brief.id, ...setTo(setting, on) }))
  const { readsOnly } = useReader()
  return (
    <>
      <div className="switches">
        {settings.map(({ setting, label, hint }) => (
          <Switch
            key={setting}
            label={label}
            hint={setting === 'needsApproval' && brief.approved ? `approved by ${brief.approvedBy}` : hint}
            on={brief[setting]}
            refused={readsOnly ? 'an operator turns it' : undefined}
            onChange={on => flip(setting, on)}
          />
        ))}
        {!readsOnly && (
          <div className="switch-kind">
            <span className="switch-label" aria-hidden>
              kind
            </span>
            <Segment
              label="Kind of the next hand-over"
              choices={kinds}
              value={handOver.options.kind}
              onChange={kind => handOver.change({ kind })}
            />
          </div>
        )}
      </div>
      {configure.refused && <RefusedNotice said={configure.refused} />}
    </>
  )
}

/** For a Brief that waits for somebody's yes; nothing otherwise. */
export function Approve({ brief }: { brief: BriefHead }) {
  const { write, busy, refused } = useWrite('brief.approve', {
    done: () => ({ words: `#${brief.id} is approved.` }),
  })
  const { readsOnly } = useReader()
  if (readsOnly || !isUnapproved(brief)) return null
  return (
    <>
      <Button small busy={busy} onClick={() => void isTaken(write({ briefId: brief.id }))}>
        Approve
      </Button>
      {refused && <RefusedNotice said={refused} />}
    </>
  )
}
