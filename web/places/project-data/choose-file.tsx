import { useId, useState } from 'react'
import { Field } from '../../bloom/field.tsx'

export type Chosen = { name: string; text: string }

/** Characters; the house takes no more. */
const most = 50_000_000

/** A file of this machine, or its text pasted. */
export function ChooseFile({ chosen, onChoose }: { chosen: Chosen | undefined; onChoose: (chosen?: Chosen) => void }) {
  const id = useId()
  const [failed, setFailed] = useState<string>()
  const read = async (file: File | undefined) => {
    setFailed(undefined)
    if (file === undefined) return
    if (file.size > most) return setFailed(`${file.name} is longer than 50 MB: name its path instead.`)
    try {
      onChoose({ name: file.name, text: await file.text() })
    } catch {
      setFailed(`${file.name} could not be read.`)
    }
  }
  const isPasted = chosen === undefined || chosen.name === ''
  return (
    <div className="choose-file">
      <label className="field-label" htmlFor={id}>
        File
      </label>
      <input id={id} type="file" className="file" onChange={event => void read(event.target.files?.[0])} />
      {failed !== undefined && (
        <p className="clay-ink small" role="status">
          {failed}
        </p>
      )}
      {isPasted && (
        <Field
          label="or its text"
          lines={3}
          spellCheck={false}
          value={chosen?.text ?? ''}
          onChange={({ target: { value } }) => onChoose(value === '' ? undefined : { name: '', text: value })}
        />
      )}
    </div>
  )
}
