// The one neutral shape that every foreign format is read into, before anything is written.
import { markUnkeepable } from '../text.ts'

/** The statuses that an import can give: nobody here holds a lease on foreign work, so nothing arrives as in progress. */
export type ImportedStatus = 'idea' | 'planned' | 'in_review' | 'complete' | 'deferred' | 'cancelled'

export interface ImportedNote {
  /** ISO 8601, UTC. */
  at?: string
  /** The author as the source names them. */
  actor?: string
  body: string
}

export interface ImportedBrief {
  /** Unique within its source and the same at every import, such as `beads:bd-12`. */
  key: string
  title: string
  /** Markdown; may be empty. */
  spec: string
  /** What was first written down, byte for byte; the title when the source holds nothing more. */
  text: string
  status: ImportedStatus
  parentKey?: string
  /** Keys of Briefs that must land first. */
  dependsOn: string[]
  labels: string[]
  /** 0 is the highest, 4 the lowest. */
  priority: number
  /** ISO 8601, UTC. */
  createdAt?: string
  updatedAt?: string
  notes: ImportedNote[]
}

/** Something that was left out, and where: a line, a file, a record. */
export interface ImportProblem {
  where: string
  problem: string
}

export interface ImportReading {
  briefs: ImportedBrief[]
  problems: ImportProblem[]
}

/** Characters of a key that both databases can look up. */
const longestKey = 500

/** Keys and authors as a store can keep and look them up; the texts are brought within our limits later, with words about it. */
export function withKeepableNames({ briefs, problems }: ImportReading): ImportReading {
  const isLong = ({ key }: ImportedBrief): boolean => key.length > longestKey
  const tooLong = briefs.filter(isLong).map(({ key }) => ({
    where: `${markUnkeepable(key.slice(0, 60))}…`,
    problem: `its id is longer than ${longestKey} characters; left out`,
  }))
  return {
    briefs: briefs.filter(each => !isLong(each)).map(keepable),
    problems: [...problems, ...tooLong],
  }
}

const keepable = (imported: ImportedBrief): ImportedBrief => ({
  ...imported,
  key: markUnkeepable(imported.key),
  ...(imported.parentKey === undefined ? {} : { parentKey: markUnkeepable(imported.parentKey) }),
  dependsOn: imported.dependsOn.map(markUnkeepable),
  notes: imported.notes.map(note => (note.actor === undefined ? note : { ...note, actor: markUnkeepable(note.actor) })),
})

/** A Brief still being read, with the place to name when one of its references turns out wrong. */
export interface PlacedBrief {
  where: string
  brief: ImportedBrief
}

/** Headed sections as one Markdown text; each body byte for byte, empty ones left out. */
export function joinSections(sections: [heading: string, body: string][]): string {
  const filled = sections.filter(([, body]) => body.trim() !== '')
  return filled.map(([heading, body]) => (heading === '' ? body : `## ${heading}\n\n${body}`)).join('\n\n')
}

/** A note for what the source knows and a Brief has no field for; none when there is nothing. */
export function leftoverNote(source: string, facts: [name: string, value: string][]): ImportedNote[] {
  const filled = facts.filter(([, value]) => value !== '')
  if (filled.length === 0) return []
  return [{ body: `Kept from ${source}:\n\n${filled.map(([name, value]) => `- ${name}: ${value}`).join('\n')}` }]
}
