// Reads beads' issues.jsonl: one JSON record on each line.

import { readStatus } from './foreign-status.ts'
import {
  type ImportedBrief,
  type ImportedNote,
  type ImportProblem,
  type ImportReading,
  joinSections,
  leftoverNote,
  type PlacedBrief,
} from './imported-brief.ts'
import { asRecord, type ForeignRecord, RecordReader, readJson } from './record-reader.ts'
import { settleReferences } from './references.ts'

/** Deleted issues (tombstones) are passed over; everything else that can't be read is named by its line. */
export function parseBeads(jsonl: string): ImportReading {
  const problems: ImportProblem[] = []
  const placed: PlacedBrief[] = []
  for (const [index, line] of jsonl
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const where = `line ${index + 1}`
    const json = readJson(line)
    const record = 'value' in json ? asRecord(json.value) : undefined
    if (!record) {
      problems.push({ where, problem: 'reason' in json ? `not JSON: ${json.reason}` : 'not a record' })
      continue
    }
    const brief = readIssue(new RecordReader(record, where, problems))
    if (brief) placed.push({ where: `${where} (${brief.key})`, brief })
  }
  return settleReferences(placed, problems)
}

function readIssue(reader: RecordReader): ImportedBrief | undefined {
  const kind = reader.text('_type')
  if (kind !== '' && kind !== 'issue') {
    reader.report(`a ${kind}, not an issue; left out`)
    return undefined
  }
  const id = reader.text('id')
  const word = reader.text('status')
  if (word === 'tombstone') return undefined
  const description = reader.text('description')
  const title = reader.text('title') || (description.trim().split('\n')[0] ?? '').trim()
  if (id === '' || title === '') {
    reader.report(`no ${id === '' ? 'id' : 'title'}; left out`)
    return undefined
  }
  const { status, notes } = readStatus('beads', word)
  const links = readLinks(reader, id)
  const type = reader.text('issue_type')
  return {
    key: `beads:${id}`,
    title,
    spec: joinSections([
      ['', description],
      ['Design', reader.text('design')],
      ['Acceptance criteria', reader.text('acceptance_criteria')],
    ]),
    text: description || title,
    status,
    parentKey: links.parentKey,
    dependsOn: links.dependsOn,
    labels: [...new Set([...reader.texts('labels'), ...(type === '' || type === 'task' ? [] : [type])])],
    priority: readPriority(reader),
    createdAt: reader.time('created_at'),
    updatedAt: reader.time('updated_at'),
    notes: [
      ...notes,
      ...readNotes(reader),
      ...readComments(reader),
      ...leftoverNote('beads', [...links.others, ...leftovers(reader)]),
    ],
  }
}

function readPriority(reader: RecordReader): number {
  const value = reader.record.priority
  if (value === undefined || value === null) return 2
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4) return value
  reader.report('“priority” is not a whole number from 0 to 4; taken as 2')
  return 2
}

interface Links {
  parentKey?: string
  dependsOn: string[]
  others: [string, string][]
}

function readLinks(reader: RecordReader, id: string): Links {
  const links: Links = { dependsOn: [], others: [] }
  for (const record of reader.records('dependencies')) {
    const link = new RecordReader(record, reader.where, reader.problems)
    const [from, to, type] = [link.text('issue_id') || id, link.text('depends_on_id'), link.text('type') || 'blocks']
    if (to === '' || from !== id)
      reader.report(to === '' ? 'a dependency names no issue; left out' : `a dependency of ${from}; left out`)
    else if (type === 'blocks') links.dependsOn.push(`beads:${to}`)
    else if (type !== 'parent-child') links.others.push([type, to])
    else if (links.parentKey === undefined) links.parentKey = `beads:${to}`
    else reader.report(`a second parent, ${to}; left out`)
  }
  return links
}

function readNotes(reader: RecordReader): ImportedNote[] {
  const body = reader.text('notes')
  return body === '' ? [] : [{ body }]
}

function readComments(reader: RecordReader): ImportedNote[] {
  const read = (record: ForeignRecord): ImportedNote => {
    const comment = new RecordReader(record, reader.where, reader.problems)
    return { at: comment.time('created_at'), actor: comment.text('author') || undefined, body: comment.text('text') }
  }
  return reader
    .records('comments')
    .map(read)
    .filter(({ body }) => body !== '')
}

function leftovers(reader: RecordReader): [string, string][] {
  const fields = [
    'assignee',
    'created_by',
    'estimated_minutes',
    'external_ref',
    'due_at',
    'defer_until',
    'closed_at',
    'close_reason',
  ]
  return fields.map(field => [field, reader.text(field)])
}
