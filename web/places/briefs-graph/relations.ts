import type { BriefRow } from '#contract/shapes.ts'

const named = (ids: readonly number[]) => ids.map(id => `#${id}`).join(', ')

/** `is in the epic #4, depends on #2, #3`; undefined when there is nothing to say. */
export function relationsOf(row: Pick<BriefRow, 'parentId' | 'dependsOn'>): string | undefined {
  const parts = [
    row.parentId === null ? undefined : `is in the epic #${row.parentId}`,
    row.dependsOn.length === 0 ? undefined : `depends on ${named(row.dependsOn)}`,
  ].filter(part => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(', ')
}
