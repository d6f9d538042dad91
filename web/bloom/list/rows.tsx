import type { ReactNode } from 'react'

export type Column<Row> = {
  /** The head over the column; also its key. */
  head: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the end. */
  num?: boolean
  /** The head is only heard. */
  silent?: boolean
  /** The class of its cells, for widths and for what falls away when it gets narrow. */
  className?: string
}

/** A table whose lines are hairlines. An open row shows its detail below itself. */
export function Rows<Row>(props: {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  className?: string
  /** The detail of an open row, or null for a shut one. */
  detail?: (row: Row) => ReactNode | null
}) {
  return (
    <table className={`rows ${props.className ?? ''}`.trim()} aria-label={props.label}>
      <thead>
        <tr>
          {props.columns.map(column => (
            <th key={column.head} scope="col" className={column.num ? 'num' : undefined}>
              {column.silent ? <span className="hide">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(row => (
          <Line key={props.keyOf(row)} row={row} columns={props.columns} detail={props.detail?.(row) ?? null} />
        ))}
      </tbody>
    </table>
  )
}

function Line<Row>({ row, columns, detail }: { row: Row; columns: readonly Column<Row>[]; detail: ReactNode | null }) {
  return (
    <>
      <tr className={detail === null ? undefined : 'is-open'}>
        {columns.map(column => (
          <td
            key={column.head}
            className={[column.className, column.num && 'num'].filter(Boolean).join(' ') || undefined}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {detail !== null && (
        <tr className="detail">
          <td colSpan={columns.length}>
            <div className="detail-in">{detail}</div>
          </td>
        </tr>
      )}
    </>
  )
}
