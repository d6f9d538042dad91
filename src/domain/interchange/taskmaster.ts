// Reads task-master's tasks.json, flat (`{tasks}`) or with tags (`{master: {tasks}, …}`).

import { readStatus } from './foreign-status.ts'
import {
  type ImportedBrief,
  type ImportProblem,
  type ImportReading,
  joinSections,
  leftoverNote,
  type PlacedBrief,
} from './imported-brief.ts'
import { asRecord, RecordReader, readJson } from './record-reader.ts'
import { settleReferences } from './references.ts'

const PRIORITIES = new Map([
  ['critical', 0],
  ['high', 1],
  ['medium', 2],
  ['low', 3],
])

/** task-master itself nests once. */
const DEEPEST = 8

/** A flat file is read as the tag `master`, as task-master itself does, so that a key is the same in both forms. */
export function parseTaskmaster(json: string): ImportReading {
  const problems: ImportProblem[] = []
  const parsed = readJson(json)
  const file = 'value' in parsed ? asRecord(parsed.value) : undefined
  if (!file) {
    const problem = 'reason' in parsed ? `not JSON: ${parsed.reason}` : 'not a record of tasks'
    return { briefs: [], problems: [{ where: 'file', problem }] }
  }
  const tags = Array.isArray(file.tasks) ? [['master', file] as const] : Object.entries(file)
  const placed: PlacedBrief[] = []
  let lists = 0
  for (const [tag, value] of tags) {
    const record = asRecord(value)
    if (!record || !Array.isArray(record.tasks)) continue
    lists += 1
    readTasks({ tag, prefix: '', depth: 0, tasks: record.tasks, problems, placed })
  }
  if (lists === 0) problems.push({ where: 'file', problem: 'no list of tasks in it' })
  return settleReferences(placed, problems)
}

interface TaskList {
  tag: string
  /** `''` for tasks, `'1.'` for the subtasks of task 1. */
  prefix: string
  depth: number
  tasks: readonly unknown[]
  problems: ImportProblem[]
  placed: PlacedBrief[]
}

function readTasks(list: TaskList): void {
  for (const [index, value] of list.tasks.entries()) {
    const place = `${list.tag}: ${list.prefix === '' ? 'task' : `subtask of ${list.prefix.slice(0, -1)},`} entry ${index + 1}`
    const record = asRecord(value)
    if (!record) {
      list.problems.push({ where: place, problem: 'not a record; left out' })
      continue
    }
    const reader = new RecordReader(record, place, list.problems)
    const brief = readTask(reader, list)
    if (!brief) continue
    const path = pathOf(list.prefix, reader.text('id'))
    list.placed.push({ where: `${list.tag}: task ${path}`, brief })
    const tasks = reader.list('subtasks')
    if (list.depth < DEEPEST) readTasks({ ...list, depth: list.depth + 1, prefix: `${path}.`, tasks })
    else if (tasks.length > 0) reader.report('its subtasks are nested too deep; left out')
  }
}

function readTask(reader: RecordReader, list: TaskList): ImportedBrief | undefined {
  const [id, title, description] = [reader.text('id'), reader.text('title'), reader.text('description')]
  const name = title || (description.trim().split('\n')[0] ?? '').trim()
  if (id === '' || name === '') {
    reader.report(`no ${id === '' ? 'id' : 'title'}; left out`)
    return undefined
  }
  const { status, notes } = readStatus('task-master', reader.text('status'))
  const keyOf = (path: string) => `taskmaster:${list.tag}:${path}`
  return {
    key: keyOf(pathOf(list.prefix, id)),
    title: name,
    spec: joinSections([
      ['', description],
      ['Details', reader.text('details')],
      ['Test strategy', reader.text('testStrategy')],
      ['Acceptance criteria', reader.texts('acceptanceCriteria').join('\n')],
    ]),
    text: description || name,
    status,
    parentKey: list.prefix === '' ? undefined : keyOf(list.prefix.slice(0, -1)),
    dependsOn: reader.texts('dependencies').map(dependency => keyOf(pathOf(list.prefix, dependency))),
    labels: [...new Set([...reader.texts('tags'), ...(list.tag === 'master' ? [] : [list.tag])])],
    priority: readPriority(reader),
    createdAt: reader.time('createdAt'),
    updatedAt: reader.time('updatedAt'),
    notes: [...notes, ...leftoverNote('task-master', [['assignee', reader.text('assignee')]])],
  }
}

/** Among subtasks a plain id means a sibling; one with a dot is always the whole path. */
function pathOf(prefix: string, id: string): string {
  return id.includes('.') ? id : prefix + id
}

function readPriority(reader: RecordReader): number {
  const word = reader.text('priority')
  const priority = PRIORITIES.get(word.toLowerCase())
  if (word !== '' && priority === undefined) reader.report(`unknown priority “${word}”; taken as medium`)
  return priority ?? 2
}
