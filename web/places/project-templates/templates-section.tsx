/** The texts that packets are rendered from, of the whole house; one is open at a time. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { type Column, Rows } from '../../bloom/list/rows.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { OneTemplate } from './one-template.tsx'

type Row = Output<'template.list'>['items'][number]

export function TemplatesSection({ project, isOperator }: { project: string; isOperator: boolean }) {
  const { data, error, refetch } = useRead('template.list', {})
  const [opened, setOpened] = useState<string>()
  const detail = ({ name }: Row) =>
    name === opened ? <OneTemplate key={name} name={name} project={project} isOperator={isOperator} /> : null
  return (
    <Section
      id="templates"
      eyebrow="packets · of the whole house"
      title="Templates"
      tools={<span className="small dim">a packet is rendered once, when it is handed over</span>}
    >
      {data === undefined ? (
        error ? (
          <Failure error={error} again={() => void refetch()} />
        ) : (
          <Loading label="Loading templates" />
        )
      ) : (
        <Rows
          label="Templates"
          className="templates"
          rows={data.items}
          keyOf={({ name }) => name}
          columns={columnsOf(opened, setOpened)}
          detail={detail}
        />
      )}
    </Section>
  )
}

const columnsOf = (opened: string | undefined, open: (name: string | undefined) => void): Column<Row>[] => [
  {
    head: 'template',
    cell: ({ name }) => (
      <Fold open={name === opened} onClick={() => open(name === opened ? undefined : name)}>
        <span className="mono">{name}</span>
      </Fold>
    ),
  },
  {
    head: 'version',
    num: true,
    className: 't-version',
    cell: ({ version, builtIn }) => (builtIn ? 'as it came' : `v${version}`),
  },
  {
    head: 'changed',
    num: true,
    className: 't-changed',
    cell: ({ updatedBy, updatedAt }) =>
      updatedAt === null ? (
        <span className="dim">with the house</span>
      ) : (
        <>
          <Said>{bareName(updatedBy)}</Said> <RelativeTime at={updatedAt} />
        </>
      ),
  },
]
