/** What can be pressed here and everywhere, and the switch for keys of one character. */
import { publicNames } from '#contract/catalogue.ts'
import { Button } from '../../bloom/button.tsx'
import { Switch } from '../../bloom/choice.tsx'
import { DialogFloating } from '../../bloom/float/dialog-floating.tsx'
import { drawn, type HeldKeys, type ToldKey, turnKeys, useKeysOn } from '../../bloom/keys.ts'
import { useRead } from '../../house/read.ts'
import { whyNot } from '../palette/operations.ts'

/** What the browser does by itself, and is easily missed. */
const ofBrowser: readonly ToldKey[] = [
  { keys: ['Tab'], words: 'on to what can be pressed', single: false },
  { keys: ['Esc'], words: 'shut what floats, leave a field', single: false },
]

function Keys({ name, keys, on }: { name: string; keys: readonly ToldKey[]; on: boolean }) {
  if (keys.length === 0) return null
  return (
    <section className="help-keys">
      <h3 className="eyebrow">{name}</h3>
      <dl>
        {keys.map(({ keys: all, words, single }) => (
          <div key={words} className={single && !on ? 'is-off' : undefined}>
            <dt>
              {all.map(key => (
                <kbd key={key}>{drawn(key)}</kbd>
              ))}
            </dt>
            <dd>
              {words}
              {single && !on && ' (off)'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export type HelpProps = {
  /** What was held when it was asked for. */
  held: HeldKeys
  onClose: () => void
  onFind: () => void
}

export function HelpFloating({ held, onClose, onFind }: HelpProps) {
  const on = useKeysOn()
  const role = useRead('system.info', {}).data?.role
  const open = publicNames.filter(name => whyNot(name, role) === undefined).length
  return (
    <DialogFloating
      open
      onClose={onClose}
      title="Keys"
      actions={
        <>
          <Button keys="⌘K" onClick={onFind}>
            All {publicNames.length} operations
          </Button>
          <Button look="petal" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="help">
        <Keys name="at this place" keys={held.here} on={on} />
        <Keys name="everywhere" keys={[...held.everywhere, ...ofBrowser]} on={on} />
      </div>
      <Switch
        label="Single keys"
        hint="off, keys of one character do nothing, in all tabs of this browser; those with ctrl or ⌘ stay"
        on={on}
        onChange={turnKeys}
      />
      <p className="meta dim">
        Whatever flower can do is an operation. The palette has all of them: {open} are open to the role {role ?? '–'},
        and the others say whom to ask.
      </p>
    </DialogFloating>
  )
}
