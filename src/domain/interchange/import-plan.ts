/** What an import of foreign Briefs would do, decided before anything is written: so a dry run says what a real one does. */
import type { Brief } from '../brief.ts'
import { type Edges, findPath } from '../graph.ts'
import { briefRef } from '../ref.ts'
import type { BriefStatus } from '../status.ts'
import { limits, markUnkeepable } from '../text.ts'
import type { ImportedBrief, ImportProblem, ImportReading } from './imported-brief.ts'

/** A Brief that an earlier import made, with the print of the record that it was made of. */
export type KnownBrief = { brief: Brief; print: string }

export type ImportPlan = {
  /** Epics before their children. */
  make: FittedBrief[]
  /** Ids of Briefs whose record is as it was when it was imported. */
  unchanged: number[]
  /** Ids of Briefs whose record has changed since; they are named in `problems` and left as they are. */
  conflicts: number[]
  problems: ImportProblem[]
}

export type FittedBrief = Omit<ImportedBrief, 'status'> & { status: BriefStatus; print: string }

/** `print` answers the same short text for the same record, and another one for another. */
export function planImport(
  reading: ImportReading,
  known: ReadonlyMap<string, KnownBrief>,
  print: (text: string) => string,
): ImportPlan {
  const plan: ImportPlan = { make: [], unchanged: [], conflicts: [], problems: [...reading.problems] }
  for (const imported of reading.briefs) {
    const mark = print(JSON.stringify(imported))
    const here = known.get(imported.key)
    if (!here) plan.make.push({ ...fit(imported, plan.problems), print: mark })
    else if (here.print === mark) plan.unchanged.push(here.brief.id)
    else {
      plan.conflicts.push(here.brief.id)
      plan.problems.push({ where: imported.key, problem: conflictOf(imported, here.brief) })
    }
  }
  plan.make = dropWaitCircles(epicsFirst(plan.make), plan.problems)
  return plan
}

function conflictOf(imported: ImportedBrief, brief: Brief): string {
  const fields = (['title', 'text', 'spec', 'status', 'priority', 'labels'] as const).filter(
    name => JSON.stringify(imported[name]) !== JSON.stringify(brief[name]),
  )
  const named = fields.length > 0 ? ` (${fields.join(', ')})` : ' (its relations, times or notes)'
  return `has changed since it was imported as ${briefRef(brief.id)}${named}; ${briefRef(brief.id)} stays as it is`
}

/** Brings a record within our limits, and names what it cost. Nobody reviews here yet, so `in_review` arrives as planned. */
function fit(imported: ImportedBrief, problems: ImportProblem[]): Omit<FittedBrief, 'print'> {
  const report = (problem: string): void => void problems.push({ where: imported.key, problem })
  const keepable = (text: string, name: string, limit: number): string => {
    const clean = markUnkeepable(text)
    if (clean !== text) report(`${name} held characters that no text keeps; they are marked`)
    if (clean.length <= limit) return clean
    report(`${name} is longer than ${limit} characters; the rest is left out`)
    return clean.slice(0, limit).toWellFormed()
  }
  const line = (text: string, name: string, limit: number): string =>
    keepable(text.replace(/\s*[\r\n]+\s*/g, ' ').trim(), name, limit)
  const labels = imported.labels.map(label => line(label, 'a label', limits.label)).filter(label => label !== '')
  return {
    ...imported,
    title: line(imported.title, 'the title', limits.title) || imported.key,
    text: keepable(imported.text, 'the text', limits.text),
    spec: keepable(imported.spec, 'the spec', limits.spec),
    labels: [...new Set(labels)],
    notes: imported.notes.map(note => ({ ...note, body: keepable(note.body, 'a note', limits.note) })),
    status: imported.status === 'in_review' ? 'planned' : imported.status,
  }
}

/** Parents have no circles: the reader has settled that. */
function epicsFirst(briefs: FittedBrief[]): FittedBrief[] {
  const waiting = new Map(briefs.map(brief => [brief.key, brief]))
  const sorted: FittedBrief[] = []
  for (const brief of briefs) {
    const line: FittedBrief[] = []
    for (let at: FittedBrief | undefined = brief; at; at = at.parentKey ? waiting.get(at.parentKey) : undefined) {
      if (!waiting.delete(at.key)) break
      line.unshift(at)
    }
    sorted.push(...line)
  }
  return sorted
}

/**
 * An epic waits for its children, so dependencies can close a circle through it that neither shows alone. Only among the
 * new Briefs: nothing that is here already comes to wait for them.
 */
function dropWaitCircles(briefs: FittedBrief[], problems: ImportProblem[]): FittedBrief[] {
  const numbers = new Map(briefs.map((brief, at) => [brief.key, at]))
  const edges: Edges = new Map(briefs.map((_, at) => [at, []]))
  for (const [at, { parentKey }] of briefs.entries()) {
    const parent = parentKey === undefined ? undefined : numbers.get(parentKey)
    if (parent !== undefined) edges.get(parent)?.push(at)
  }
  const needsLook = !isFree(briefs, numbers, edges)
  return briefs.map((brief, at) => {
    const dependsOn = brief.dependsOn.filter(key => {
      const on = numbers.get(key)
      if (on === undefined) return true
      if (needsLook && findPath(edges, on, at)) {
        problems.push({ where: brief.key, problem: `waiting for ${key} would close a circle; left out` })
        return false
      }
      edges.get(at)?.push(on)
      return true
    })
    return { ...brief, dependsOn }
  })
}

/** Whether all edges together hold no circle: the usual case, told in one walk. */
function isFree(briefs: FittedBrief[], numbers: Map<string, number>, children: Edges): boolean {
  const waitsFor = briefs.map((brief, at) => [
    ...(children.get(at) ?? []),
    ...brief.dependsOn.map(key => numbers.get(key)).filter(on => on !== undefined),
  ])
  const neededBy = new Map<number, number[]>(briefs.map((_, at) => [at, []]))
  for (const [at, needs] of waitsFor.entries()) for (const need of needs) neededBy.get(need)?.push(at)
  const open = waitsFor.map(needs => needs.length)
  const ready = open.flatMap((count, at) => (count === 0 ? [at] : []))
  let done = 0
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    done++
    for (const waiter of neededBy.get(at) ?? []) {
      open[waiter] = (open[waiter] ?? 0) - 1
      if (open[waiter] === 0) ready.push(waiter)
    }
  }
  return done === briefs.length
}
