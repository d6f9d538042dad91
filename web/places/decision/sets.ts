/** Questions that belong together. Pure. */
import type { DecisionView } from '#contract/shapes.ts'

export type DecisionSet = {
  key: string
  name: string
  project: string
  /** `all`: released together, once the last one is answered or withdrawn. */
  release: 'all' | 'each'
  /** Oldest first. */
  members: readonly DecisionView[]
  ended: number
}

/** A set is of one project; in the order of their oldest question. */
export function setsOf(decisions: readonly DecisionView[]): DecisionSet[] {
  const keyOf = ({ group, projectId }: DecisionView) => `${projectId} ${group?.name}`
  const grouped = Map.groupBy(
    decisions.filter(each => each.group !== null).toSorted((a, b) => a.id - b.id),
    keyOf,
  )
  return [...grouped].flatMap(([key, members]): DecisionSet[] => {
    const [first] = members
    if (!first?.group) return []
    const { name, release } = first.group
    const ended = members.filter(each => each.status !== 'open').length
    return [{ key, name, project: first.project, release, members, ended }]
  })
}

/** Something of it is still to come: an answer, or its release. */
export const isUnderWay = ({ members }: DecisionSet): boolean =>
  members.some(each => each.status === 'open' || each.releasedAt === null)
