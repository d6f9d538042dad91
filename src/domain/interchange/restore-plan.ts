/** What an import of our own export would do: restore all of it, or change nothing because something is here already. */
import { type FlowerFile, type FlowerRecord, flowerKey, spellRecord } from './flower.ts'
import type { ImportProblem } from './imported-brief.ts'

/** Problems that are named one by one; the rest is counted. */
const mostNamed = 100

export type RestorePlan = {
  /** Restore every record of the file. */
  isRestore: boolean
  /** Ids of Briefs. */
  made: number[]
  unchanged: number[]
  /** Records of any kind that are missing here or differ. They are named in `problems` and never written. */
  conflicts: number
  problems: ImportProblem[]
}

/** Only an empty installation is filled. In any other each record is compared with what is here, and what is here stays. */
export function planRestore(file: FlowerFile, present: readonly FlowerRecord[]): RestorePlan {
  const briefs = file.records.flatMap(({ kind, value }) => (kind === 'brief' ? [value.id] : []))
  if (present.length === 0) return { isRestore: true, made: briefs, unchanged: [], conflicts: 0, problems: [] }
  const here = new Map(present.map(record => [flowerKey(record), spellRecord(record)]))
  const differing = file.records.flatMap(record => {
    const key = flowerKey(record)
    const known = here.get(key)
    if (known === spellRecord(record)) return []
    return [{ key, where: key, problem: known === undefined ? missing : `${differs}${fieldsOf(known, record)}` }]
  })
  const changed = new Set(differing.map(each => each.key))
  const problems = differing.slice(0, mostNamed).map(({ where, problem }) => ({ where, problem }))
  const more = differing.length - problems.length
  if (more > 0)
    problems.push({ where: 'file', problem: `${more} more records differ from what is here or are missing` })
  return {
    isRestore: false,
    made: [],
    unchanged: briefs.filter(id => !changed.has(`brief ${id}`)),
    conflicts: differing.length,
    problems,
  }
}

const missing = 'is not here, and only an empty installation is filled from an export; left out'
const differs = 'is here already and differs; what is here stays'

/** The fields that differ, as far as both have them. */
function fieldsOf(known: string, record: FlowerRecord): string {
  const here = (JSON.parse(known) as { value: Record<string, unknown> }).value
  const there = (JSON.parse(spellRecord(record)) as { value: Record<string, unknown> }).value
  const names = Object.keys(there).filter(name => JSON.stringify(here[name]) !== JSON.stringify(there[name]))
  return ` (${names.join(', ')})`
}
