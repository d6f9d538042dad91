import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { Refusal, type RefusalCode, type RefusalKind, refusalCodes, refusalKind } from '#domain/refusal.ts'
import { flower, localRuns, type Said } from '../../../test/cli.ts'
import { openHouse, type TestHouse } from '../../../test/house.ts'

let house: TestHouse
let folder: string
const run = (...args: string[]): Promise<Said> => flower(house, args, { folder })

beforeAll(async () => {
  house = await openHouse('sqlite')
  folder = mkdtempSync(join(tmpdir(), 'flower-cli-'))
})
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

const refusing = (code: RefusalCode, data?: Record<string, unknown>): Client => ({
  call: async () => {
    throw new Refusal(code, data)
  },
})

/** What reached the house. */
async function inputOf(args: string[], options: Parameters<typeof flower>[2] = {}): Promise<unknown> {
  const seen: unknown[] = []
  const client: Client = {
    call: async (_name, input) => {
      seen.push(input)
      throw new Refusal('store.busy')
    },
  }
  const said = await flower(client, args, { folder, ...options })
  if (seen.length === 0) throw new Error(said.err)
  return seen[0]
}

describe('exit codes', () => {
  it('is 1 when the errand that was waited for failed', async () => {
    const failed: Client = { call: async () => ({ worktreeId: 3, status: 'failed', next: 'Look.' }) as never }
    expect((await flower(failed, ['worktree', 'create', '--brief-id', '4', '--wait', '5'])).code).toBe(1)
    const stays: Client = { call: async () => ({ worktreeId: 3, status: 'ready', reason: 'It stays.' }) as never }
    expect((await flower(stays, ['worktree', 'remove', 'w3', '--wait', '5'])).code).toBe(1)
  })

  const expected: Record<RefusalKind, number> = {
    invalid: 2,
    missing: 3,
    forbidden: 4,
    conflict: 5,
    busy: 6,
    stale: 7,
    policy: 8,
  }

  it.each(refusalCodes)('%s exits with the code of its kind, one sentence and a next step', async code => {
    const said = await flower(refusing(code), ['ls'])
    expect(said.code).toBe(expected[refusalKind(code)])
    expect(said.out).toBe('')
    expect(said.err).toMatch(/^flower: .+\n(?:.*\n)*next: .+\n$/)
  })

  it('a fault that is no refusal exits 1 and sends to the doctor', async () => {
    const broken: Client = { call: () => Promise.reject(new Error('the disk is gone')) }
    expect(await flower(broken, ['ls'])).toEqual({
      code: 1,
      out: '',
      err: 'flower: the disk is gone\nnext: `flower doctor` looks at everything.\n',
    })
  })

  it('a start that this machine prevents keeps its own code and cure', async () => {
    const fault = Object.assign(new Error('The port 4747 is taken.'), { cure: 'Take another.', exitCode: 6 })
    const said = await flower({ call: () => Promise.reject(fault) }, ['ls'])
    expect(said).toEqual({ code: 6, out: '', err: 'flower: The port 4747 is taken.\nnext: Take another.\n' })
  })
})

describe('what is typed', () => {
  it('makes a Brief of all the words, a leading dash included', async () => {
    expect((await run('add', 'Water', 'the', 'roses')).out).toContain('Water the roses')
    expect(await inputOf(['add', '- buy milk'])).toEqual({ text: '- buy milk' })
    expect(await inputOf(['add', '--', '--json', 'is a flag'])).toEqual({ text: '--json is a flag' })
    expect(await inputOf(['add', 'x', '--title=- a dash'])).toEqual({ text: 'x', title: '- a dash' })
  })

  it.each(['4', '#4'])('reads %s as a Brief', async id => {
    expect(await inputOf(['show', id])).toEqual({ briefId: 4 })
  })

  it('reads marked ids, lists of ids, none, switches, numbers and objects', async () => {
    expect(await inputOf(['done', 'd148', '88', 'it', 'works', '--evidence', 'a', '--evidence', 'b'])).toEqual({
      dispatchId: 148,
      token: 88,
      summary: 'it works',
      evidence: ['a', 'b'],
    })
    expect(await inputOf(['answer', 'q12', 'Three'])).toEqual({ decisionId: 12, answer: 'Three' })
    expect(await inputOf(['scratchpad', 'read', 's3'])).toEqual({ scratchpadId: 3 })
    expect(
      await inputOf([
        'brief',
        'relate',
        '4',
        '--parent-id',
        'none',
        '--add-depends-on',
        '5,#6',
        '--add-depends-on',
        '7',
      ]),
    ).toEqual({ briefId: 4, parentId: null, addDependsOn: [5, 6, 7] })
    expect(
      await inputOf([
        'brief',
        'configure',
        '4',
        '--no-review',
        '--auto-dispatch',
        '--priority',
        '0',
        '--budget',
        'usd=2.5',
        '--budget',
        'tokens=1000',
      ]),
    ).toEqual({ briefId: 4, review: false, autoDispatch: true, priority: 0, budget: { usd: 2.5, tokens: 1000 } })
    expect(
      await inputOf([
        'ask',
        'Which?',
        '--options',
        'red',
        '--options',
        '{"label":"blue"}',
        '--group',
        'name=paint,release=all',
      ]),
    ).toEqual({
      header: 'Which?',
      options: ['red', { label: 'blue' }],
      group: { name: 'paint', release: 'all' },
    })
  })

  it('reads an option as label and detail where it is typed so, and as a plain label else', async () => {
    const options = ['label=Blue,detail=like the sky', 'Green', 'detail=as a=b label=Grey', 'a=b']
    expect(await inputOf(['ask', 'Which?', ...options.flatMap(each => ['--options', each])])).toEqual({
      header: 'Which?',
      options: [{ label: 'Blue', detail: 'like the sky' }, 'Green', { detail: 'as a=b', label: 'Grey' }, 'a=b'],
    })
    const { err } = await flower(house, ['ask', 'Which?', '--options', 'label=Blue,detial=sky'])
    expect(err).toContain('did you mean detail?')
    expect((await run('help', 'ask')).out).toMatch(/--options <label=…,detail=…\|text> +.*again for each further one/)
  })

  it('reads a text from standard input, from a file, or with its @', async () => {
    writeFileSync(join(folder, 'plan.md'), '# Plan 🌹\r\n')
    expect(await inputOf(['note', '4', '-'], { stdin: 'from a pipe\n' })).toEqual({ briefId: 4, body: 'from a pipe\n' })
    expect(await inputOf(['brief', 'write-spec', '4', '--spec', '@plan.md', '--revision', '0'])).toEqual({
      briefId: 4,
      spec: '# Plan 🌹\r\n',
      revision: 0,
    })
    expect(await inputOf(['note', '4', '@@plan'])).toEqual({ briefId: 4, body: '@plan' })
    expect(await inputOf(['note', '4', '@flower-builder', 'go', 'on'])).toEqual({
      briefId: 4,
      body: '@flower-builder go on',
    })
    writeFileSync(join(folder, 'children.json'), '[{"text":"one"},{"text":"two"}]')
    expect(await inputOf(['brief', 'split', '4', '--children', '@children.json'])).toEqual({
      briefId: 4,
      children: [{ text: 'one' }, { text: 'two' }],
    })
  })

  it('attaches a file by its path', async () => {
    writeFileSync(join(folder, 'shot.PNG'), Buffer.from([137, 80, 78, 71, 0, 255]))
    expect(await inputOf(['brief', 'attach', '4', 'shot.PNG'])).toMatchObject({
      briefId: 4,
      name: 'shot.PNG',
      mediaType: 'image/png',
      content: 'iVBORwD/',
    })
    const { code, err } = await run('brief', 'attach', '4', 'gone.png')
    expect(code).toBe(2)
    expect(err).toContain(`There is no file ${join(folder, 'gone.png')}.`)
  })

  it('registers the current folder, or one that is named from here', async () => {
    expect(await inputOf(['project', 'register'])).toEqual({ path: folder })
    expect(await inputOf(['project', 'register', 'sub'])).toEqual({ path: join(folder, 'sub') })
  })

  it('puts in the project of the folder unless another was named, or a Brief', async () => {
    const here = { project: 'garden' }
    expect(await inputOf(['ls'], here)).toEqual({ project: 'garden' })
    expect(await inputOf(['ls', '--all-projects'], here)).toEqual({})
    expect(await inputOf(['ls', 'project:shed', 'is:open'], here)).toEqual({ query: 'project:shed is:open' })
    expect(await inputOf(['add', 'x', '--project', 'shed'], here)).toEqual({ text: 'x', project: 'shed' })
    expect(await inputOf(['ask', 'x', '--brief-id', '4'], here)).toEqual({ header: 'x', briefId: 4 })
    expect(await inputOf(['search', 'x', '--scope', 'all'], here)).toEqual({ query: 'x', scope: 'all' })
    expect(await inputOf(['show', '4'], here)).toEqual({ briefId: 4 })
  })

  it('puts in the worktree of the folder where a service or a landing is meant and nothing else was named', async () => {
    const here = { project: 'garden', worktree: 12 }
    expect(await inputOf(['service', 'start', 'web'], here)).toMatchObject({ service: 'web', worktreeId: 12 })
    expect(await inputOf(['service', 'stop', 'web'], here)).toEqual({ service: 'web', worktreeId: 12 })
    expect(await inputOf(['service', 'stop', 'web'], { project: 'garden' })).toEqual({
      service: 'web',
      project: 'garden',
    })
    expect(await inputOf(['service', 'stop', 'web', '--project', 'garden'], here)).toEqual({
      service: 'web',
      project: 'garden',
    })
    expect(await inputOf(['service', 'logs', 'web', '--worktree-id', 'w3'], here)).toEqual({
      service: 'web',
      worktreeId: 3,
    })
    expect(await inputOf(['land'], here)).toMatchObject({ worktreeId: 12 })
    expect(await inputOf(['land', '4'], here)).toMatchObject({ briefId: 4 })
    expect(await inputOf(['land', '4'], here)).not.toHaveProperty('worktreeId')
    const foreign = await flower(house, ['service', 'stop', 'web'], { folder, project: 'garden', worktree: 'unknown' })
    expect(foreign).toMatchObject({ code: 2, err: expect.stringContaining('`flower worktree adopt .`') })
  })

  it('says how to name what shall land where nothing of the folder does', async () => {
    expect(await run('land', '--project', 'garden')).toMatchObject({
      code: 2,
      err: "flower: Nobody said what is meant: a Brief, a worktree or a branch.\nnext: Name it: `flower land <brief-id>`, `flower land --worktree-id <worktree-id>` or `flower land --branch <branch>`; in a worktree's folder it is that one.\n",
    })
  })

  it('exports everything from any folder, and one project only where it is named', async () => {
    const here = { project: 'garden' }
    const whole = ['data', 'export', '--format', 'jsonl']
    expect(await inputOf(whole, here)).toEqual({ format: 'jsonl' })
    expect(await inputOf([...whole, '--project', 'shed'], here)).toEqual({ format: 'jsonl', project: 'shed' })
    expect((await run('data', 'export', '--all-projects')).err).toContain('There is no flag --all-projects')
  })

  it('sends the command id that it was given', async () => {
    const again = ['add', 'Once', '--command-id', 'c-1', '--json']
    expect((await run(...again)).out).toBe((await run(...again)).out)
    expect((await run('add', 'Twice', '--command-id', 'c-1')).code).toBe(5)
  })

  it('takes `dispatch` as a short form before an id and as a noun before a verb', async () => {
    expect(await inputOf(['dispatch', '4', '--leg', 'review'])).toEqual({ briefId: 4, leg: 'review' })
    expect(await inputOf(['dispatch', 'show', '4'])).toEqual({ dispatchId: 4 })
  })

  it('hands local commands their options', async () => {
    expect((await run('up', '--no-open', '--port', '0')).code).toBe(0)
    expect(localRuns.at(-1)).toEqual({ name: 'up', options: { open: false, port: '0' } })
    expect((await run('up', '--prot', '0')).err).toContain('did you mean --port?')
    expect((await run('up', 'now')).code).toBe(2)
    expect((await run('up', '--help')).out).toContain('--port <number>')
  })
})

describe('what can’t be read', () => {
  it.each([
    [['brif', 'capture'], 'There is no command `brif`; did you mean `flower brief`?', 'flower help brief'],
    [
      ['brief', 'captrue'],
      '`brief` has no verb `captrue`; did you mean `flower brief capture`?',
      'flower help brief capture',
    ],
    [['dispatch', 'clam'], 'did you mean `flower dispatch claim`?', 'flower help dispatch claim'],
    [['capture', 'x'], 'There is no command `capture`; did you mean `flower add`?', 'flower help add'],
    [['help', 'capture'], 'did you mean `flower add`?', 'flower help add'],
    [['version'], 'did you mean `flower --version`?', 'flower --version'],
    [['add', 'x', '--titel', 'y'], 'There is no flag --titel; did you mean --title?', 'flower help brief capture'],
    [['add', 'x', '--title'], '--title needs a value.', 'flower help brief capture'],
    [['add'], '`flower add` needs <text>.', 'flower add <text...>'],
    [['show', 'd4'], '<brief-id>: `d4` is no brief: write 4 or #4.', 'flower help recall brief'],
    [['show', '4', '5'], '`flower show` has no place for `5`.', 'flower show <brief-id>'],
    [['brief', 'relate', '4', '5'], 'has no place for `5`.', 'flower brief relate <brief-id>'],
    [['brief', 'set-status', '4', 'planed'], 'did you mean planned?', 'flower help brief set-status'],
    [['brief', 'write-spec', '4', '--spec', 'x'], 'needs --revision', '`flower brief spec-history 4`'],
    [['brief', 'configure', '4', '--priority', 'high'], 'is no whole number', 'flower help'],
    [['brief', 'configure', '4', '--budget', 'eur=1'], 'with a key of tokens, usd', 'flower help'],
    [['note', '4', '@gone.md'], 'There is no file gone.md.', '@@'],
    [['template', 'preview', 'packet.build', '4', '--body', '@nothing'], 'There is no file nothing.', '@@'],
    [['ls', '--command-id', 'x'], 'There is no flag --command-id', 'flower help'],
    [['completion', 'csh'], 'bash, zsh, fish', 'flower completion bash'],
    [['schema'], 'Which operation?', 'flower schema'],
  ])('%j is refused with the cure', async (args, problem, next) => {
    const said = await flower(house, args, { folder, stdin: 'x' })
    expect(said.code).toBe(2)
    expect(said.out).toBe('')
    expect(said.err).toContain(problem)
    expect(said.err.split('next: ')[1]).toContain(next)
  })

  it('a noun alone shows its verbs and exits 2', async () => {
    expect(await run('brief')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('write-spec') })
  })

  it('bytes that are no text are refused', async () => {
    const said = await flower(house, ['add', '-'], { stdin: new Uint8Array([0xff, 0xfe, 0x41]) })
    expect(said).toMatchObject({ code: 2, err: expect.stringContaining('no UTF-8 text') })
  })
})

describe('--json', () => {
  it('prints the answer as it is, one document, and nothing else', async () => {
    const said = await run('add', 'A rose', '--json')
    expect(said.err).toBe('')
    const answer = JSON.parse(said.out) as { briefId: number }
    expect(answer).toMatchObject({
      title: 'A rose',
      project: 'garden',
      next: expect.stringContaining('brief.writeSpec'),
    })
    expect((await run('--json', 'brief', 'spec-history', String(answer.briefId))).out).toBe('{\n  "items": []\n}\n')
  })

  it('prints an error the same way, with the next command', async () => {
    const said = await run('show', '999', '--json')
    expect(said).toMatchObject({ err: '' })
    const unreadable = JSON.parse((await run('brief', 'set-status', '999', 'planed', '--json')).out) as object
    expect(unreadable).toMatchObject({ error: { code: 'usage', next: 'flower help brief set-status' } })
    const missing = await run('--json', 'brief', 'set-status', '999', 'planned')
    expect(missing).toMatchObject({ code: 3, err: '' })
    expect(JSON.parse(missing.out)).toEqual({
      error: {
        code: 'brief.missing',
        detail: 'There is no Brief #999.',
        data: expect.objectContaining({ briefId: 999 }),
        next: 'See them with `flower ls`.',
      },
    })
  })
})

describe('the doctor', () => {
  it('says what this machine lacks beside what the house finds, and exits 1 for a fault', async () => {
    const localComplaints = async () => [{ what: 'git is missing.', severity: 'fault' as const, cure: 'Install it.' }]
    const said = await flower(house, ['doctor'], { localComplaints })
    expect(said.code).toBe(1)
    expect(said.out).toContain('✗ git is missing.\n  cure: Install it.\n')
    expect(said.out).toContain('looked at: this machine, ')
  })

  it('says once what this machine and the house both find', async () => {
    const full = { what: 'Only 0 MB are free.', severity: 'warning' as const, cure: 'Make room.' }
    const client = { call: async () => ({ ok: true, complaints: [full], looked: ['disk'] }) } as unknown as Client
    const said = await flower(client, ['doctor', '--json'], { localComplaints: async () => [full] })
    expect(JSON.parse(said.out).complaints).toEqual([full])
  })

  it('hands on the cure of what kept the house from opening', async () => {
    const fault = Object.assign(new Error('The disk is full.'), { cure: 'Make room.', exitCode: 6 })
    const client: Client = { call: () => Promise.reject(fault) }
    const said = await flower(client, ['doctor', '--json'])
    expect(JSON.parse(said.out).complaints).toEqual([
      { what: 'The disk is full.', severity: 'fault', cure: 'Make room.' },
    ])
  })

  it('works when the house does not', async () => {
    const said = await flower(refusing('server.unreachable', { url: 'http://127.0.0.1:1' }), ['doctor', '--json'])
    expect(said.code).toBe(1)
    expect(JSON.parse(said.out)).toMatchObject({
      ok: false,
      complaints: [{ what: 'No answer from http://127.0.0.1:1.' }],
    })
  })
})

describe('help', () => {
  it.each([[[]], [['help']], [['--help']]])('%j shows short forms, nouns and exit codes', async args => {
    const said = await flower(house, args)
    expect(said).toMatchObject({ code: 0, err: '' })
    for (const word of ['add <text...>', 'scratchpad', '8 denied by policy', 'completion'])
      expect(said.out).toContain(word)
  })

  it('is the same by flag and by word', async () => {
    expect(await run('brief', 'capture', '--help')).toEqual(await run('help', 'brief', 'capture'))
    expect(await run('add', '-h')).toEqual(await run('help', 'add'))
    expect((await run('help', 'brief')).out).toContain('flower add')
  })

  it('says the version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' })
  })
})
