import { expect, test } from 'vitest'
import { parseTaskmaster } from './taskmaster.ts'

const tasks = [
  {
    id: 1,
    title: 'Lay the ground',
    description: 'D1',
    status: 'done',
    dependencies: [],
    priority: 'high',
    details: 'Dig\r\n$1',
    testStrategy: 'Look',
  },
  {
    id: '2',
    title: 'Build',
    status: 'in-progress',
    dependencies: [1, '3.1'],
    subtasks: [
      { id: 1, title: 'Walls', status: 'pending', dependencies: [] },
      { id: 2, title: 'Roof', status: 'review', dependencies: [1, '1'] },
      { id: 3, title: 'Garden', status: 'cancelled', dependencies: ['2.2', 9] },
    ],
  },
  {
    id: 3,
    title: 'Move',
    status: 'deferred',
    priority: 'critical',
    subtasks: [{ id: 1, title: 'Pack', status: 'blocked' }],
  },
]

test('tasks and their subtasks become parents and children with their dependencies', () => {
  const { briefs, problems } = parseTaskmaster(JSON.stringify({ tasks }))
  const rows = briefs.map(({ key, status, parentKey, dependsOn, priority }) => [
    key,
    status,
    parentKey,
    dependsOn,
    priority,
  ])
  const key = (path: string) => `taskmaster:master:${path}`
  expect(rows).toEqual([
    [key('1'), 'complete', undefined, [], 1],
    [key('2'), 'planned', undefined, [key('1'), key('3.1')], 2],
    [key('2.1'), 'planned', key('2'), [], 2],
    [key('2.2'), 'in_review', key('2'), [key('2.1')], 2],
    [key('2.3'), 'cancelled', key('2'), [key('2.2')], 2],
    [key('3'), 'deferred', undefined, [], 0],
    [key('3.1'), 'planned', key('3'), [], 2],
  ])
  expect(briefs[0]).toMatchObject({ text: 'D1', spec: 'D1\n\n## Details\n\nDig\r\n$1\n\n## Test strategy\n\nLook' })
  expect(briefs[1]?.notes).toEqual([
    { body: 'Was “in-progress” in task-master. Nobody holds it here, so it is planned.' },
  ])
  expect(problems).toEqual([
    { where: 'master: task 2.3', problem: `${key('2.3')} depends on ${key('2.9')}, which was not read; left out` },
  ])
})

test('a flat file and the tag master give the same keys, and other tags become labels', () => {
  const flat = parseTaskmaster(JSON.stringify({ tasks, metadata: { version: '1' } }))
  const tagged = parseTaskmaster(
    JSON.stringify({ master: { tasks, metadata: {} }, 'feat-$&': { tasks: [{ id: 1, title: 'Other' }] } }),
  )
  expect(tagged.briefs.slice(0, -1)).toEqual(flat.briefs)
  expect(tagged.briefs.at(-1)).toMatchObject({ key: 'taskmaster:feat-$&:1', labels: ['feat-$&'], status: 'planned' })
})

test('bad records are named and the good ones go on', () => {
  const { briefs, problems } = parseTaskmaster(
    JSON.stringify({
      master: {
        tasks: [
          null,
          { id: 1 },
          { title: 'x' },
          { id: 2, title: 'Good', priority: 'urgent', subtasks: 'no' },
          { id: 2, title: 'Again' },
        ],
      },
    }),
  )
  expect(briefs.map(({ title }) => title)).toEqual(['Good'])
  expect(problems.map(({ where, problem }) => `${where}: ${problem}`)).toEqual([
    'master: task entry 1: not a record; left out',
    'master: task entry 2: no title; left out',
    'master: task entry 3: no id; left out',
    'master: task entry 4: unknown priority “urgent”; taken as medium',
    'master: subtask of 2, entry 1: not a record; left out',
    'master: task 2: taskmaster:master:2 was already read at master: task 2; left out',
  ])
})

test('nesting without end is cut and said', () => {
  const open = '{"id":1,"title":"Deep","subtasks":['.repeat(50_000)
  const { briefs, problems } = parseTaskmaster(`{"tasks":[${open}${']}'.repeat(50_000)}]}`)
  expect(briefs).toHaveLength(9)
  expect(problems).toMatchObject([{ problem: 'its subtasks are nested too deep; left out' }])
})

test('what is no such file is one clear problem', () => {
  for (const text of ['', '{', '[]', '7', 'null', '{}', '{"master":{}}']) {
    const { briefs, problems } = parseTaskmaster(text)
    expect(briefs).toEqual([])
    expect(problems).toMatchObject([{ where: 'file' }])
  }
})
