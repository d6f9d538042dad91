import { type ReactNode, useId } from 'react'

/** `count` may be a text where it isn't known to the end: `31+`. */
export type Choice<Value extends string> = { value: Value; name: ReactNode; count?: number | string }

/** One of a few, all in view. Native radio buttons, so arrows and forms work as everywhere. */
export function Segment<Value extends string>(props: {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const group = useId()
  return (
    <fieldset className="seg">
      <legend className="hide">{props.label}</legend>
      {props.choices.map(choice => (
        <label key={choice.value}>
          <input
            type="radio"
            name={group}
            checked={choice.value === props.value}
            onChange={() => props.onChange(choice.value)}
          />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** On or off, effective at once. `hint` says what it does. */
export function Switch(props: {
  label: ReactNode
  on: boolean
  onChange: (on: boolean) => void
  hint?: ReactNode
  /** Why it can't be changed now; takes the hint's place. */
  refused?: ReactNode
}) {
  const hint = useId()
  const words = props.refused ?? props.hint
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={props.on}
        aria-disabled={props.refused === undefined ? undefined : true}
        aria-describedby={words === undefined ? undefined : hint}
        onChange={event => {
          if (props.refused === undefined) props.onChange(event.target.checked)
        }}
      />
      <span className="switch-track" />
      <span className="switch-word">
        <b>{props.label}</b>
        {words !== undefined && <span id={hint}>{words}</span>}
      </span>
    </label>
  )
}

/** A line of filters with their counts, of which one holds. `tools` stand at its end. */
export function Filters<Value extends string>(props: {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Others that belong to the line, after the choices. */
  more?: ReactNode
  tools?: ReactNode
}) {
  return (
    <div className="filters" role="group" aria-label={props.label}>
      {props.choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === props.value}
          onClick={() => props.onChange(choice.value)}
        >
          {choice.name} {choice.count !== undefined && <span>{choice.count}</span>}
        </button>
      ))}
      {props.more}
      {props.tools !== undefined && (
        <>
          <span className="grow" />
          {props.tools}
        </>
      )}
    </div>
  )
}
