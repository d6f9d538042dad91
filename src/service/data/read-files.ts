/** Reads what is to be imported into one shape, or refuses and says why nothing can be read. */
import { parseBacklog } from '#domain/interchange/backlog.ts'
import { parseBeads } from '#domain/interchange/beads.ts'
import { parseGithub } from '#domain/interchange/github.ts'
import { type ImportReading, withKeepableNames } from '#domain/interchange/imported-brief.ts'
import { parseTaskmaster } from '#domain/interchange/taskmaster.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ImportFile } from '../facts.ts'

export type ForeignFormat = 'beads' | 'backlog' | 'taskmaster' | 'github'

/** Where each format keeps its records within a folder; the first pattern that fits exactly one file is it. */
const places: Record<Exclude<ForeignFormat, 'backlog'> | 'flower', RegExp[]> = {
  flower: [/\.jsonl$/],
  beads: [/(^|\/)issues\.jsonl$/, /\.jsonl$/],
  taskmaster: [/(^|\/)tasks\.json$/, /\.json$/],
  github: [/(^|\/)issues\.json$/, /\.json$/],
}

export function readForeign(format: ForeignFormat, files: ImportFile[]): ImportReading {
  const reading = parse(format, files)
  const { briefs, problems } = withKeepableNames(reading)
  if (briefs.length > 0) return { briefs, problems }
  const [first] = problems
  throw unreadable(format, first ? `${first.where}: ${first.problem}` : 'it holds nothing that could become a Brief')
}

function parse(format: ForeignFormat, files: ImportFile[]): ImportReading {
  if (format === 'backlog') return parseBacklog(files)
  const { text } = onlyFile(format, files)
  if (format === 'beads') return parseBeads(text)
  return format === 'taskmaster' ? parseTaskmaster(text) : parseGithub(text)
}

/** The one file that is meant: a format that is one file is never read from two. */
export function onlyFile(format: keyof typeof places, files: ImportFile[]): ImportFile {
  const candidates = [files, ...places[format].map(place => files.filter(file => place.test(file.path)))]
  const only = candidates.find(each => each.length === 1)?.[0]
  if (only) return only
  throw unreadable(
    format,
    files.length === 0 ? 'no file is there' : `it is not clear which of ${files.length} files is meant; name it`,
  )
}

export const unreadable = (format: string, problem: string): Refusal =>
  new Refusal('import.unreadable', { format, problem })
