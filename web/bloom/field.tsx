import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type Shared = {
  label: ReactNode
  /** The label is only heard. */
  silent?: boolean
  hint?: ReactNode
  /** The rule that the value breaks, in words. */
  refused?: ReactNode
}

type LineProps = Shared & ComponentPropsWithRef<'input'> & { lines?: undefined }
type AreaProps = Shared & Omit<ComponentPropsWithRef<'textarea'>, 'rows'> & { lines: number }

export type FieldProps = LineProps | AreaProps

/** A labelled field of one line, or of `lines` growing with its text. A refused value stays and says the rule. */
export function Field(props: FieldProps) {
  const ownId = useId()
  const { label, silent, hint, refused, id = ownId, ...native } = props
  const wired = {
    id,
    'aria-invalid': refused === undefined ? undefined : true,
    'aria-describedby':
      [hint !== undefined && `${id}-hint`, refused !== undefined && `${id}-why`].filter(Boolean).join(' ') || undefined,
    className: `field${refused === undefined ? '' : ' is-wrong'} ${native.className ?? ''}`.trim(),
    dir: native.dir ?? 'auto',
  }
  return (
    <div className="fieldset">
      <label className={silent ? 'hide' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <span className="field-wrong">
        {native.lines === undefined ? <input type="text" {...native} {...wired} /> : <Area {...native} {...wired} />}
        {refused !== undefined && (
          <span id={`${id}-why`} className="clay-ink small" role="status">
            <Icon name="failed" className="clay" />
            {refused}
          </span>
        )}
      </span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  )
}

function Area({ lines, className = '', ...native }: { lines: number } & ComponentPropsWithRef<'textarea'>) {
  return <textarea rows={lines} {...native} className={`${className} growing`} />
}
