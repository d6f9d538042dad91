import { useState } from 'react'
import { Filters } from '../../bloom/choice.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { useRead } from '../../house/read.ts'
import { isUsual, type Seen, type Sort, usualQuery } from './address.ts'
import { NameFilter, type Naming, SavedFilters } from './saved-filters.tsx'

const presets = [
  { value: usualQuery, name: 'open' },
  { value: 'is:open is:blocked', name: 'blocked' },
  { value: 'is:dispatchable', name: 'dispatchable' },
  { value: 'is:open is:unapproved', name: 'unapproved' },
  { value: 'is:open,closed', name: 'all' },
] as const

const presetOf = (query: string) => presets.find(({ value }) => value === (isUsual(query) ? usualQuery : query.trim()))

/** `3 blocked`, `12 found`. */
export function headOf(query: string, total: number): string {
  const preset = presetOf(query)
  if (preset === undefined) return `${total} found`
  return preset.name === 'all' ? `${total} briefs` : `${total} ${preset.name}`
}

const sortNames: Record<Sort, string> = { moved: 'last move', created: 'newest', priority: 'priority' }
export const sortWords: Record<Sort, string> = {
  moved: 'by last move',
  created: 'newest first',
  priority: 'by priority',
}

/** How many the filter finds. */
export function useCount(query: string, project: string | undefined): number | undefined {
  return useRead('brief.list', { query, project, limit: 1 }, { keep: true }).data?.total
}

/** The filters that are asked for all day, with their counts, and the order. */
export function Presets({ seen, onChange }: { seen: Seen; onChange: (part: Partial<Seen>) => void }) {
  const { query, project, sort } = seen
  const counts = [
    useCount(presets[0].value, project),
    useCount(presets[1].value, project),
    useCount(presets[2].value, project),
    useCount(presets[3].value, project),
    useCount(presets[4].value, project),
  ]
  const [naming, setNaming] = useState<Naming>()
  return (
    <>
      <Filters
        label="Filters"
        choices={presets.map((preset, place) => ({ ...preset, count: counts[place] }))}
        value={presetOf(query)?.value ?? null}
        onChange={query => onChange({ query })}
        more={<SavedFilters seen={seen} onChange={onChange} onNaming={setNaming} />}
        tools={
          <Pick
            label="sort"
            value={sort}
            choices={(['moved', 'created', 'priority'] as const).map(value => ({ value, name: sortNames[value] }))}
            onChange={sort => onChange({ sort })}
          />
        }
      />
      {naming && (
        <NameFilter key={naming.former} seen={seen} former={naming.former} onDone={() => setNaming(undefined)} />
      )}
    </>
  )
}
