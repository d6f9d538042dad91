// Reads a Backlog.md folder: Markdown files with YAML front matter under tasks/, completed/, archive/ and drafts/.

import { parseDocument } from 'yaml'
import { readStatus } from './foreign-status.ts'
import {
  type ImportedBrief,
  type ImportedNote,
  type ImportProblem,
  type ImportReading,
  leftoverNote,
  type PlacedBrief,
} from './imported-brief.ts'
import { asRecord, type ForeignRecord, RecordReader } from './record-reader.ts'
import { settleReferences } from './references.ts'

export interface BacklogFile {
  /** With `/` between folders, from anywhere above the folders named here. */
  path: string
  text: string
}

type Room = 'tasks' | 'completed' | 'archive' | 'drafts'

const PRIORITIES = new Map([
  ['high', 1],
  ['medium', 2],
  ['low', 3],
])

/** Files outside the four folders (documents, decisions, settings) are passed over. */
export function parseBacklog(files: readonly BacklogFile[]): ImportReading {
  const problems: ImportProblem[] = []
  const placed: PlacedBrief[] = []
  for (const { path, text } of files) {
    const room = roomOf(path)
    if (room === undefined) continue
    const parts = splitFrontMatter(text)
    const matter = parts && readFrontMatter(parts.matter)
    if (!parts || !matter || 'reason' in matter) {
      problems.push({
        where: path,
        problem: matter && 'reason' in matter ? matter.reason : 'no front matter; left out',
      })
      continue
    }
    const brief = readTask(new RecordReader(matter.record, path, problems), parts.body, room)
    if (brief) placed.push({ where: path, brief })
  }
  return settleReferences(placed, problems)
}

function roomOf(path: string): Room | undefined {
  const folders = path.replaceAll('\\', '/').split('/').slice(0, -1)
  if (!path.endsWith('.md') || folders.some(folder => ['docs', 'decisions', 'milestones'].includes(folder)))
    return undefined
  // `archive/tasks` and `archive/drafts` are the archive.
  const rooms: Room[] = ['archive', 'completed', 'drafts', 'tasks']
  return rooms.find(room => folders.includes(room))
}

function splitFrontMatter(text: string): { matter: string; body: string } | undefined {
  const match = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  if (!match) return undefined
  return { matter: match[1] ?? '', body: text.slice(match[0].length).replace(/^(?:[ \t]*\r?\n)+/, '') }
}

function readFrontMatter(matter: string): { record: ForeignRecord } | { reason: string } {
  // Names such as `@ada` stand unquoted in these files, though YAML reserves the sign.
  const quoted = matter.replace(/^(\s*(?:assignee|reporter):.*|\s*-\s+@.*)$/gm, line => {
    return line.replace(/(^|[\s,[])(@[^\s,\]"']+)/g, (_, before: string, name: string) => `${before}"${name}"`)
  })
  try {
    const document = parseDocument(quoted)
    const [error] = document.errors
    if (error) return { reason: `front matter is not YAML: ${error.message.split('\n')[0]}; left out` }
    const record = asRecord(document.toJS())
    return record ? { record } : { reason: 'front matter is not a record; left out' }
  } catch (cause) {
    // Such as aliases that unfold without end, or nesting without end.
    return { reason: `front matter can't be read: ${cause instanceof Error ? cause.message : 'unknown'}; left out` }
  }
}

function readTask(reader: RecordReader, whole: string, room: Room): ImportedBrief | undefined {
  const id = reader.text('id')
  const title = reader.text('title')
  if (id === '' || title === '') {
    reader.report(`no ${id === '' ? 'id' : 'title'}; left out`)
    return undefined
  }
  const { spec, comments } = takeComments(whole)
  const { status, notes } = readStatus('Backlog.md', wordFor(room, reader.text('status')))
  const parent = reader.text('parent_task_id')
  return {
    key: keyOf(id),
    title,
    spec,
    text: describedIn(whole) || title,
    status,
    parentKey: parent === '' ? undefined : keyOf(parent),
    dependsOn: reader.texts('dependencies').map(keyOf),
    labels: reader.texts('labels'),
    priority: readPriority(reader),
    createdAt: reader.time('created_date'),
    updatedAt: reader.time('updated_date'),
    notes: [...notes, ...comments, ...leftoverNote('Backlog.md', leftovers(reader, room))],
  }
}

/** Ids are the same in any case; a bare number is a task's, as that is what the tool itself makes of it. */
function keyOf(id: string): string {
  const plain = id.trim().toLowerCase()
  return `backlog:${/^\d+(\.\d+)*$/.test(plain) ? `task-${plain}` : plain}`
}

function wordFor(room: Room, word: string): string {
  if (room === 'completed') return 'done'
  if (room === 'drafts') return 'draft'
  return room === 'archive' && word.toLowerCase() !== 'done' ? 'archived' : word
}

function readPriority(reader: RecordReader): number {
  const word = reader.text('priority')
  const priority = PRIORITIES.get(word.toLowerCase())
  if (word !== '' && priority === undefined) reader.report(`unknown priority “${word}”; taken as medium`)
  return priority ?? 2
}

function leftovers(reader: RecordReader, room: Room): [string, string][] {
  const joined = ['assignee', 'reporter', 'milestone', 'references', 'documentation'].map((field): [string, string] => [
    field,
    reader.texts(field).join(', '),
  ])
  return [
    ...joined,
    ['due_date', reader.text('due_date')],
    ['archived with status', room === 'archive' ? reader.text('status') : ''],
  ]
}

/** What stands between the description's marks, or under its heading in files without marks. */
function describedIn(body: string): string {
  const marked = /<!-- SECTION:DESCRIPTION:BEGIN -->\r?\n([\s\S]*?)\r?\n?<!-- SECTION:DESCRIPTION:END -->/.exec(body)
  if (marked) return marked[1] ?? ''
  const [, ...after] = body.split(/^## Description[ \t]*\r?$/m)
  return (after.join('').split(/^## /m)[0] ?? '').trim()
}

const COMMENTS = /(?:^## Comments[ \t]*\r?\n\s*)?<!-- COMMENTS:BEGIN -->([\s\S]*?)<!-- COMMENTS:END -->(?:\r?\n)*/m
const COMMENT = /<!-- COMMENT:BEGIN -->\r?\n([\s\S]*?)\r?\n?<!-- COMMENT:END -->/g

/** Comments become notes; everything else of the body stays byte for byte. */
function takeComments(body: string): { spec: string; comments: ImportedNote[] } {
  const section = COMMENTS.exec(body)
  if (!section) return { spec: body, comments: [] }
  const comments = [...(section[1] ?? '').matchAll(COMMENT)].map(([, block = '']) => readComment(block))
  const spec = body.slice(0, section.index) + body.slice(section.index + section[0].length)
  return { spec, comments: comments.filter(({ body: text }) => text !== '') }
}

function readComment(block: string): ImportedNote {
  const split = /\r?\n[ \t]*\r?\n/.exec(block)
  if (!split) return { body: block }
  const facts = new Map<string, string>()
  for (const line of block.slice(0, split.index).split(/\r?\n/)) {
    const [, name, value] = /^(\w+):\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) facts.set(name, value)
  }
  // An unreadable time only loses the time: no problem of its own.
  const at = new RecordReader({ created: facts.get('created') }, '', []).time('created')
  return { at, actor: facts.get('author') || undefined, body: block.slice(split.index + split[0].length) }
}
