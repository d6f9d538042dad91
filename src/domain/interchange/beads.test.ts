import { expect, test } from 'vitest'
import { parseBeads } from './beads.ts'

const lines = (...records: unknown[]) => records.map(record => JSON.stringify(record)).join('\n')
const issue = (id: string, more: object = {}) => ({ id, title: `Issue ${id}`, status: 'open', priority: 2, ...more })
const link = (from: string, to: string, type = 'blocks') => ({ issue_id: from, depends_on_id: to, type })

test('an issue comes over with all that it holds', () => {
  const { briefs, problems } = parseBeads(
    lines(
      issue('shop-1', { issue_type: 'epic' }),
      issue('shop-2', {
        title: 'Pay $15,000 & $1 $& 🌸',
        description: 'First\r\nsecond\r\n',
        design: 'Use a queue.',
        acceptance_criteria: '- [ ] paid',
        notes: 'Half done',
        status: 'in_progress',
        priority: 0,
        issue_type: 'feature',
        assignee: 'builder',
        labels: ['money', 'money'],
        created_at: '2026-01-02T03:04:05.123456789+01:00',
        updated_at: '2026-01-03T00:00:00Z',
        dependencies: [
          link('shop-2', 'shop-1', 'parent-child'),
          link('shop-2', 'shop-3'),
          link('shop-2', 'shop-1', 'related'),
        ],
        comments: [
          { id: 1, issue_id: 'shop-2', author: 'Ben', text: 'Which\r\ncurrency?', created_at: '2026-01-02T10:00:00Z' },
        ],
      }),
      issue('shop-3', { status: 'closed', closed_at: '2026-01-02T00:00:00Z', close_reason: 'Shipped' }),
    ),
  )
  expect(problems).toEqual([])
  expect(briefs[0]).toMatchObject({
    key: 'beads:shop-1',
    status: 'planned',
    labels: ['epic'],
    text: 'Issue shop-1',
    spec: '',
  })
  expect(briefs[1]).toEqual({
    key: 'beads:shop-2',
    title: 'Pay $15,000 & $1 $& 🌸',
    spec: 'First\r\nsecond\r\n\n\n## Design\n\nUse a queue.\n\n## Acceptance criteria\n\n- [ ] paid',
    text: 'First\r\nsecond\r\n',
    status: 'planned',
    parentKey: 'beads:shop-1',
    dependsOn: ['beads:shop-3'],
    labels: ['money', 'feature'],
    priority: 0,
    createdAt: '2026-01-02T02:04:05.123Z',
    updatedAt: '2026-01-03T00:00:00.000Z',
    notes: [
      { body: 'Was “in_progress” in beads. Nobody holds it here, so it is planned.' },
      { body: 'Half done' },
      { at: '2026-01-02T10:00:00.000Z', actor: 'Ben', body: 'Which\r\ncurrency?' },
      { body: 'Kept from beads:\n\n- related: shop-1\n- assignee: builder' },
    ],
  })
  expect(briefs[2]).toMatchObject({
    status: 'complete',
    notes: [{ body: expect.stringContaining('close_reason: Shipped') }],
  })
})

test('each status has its own in our words', () => {
  const words = ['open', 'blocked', 'deferred', 'closed', 'hooked', 'custom thing']
  const { briefs } = parseBeads(lines(...words.map((status, number) => issue(`a-${number}`, { status }))))
  expect(briefs.map(({ status }) => status)).toEqual([
    'planned',
    'planned',
    'deferred',
    'complete',
    'planned',
    'planned',
  ])
  expect(briefs.map(({ notes }) => notes.length)).toEqual([0, 1, 0, 0, 1, 1])
})

test('one bad line is named and hides none of the good ones', () => {
  const text = `\ufeff${lines(issue('a-1'))}\r\n\n{"id": "a-2", "tit\n[]\n${lines(
    { id: 'a-3', status: 'open' },
    { title: 'No id' },
    issue('a-4', {
      labels: [7, {}],
      created_at: 'yesterday',
      priority: 9,
      design: {},
      dependencies: 'a',
      comments: [null],
    }),
    { _type: 'memory', key: 'x' },
    issue('a-5', { status: 'tombstone' }),
    issue('a-1'),
  )}`
  const { briefs, problems } = parseBeads(text)
  expect(briefs.map(({ key }) => key)).toEqual(['beads:a-1', 'beads:a-4'])
  expect(briefs[1]).toMatchObject({ labels: ['7'], priority: 2, createdAt: undefined, dependsOn: [] })
  expect(problems.map(({ where, problem }) => `${where}: ${problem}`)).toEqual([
    expect.stringMatching(/^line 3: not JSON: /),
    'line 4: not a record',
    'line 5: no title; left out',
    'line 6: no id; left out',
    'line 7: “dependencies” holds something that is not a record; left out',
    'line 7: “design” is not a text; left out',
    'line 7: “labels” holds something that is not a text; left out',
    'line 7: “priority” is not a whole number from 0 to 4; taken as 2',
    'line 7: “created_at” is not a time: yesterday; left out',
    'line 7: “comments” holds something that is not a record; left out',
    'line 8: a memory, not an issue; left out',
    'line 10 (beads:a-1): beads:a-1 was already read at line 1 (beads:a-1); left out',
  ])
})

test('nothing at all is nothing, not an error', () => {
  expect(parseBeads('')).toEqual({ briefs: [], problems: [] })
})
