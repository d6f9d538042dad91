import { expect, test } from 'vitest'
import { parseGithub } from './github.ts'

const address = (number: number) => `https://github.com/Ada/Shop/issues/${number}`

test('issues as the command line lists them', () => {
  const { briefs, problems } = parseGithub(
    JSON.stringify([
      {
        number: 12,
        title: 'Crash at start #66 🌸',
        body: 'Steps\r\n1. open $& it\r\n',
        state: 'OPEN',
        stateReason: '',
        labels: [{ id: 'x', name: 'bug' }, { name: 'ui' }],
        createdAt: '2026-01-02T03:04:05Z',
        updatedAt: '2026-01-03T03:04:05Z',
        url: address(12),
        author: { login: 'ben' },
        assignees: [{ login: 'ada' }],
        milestone: { title: 'v1' },
        comments: [{ author: { login: 'ada' }, body: 'Seen\r\n', createdAt: '2026-01-02T04:00:00Z' }],
        parent: { number: 10, url: address(10) },
        blockedBy: { nodes: [{ number: 11, url: address(11) }], totalCount: 1 },
      },
      { number: 10, title: 'All crashes', body: '', state: 'CLOSED', stateReason: 'NOT_PLANNED', url: address(10) },
      { number: 11, title: 'Logs', body: null, state: 'CLOSED', stateReason: 'COMPLETED', url: address(11) },
    ]),
  )
  expect(problems).toEqual([])
  expect(briefs[0]).toEqual({
    key: 'github:ada/shop#12',
    title: 'Crash at start #66 🌸',
    spec: 'Steps\r\n1. open $& it\r\n',
    text: 'Steps\r\n1. open $& it\r\n',
    status: 'idea',
    parentKey: 'github:ada/shop#10',
    dependsOn: ['github:ada/shop#11'],
    labels: ['bug', 'ui'],
    priority: 2,
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-03T03:04:05.000Z',
    notes: [
      { at: '2026-01-02T04:00:00.000Z', actor: 'ada', body: 'Seen\r\n' },
      { body: `Kept from GitHub:\n\n- address: ${address(12)}\n- author: ben\n- assignees: ada\n- milestone: v1` },
    ],
  })
  expect(briefs.slice(1)).toMatchObject([
    { status: 'cancelled', text: 'All crashes', spec: '' },
    { status: 'complete', text: 'Logs' },
  ])
})

test('issues as the REST API pages them, without its pull requests', () => {
  const own = (number: number) => ({
    number,
    title: `Issue ${number}`,
    url: `https://api.github.com/repos/ada/shop/issues/${number}`,
    html_url: address(number),
  })
  const pages = [
    [
      {
        ...own(1),
        state: 'open',
        body: 'B',
        labels: ['plain'],
        user: { login: 'ben' },
        comments: 3,
        created_at: '2026-01-02T03:04:05Z',
      },
    ],
    [
      { ...own(2), state: 'closed', state_reason: 'duplicate' },
      { ...own(3), state: 'open', pull_request: { url: 'x' } },
    ],
  ]
  const { briefs, problems } = parseGithub(JSON.stringify(pages))
  expect(briefs).toMatchObject([
    { key: 'github:ada/shop#1', labels: ['plain'], createdAt: '2026-01-02T03:04:05.000Z' },
    { key: 'github:ada/shop#2', status: 'cancelled' },
  ])
  expect(briefs[0]?.notes[0]?.body).toContain('comments that this export only counts: 3')
  expect(problems).toEqual([{ where: 'entry 3', problem: '#3 is a pull request, not an issue; left out' }])
})

test('a number alone is the key when no address was asked for', () => {
  expect(parseGithub('{"number": 4, "title": "One", "parent": {"number": 4}}')).toMatchObject({
    briefs: [{ key: 'github:#4', status: 'idea' }],
    problems: [{ problem: expect.stringContaining('own ancestors') }],
  })
})

test('bad records are named and the good ones go on', () => {
  const { briefs, problems } = parseGithub(
    '[null, {"number": "5", "title": "x"}, {"number": 6}, {"number": 7, "title": "Good", "labels": {}, "comments": "x"}]',
  )
  expect(briefs.map(({ key }) => key)).toEqual(['github:#7'])
  expect(problems.map(({ where, problem }) => `${where}: ${problem}`)).toEqual([
    'entry 1: not an issue; left out',
    'entry 2: no number; left out',
    'entry 3: no title; left out',
    'entry 4: “labels” is not a list; left out',
    'entry 4: “comments” holds something that is not a record; left out',
  ])
  expect(parseGithub('<html>').problems).toMatchObject([{ where: 'file' }])
})
