/** Every operation has its command, its help, its example and its completions. */
import { describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { entryOf, isOperation, publicNames } from '#contract/catalogue.ts'
import { Refusal, refusalCodes } from '#domain/refusal.ts'
import { roles } from '#domain/role.ts'
import { flower } from '../../../test/cli.ts'
import { commandOf, nouns } from './command.ts'
import { exampleOf } from './example.ts'
import { routeOf } from './route.ts'
import { spellNext, spellWords } from './spell-next.ts'

/** Parses the input as the house does, and answers nothing. */
const parsing = (seen: { name: string; input: unknown }[]): Client => ({
  call: async (name, input) => {
    seen.push({ name, input: entryOf(name).input.parse(input) })
    throw new Refusal('store.busy')
  },
})

/** Splits a line as a shell does that knows double and single quotes. */
const shellWords = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))

const locals = ['up', 'open', 'mcp', 'demo', 'help', 'schema', 'completion']

/** The commands that a sentence names, each as words. */
const commandsIn = (text: string): string[][] =>
  [...text.matchAll(/`flower ([^`]+)`/g)].map(([, line = '']) => shellWords(line))

function assertExists(words: string[]): void {
  if (words[0] === 'help' && words.length === 1) return
  // A place to be filled gets an id.
  const filled = words.map(word => (/^<.+-id>$/.test(word) ? '4' : word))
  const route = routeOf(words[0] === 'help' ? filled.slice(1) : filled, locals)
  expect(['operation', 'local']).toContain(route.to)
}

describe.each(publicNames)('%s', name => {
  const command = commandOf(name)

  it('takes each field of its input by place or by flag', () => {
    const known = command.fields.map(field => field.name)
    const made = name === 'brief.attach' ? ['content'] : []
    expect([...known, ...made]).toEqual(expect.arrayContaining(Object.keys(entryOf(name).input.shape)))
    expect(command.places.map(field => field.name)).toEqual(
      expect.arrayContaining([...(entryOf(name).cli?.positional ?? [])]),
    )
    expect(new Set(command.fields.map(field => field.flag)).size).toBe(command.fields.length)
  })

  it('has help with its summary, and an example that the house can read', async () => {
    const help = await flower(parsing([]), ['help', command.noun, command.verb])
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toContain(entryOf(name).summary)
    expect(help.out).toContain(exampleOf(command))
    for (const field of command.fields) expect(help.out).toContain(field.flag)
    const seen: { name: string; input: unknown }[] = []
    const words = shellWords(exampleOf(command)).slice(1)
    const said = await flower(
      parsing(seen),
      words.map(word =>
        word.replace(/^(@plan\.md|site-down\.png)$/, match => (match[0] === '@' ? '@LICENSE' : 'LICENSE')),
      ),
      {
        folder: process.cwd(),
      },
    )
    expect(said.out + said.err).toContain('The store is being written')
    expect(seen).toMatchObject([{ name }])
  })

  it('reads each id as it is written everywhere', () => {
    for (const field of commandOf(name).fields)
      if (/^(brief|dispatch|decision|scratchpad|worktree|merge)Id$/.test(field.name))
        expect([field.name, field.kind, `${field.of}Id`]).toEqual([field.name, 'id', field.name])
  })

  it('prints the schemas of its input and output', async () => {
    const { code, out } = await flower(parsing([]), ['schema', name])
    expect(code).toBe(0)
    const { input } = JSON.parse(out) as { input: { properties: object } }
    expect(Object.keys(input.properties)).toEqual(Object.keys(entryOf(name).input.shape))
  })
})

describe('the next step of a refusal', () => {
  const ids = { briefId: 4, dispatchId: 148, decisionId: 12, scratchpadId: 3, cure: 'Do it.' }
  const samples: Record<string, unknown>[] = [
    { ...ids, field: 'text', problem: 'is odd', operation: 'brief.capture' },
    { ...ids, count: 2, candidates: 'garden, shed' },
    {
      briefId: 4,
      dispatchId: 148,
      decisionId: 12,
      scratchpadId: 3,
      revision: 7,
      cure: 'Hand it over with brief.dispatch {briefId: 4}.',
    },
  ]

  it.each(refusalCodes)('%s names operations that exist, and on the command line a command that exists', code => {
    for (const data of samples) {
      const { next } = new Refusal(code, data)
      const spelled = spellNext(next, commandOf('brief.capture'))
      for (const [named] of next.matchAll(
        /\b(?:project|brief|dispatch|review|decision|recall|trace|scratchpad|template|token|data|system)\.[a-z]\w*/g,
      ))
        if (named !== 'data.diff') expect(isOperation(named), named).toBe(true)
      for (const named of nouns) expect(spelled).not.toMatch(new RegExp(`\\b${named}\\.[a-z]\\w*`))
      expect(commandsIn(spelled).length).toBeGreaterThan(0)
      for (const words of commandsIn(spelled)) assertExists(words)
    }
  })

  it('names nothing that whoever is refused for their role may not do', () => {
    for (const name of publicNames)
      for (const role of roles.filter(each => !entryOf(name).roles.includes(each))) {
        const { next } = new Refusal('role.denied', { role, operation: name, who: entryOf(name).roles.join(', ') })
        for (const [named] of next.matchAll(/\b[a-z]+\.[a-z]\w*/g))
          expect(isOperation(named) && entryOf(named).roles, `${role}: ${next}`).toContain(role)
      }
  })

  it('is spelled with its values in their places', () => {
    expect(spellNext('Remove it with worktree.remove {worktreeId: 3, confirm: true}.')).toBe(
      'Remove it with `flower worktree remove w3 --confirm`.',
    )
    // What a command would be refused without has a place to be filled.
    expect(spellNext('Look at it with merge.show.')).toBe('Look at it with `flower merge show <merge-id>`.')
    expect(spellNext('Write it with brief.writeSpec {briefId: 4, revision: 0}.')).toBe(
      'Write it with `flower brief write-spec 4 --revision 0 --spec <spec>`.',
    )
    expect(spellNext('See merge.show {mergeId: 7}.')).toBe('See `flower merge show m7`.')
    expect(spellNext('Reopen it with brief.setStatus {briefId: 4, status: "planned"}.')).toBe(
      'Reopen it with `flower brief set-status 4 planned`.',
    )
    expect(spellNext('Call review.verdict {dispatchId, token, verdict, body}.')).toBe(
      'Call `flower review verdict <dispatch-id> <token> <verdict> <body>`.',
    )
    // Whatever a path or a branch is called, pasting the line runs nothing of it.
    for (const path of ['/a`id`', '/a$(id)', '/a>b', '/a;id', '/a*', '/a#b', '-x'])
      expect(spellNext(`worktree.adopt {path: "${path}"}`)).toBe(`\`flower worktree adopt '${path}'\``)
    expect(spellNext('`wait` in dispatch.claim waits for the next.', commandOf('dispatch.claim'))).toBe(
      '--wait in `flower claim` waits for the next.',
    )
    expect(spellWords('With `wait` (seconds) it waits.', commandOf('main.guard'))).toBe(
      'With --wait (seconds) it waits.',
    )
    expect(spellNext('cancel it with dispatch.cancel {dispatchId: 148}.')).toBe(
      'cancel it with `flower dispatch cancel d148`.',
    )
    expect(spellNext('Say brief.append {briefId: 4, body: "it\'s $HOME"}')).toBe(
      String.raw`Say ${'`'}flower note 4 'it'\''s $HOME'${'`'}`,
    )
  })
})
