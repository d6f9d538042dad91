// Reads GitHub issues, as `gh issue list --json …` or as the REST API gives them.

import type {
  ImportedBrief,
  ImportedNote,
  ImportedStatus,
  ImportProblem,
  ImportReading,
  PlacedBrief,
} from './imported-brief.ts'
import { leftoverNote } from './imported-brief.ts'
import { asRecord, type ForeignRecord, RecordReader, readJson } from './record-reader.ts'
import { settleReferences } from './references.ts'

/**
 * A list of issues, pages of such lists, or one issue. With `url` among the fields, keys name the repository too
 * (`github:ada/shop#12`), else only the number (`github:#12`). Open issues arrive as ideas: nobody has planned them here.
 */
export function parseGithub(json: string): ImportReading {
  const problems: ImportProblem[] = []
  const parsed = readJson(json)
  if ('reason' in parsed) return { briefs: [], problems: [{ where: 'file', problem: `not JSON: ${parsed.reason}` }] }
  const values: unknown[] = Array.isArray(parsed.value) ? parsed.value.flat() : [parsed.value]
  const placed: PlacedBrief[] = []
  for (const [index, value] of values.entries()) {
    const where = `entry ${index + 1}`
    const record = asRecord(value)
    if (!record) {
      problems.push({ where, problem: 'not an issue; left out' })
      continue
    }
    const brief = readIssue(new RecordReader(record, where, problems))
    if (brief) placed.push({ where: `${where} (${brief.key})`, brief })
  }
  return settleReferences(placed, problems)
}

function readIssue(reader: RecordReader): ImportedBrief | undefined {
  const { record } = reader
  const number = numberOf(record)
  const title = reader.text('title')
  if (number === undefined || title === '') {
    reader.report(`no ${number === undefined ? 'number' : 'title'}; left out`)
    return undefined
  }
  if (asRecord(record.pull_request) || /\/pull\/\d+$/.test(addressOf(record))) {
    reader.report(`#${number} is a pull request, not an issue; left out`)
    return undefined
  }
  const body = reader.text('body')
  const qualified = repositoryOf(addressOf(record)) !== ''
  const keysOf = (field: string) => linked(record[field]).map(other => keyOf(other, qualified))
  return {
    key: keyOf(record, qualified),
    title,
    spec: body,
    text: body || title,
    status: statusOf(reader),
    parentKey: keysOf('parent')[0],
    dependsOn: keysOf('blockedBy'),
    labels: readLabels(reader),
    priority: 2,
    createdAt: reader.time(either(record, 'createdAt', 'created_at')),
    updatedAt: reader.time(either(record, 'updatedAt', 'updated_at')),
    notes: [...readComments(reader), ...leftoverNote('GitHub', leftovers(reader))],
  }
}

function either(record: ForeignRecord, first: string, second: string): string {
  return record[first] === undefined ? second : first
}

function numberOf(record: ForeignRecord): number | undefined {
  const value = record.number
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/** The page's address; the REST API's `url` is its own, and the page's is `html_url`. */
function addressOf(record: ForeignRecord): string {
  const value = record.html_url ?? record.url
  return typeof value === 'string' ? value : ''
}

function repositoryOf(address: string): string {
  return /([\w.-]+\/[\w.-]+)\/issues\/\d+$/.exec(address)?.[1]?.toLowerCase() ?? ''
}

function keyOf(record: ForeignRecord, qualified: boolean): string {
  return `github:${qualified ? repositoryOf(addressOf(record)) : ''}#${numberOf(record) ?? '?'}`
}

/** A field of links holds one issue, a list of them, or such a list under `nodes`. */
function linked(value: unknown): ForeignRecord[] {
  const nodes = asRecord(value)?.nodes ?? value
  const values: unknown[] = Array.isArray(nodes) ? nodes : [nodes]
  return values.map(asRecord).filter(record => record !== undefined)
}

function statusOf(reader: RecordReader): ImportedStatus {
  const state = reader.text('state').toLowerCase()
  if (state !== 'closed') return 'idea'
  const reason = reader.text(either(reader.record, 'stateReason', 'state_reason')).toLowerCase()
  return reason === 'not_planned' || reason === 'duplicate' ? 'cancelled' : 'complete'
}

function readLabels(reader: RecordReader): string[] {
  const names = reader.list('labels').map(label => (typeof label === 'string' ? label : asRecord(label)?.name))
  return [...new Set(names.filter(name => typeof name === 'string' && name !== ''))] as string[]
}

function readComments(reader: RecordReader): ImportedNote[] {
  // The REST API gives their number in this field, not themselves.
  if (typeof reader.record.comments === 'number') return []
  const read = (record: ForeignRecord): ImportedNote => {
    const comment = new RecordReader(record, reader.where, reader.problems)
    const at = comment.time(either(record, 'createdAt', 'created_at'))
    return { at, actor: loginOf(record.author ?? record.user) || undefined, body: comment.text('body') }
  }
  return reader
    .records('comments')
    .map(read)
    .filter(({ body }) => body !== '')
}

function loginOf(person: unknown): string {
  const login = asRecord(person)?.login
  return typeof login === 'string' ? login : ''
}

function leftovers(reader: RecordReader): [string, string][] {
  const { record } = reader
  const milestone = asRecord(record.milestone)?.title
  const unread = typeof record.comments === 'number' && record.comments > 0 ? String(record.comments) : ''
  return [
    ['address', addressOf(record)],
    ['author', loginOf(record.author ?? record.user)],
    ['assignees', reader.list('assignees').map(loginOf).filter(Boolean).join(', ')],
    ['milestone', typeof milestone === 'string' ? milestone : ''],
    ['comments that this export only counts', unread],
  ]
}
