/** One template: its text beside the packet that it gives, and its versions. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Segment } from '../../bloom/choice.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { TemplateEdit } from './template-edit.tsx'
import { TemplateVersions } from './template-versions.tsx'

export type Shown = Output<'template.show'>

const views = [
  { value: 'text', name: 'Text' },
  { value: 'versions', name: 'Versions' },
] as const

type Props = { name: string; project: string; isOperator: boolean }

export function OneTemplate({ name, project, isOperator }: Props) {
  const { data, error, refetch } = useRead('template.show', { name })
  const [view, setView] = useState<(typeof views)[number]['value']>('text')
  if (data === undefined)
    return error ? <Failure error={error} again={() => void refetch()} /> : <Loading label={`Loading ${name}`} />
  return (
    <div className="template">
      <Segment label={`View of ${name}`} choices={views} value={view} onChange={setView} />
      {view === 'text' ? (
        <TemplateEdit shown={data} project={project} isOperator={isOperator} />
      ) : (
        <TemplateVersions shown={data} isOperator={isOperator} />
      )}
    </div>
  )
}
