import { expect, test } from 'vitest'
import { parseBacklog } from './backlog.ts'

const file = (path: string, matter: string, body = '') => ({ path, text: `---\n${matter}\n---\n\n${body}` })
const task = (id: string, more = '') =>
  file(`backlog/tasks/${id} - Title.md`, `id: ${id}\ntitle: Title ${id}\nstatus: To Do${more}`)

const BODY = `## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
Pay $15,000 & $1 $& 🌸
<!-- SECTION:DESCRIPTION:END -->

## Acceptance Criteria
<!-- AC:BEGIN -->
- [ ] #1 paid
<!-- AC:END -->
`
const COMMENTS = `
## Comments
<!-- COMMENTS:BEGIN -->
<!-- COMMENT:BEGIN -->
index: 1
author: @ben
created: 2026-01-02 10:00

Which currency?

Euro?
<!-- COMMENT:END -->
<!-- COMMENTS:END -->
`

test('a task comes over with all that it holds', () => {
  const matter = `id: task-12
title: 'Pay: $1 $& 🌸'
status: In Progress
assignee: [@builder, "@ben"]
reporter: @ada
created_date: '2026-01-02 03:04'
updated_date: 2026-01-03
labels: [money, ui]
milestone: v1
dependencies:
  - task-11
  - TASK-10
parent_task_id: task-10.1
priority: high`
  const { briefs, problems } = parseBacklog([
    file('backlog/tasks/task-12 - Pay.md', matter, BODY + COMMENTS),
    task('task-11'),
    task('task-10'),
    task('task-10.1'),
  ])
  expect(problems).toEqual([])
  expect(briefs[0]).toEqual({
    key: 'backlog:task-12',
    title: 'Pay: $1 $& 🌸',
    spec: `${BODY}\n`,
    text: 'Pay $15,000 & $1 $& 🌸',
    status: 'planned',
    parentKey: 'backlog:task-10.1',
    dependsOn: ['backlog:task-11', 'backlog:task-10'],
    labels: ['money', 'ui'],
    priority: 1,
    createdAt: '2026-01-02T03:04:00.000Z',
    updatedAt: '2026-01-03T00:00:00.000Z',
    notes: [
      { body: 'Was “In Progress” in Backlog.md. Nobody holds it here, so it is planned.' },
      { at: '2026-01-02T10:00:00.000Z', actor: '@ben', body: 'Which currency?\n\nEuro?' },
      { body: 'Kept from Backlog.md:\n\n- assignee: @builder, @ben\n- reporter: @ada\n- milestone: v1' },
    ],
  })
})

test('Windows line breaks are kept in the texts', () => {
  const text = `---\nid: task-1\ntitle: T\nstatus: Done\n---\n\n${BODY}`.replaceAll('\n', '\r\n')
  const { briefs } = parseBacklog([{ path: 'tasks\\task-1 - T.md', text }])
  expect(briefs[0]).toMatchObject({
    status: 'complete',
    spec: BODY.replaceAll('\n', '\r\n'),
    text: 'Pay $15,000 & $1 $& 🌸',
  })
})

test('a description without marks ends at the next heading', () => {
  const body = '## Description\n\nOne\n\n### Deeper\n\nTwo\n\n## Plan\n\nThree'
  const { briefs } = parseBacklog([
    file('tasks/a.md', 'id: task-1\ntitle: T', body),
    file('tasks/b.md', 'id: task-2\ntitle: U', 'Free text'),
  ])
  expect(briefs).toMatchObject([
    { text: 'One\n\n### Deeper\n\nTwo', spec: body },
    { text: 'U', spec: 'Free text' },
  ])
})

test('the folder counts more than the word in the file', () => {
  const at = (folder: string, id: string, status: string) =>
    file(`backlog/${folder}/x.md`, `id: ${id}\ntitle: T\nstatus: ${status}`)
  const { briefs } = parseBacklog([
    at('completed', 'task-1', 'In Progress'),
    at('drafts', 'draft-2', 'Draft'),
    at('archive/tasks', 'task-3', 'To Do'),
    at('archive/tasks', 'task-4', 'Done'),
    at('tasks', 'task-5', 'Waiting for rain'),
    at('docs/tasks', 'doc-6', 'Done'),
    { path: 'backlog/config.yml', text: 'statuses: []' },
  ])
  expect(briefs.map(({ key, status }) => [key, status])).toEqual([
    ['backlog:task-1', 'complete'],
    ['backlog:draft-2', 'idea'],
    ['backlog:task-3', 'cancelled'],
    ['backlog:task-4', 'complete'],
    ['backlog:task-5', 'planned'],
  ])
  expect(briefs[4]?.notes).toEqual([{ body: expect.stringContaining('no match here') }])
})

test('a bare number is a task, and an unknown one is named', () => {
  const { briefs, problems } = parseBacklog([task('task-1', '\ndependencies: [2, task-9]'), task('task-2')])
  expect(briefs[0]?.dependsOn).toEqual(['backlog:task-2'])
  expect(problems).toEqual([
    {
      where: 'backlog/tasks/task-1 - Title.md',
      problem: 'backlog:task-1 depends on backlog:task-9, which was not read; left out',
    },
  ])
})

test('one bad file is named and hides none of the good ones', () => {
  const laughs = `a: &a [x, x]\n${'bcdefghi'
    .split('')
    .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}x]`)
    .join('\n')}`
  const { briefs, problems } = parseBacklog([
    { path: 'tasks/empty.md', text: '' },
    { path: 'tasks/plain.md', text: '# Just text' },
    file('tasks/broken.md', 'id: [1'),
    file('tasks/list.md', '- a'),
    file('tasks/laughs.md', laughs),
    file('tasks/nested.md', `id: ${'['.repeat(50_000)}`),
    file('tasks/nameless.md', 'title: T'),
    file('tasks/untitled.md', 'id: task-1'),
    task('task-2', '\npriority: urgent\ncreated_date: soon'),
    task('task-2'),
  ])
  expect(briefs.map(({ key }) => key)).toEqual(['backlog:task-2'])
  expect(problems.map(({ where }) => where)).toEqual([
    ...['empty', 'plain', 'broken', 'list', 'laughs', 'nested', 'nameless', 'untitled'].map(name => `tasks/${name}.md`),
    ...Array(3).fill('backlog/tasks/task-2 - Title.md'),
  ])
})
