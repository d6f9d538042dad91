import { Pick, type PickChoice } from '../../bloom/float/menu.tsx'
import { type Harnesses, useHarnesses } from './harnesses.ts'

/** Says what no name would mean. */
export function HarnessPick(props: { project: string; value: string; onChange: (harness: string) => void }) {
  const harnesses = useHarnesses(props.project)
  return (
    <Pick
      label="harness"
      silent
      choices={choicesOf(harnesses, props.value)}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

function choicesOf({ names, usual }: Harnesses, value: string): PickChoice<string>[] {
  const none =
    usual === null
      ? { value: '', name: 'none', note: 'flower starts nobody; an agent of yours claims it' }
      : { value: '', name: `usual: ${usual}`, note: `flower starts ${usual}, as flower.yaml says` }
  const known = names.includes(value) || value === '' ? names : [...names, value]
  return [none, ...known.map(name => ({ value: name, name, note: `flower starts ${name} once there is a place` }))]
}
