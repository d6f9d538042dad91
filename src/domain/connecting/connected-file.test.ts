import fc from 'fast-check'
import { parse, TomlError } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { type ConnectWish, type FileKind, fileKinds, putIn, saysNothing, takeOut } from './connected-file.ts'
import { Unreadable } from './json-text.ts'

const wish: ConnectWish = {
  program: ['flower'],
  env: {},
  mainPath: '/srv/a garden',
  branch: 'main',
  excluded: ['/.claude/settings.local.json'],
  readServers: text => {
    try {
      return (parse(text)['mcp_servers'] ?? {}) as Record<string, unknown>
    } catch (reason) {
      if (!(reason instanceof TomlError)) throw reason
      throw new Unreadable(
        text,
        text
          .split('\n')
          .slice(0, reason.line - 1)
          .join('\n').length + 1,
        'no TOML',
      )
    }
  },
}
const placed = (program: string): ConnectWish => ({ ...wish, program: ['/usr/bin/node', program] })

function put(kind: FileKind, text: string | undefined, asked = wish): string {
  const merge = putIn(kind, text, asked)
  if (merge.outcome !== 'merged') throw new Error(JSON.stringify(merge))
  return merge.text
}

function back(kind: FileKind, text: string, asked = wish): string | undefined {
  const merge = takeOut(kind, text, asked)
  if (merge.outcome !== 'merged') throw new Error(JSON.stringify(merge))
  return saysNothing(merge.text) ? undefined : merge.text
}

const isJson = (kind: FileKind): boolean => kind === 'server' || kind === 'settings' || kind === 'codex_hooks'

/** Somebody's own settings, as a program or a person writes them; nothing of them is empty where ours goes. */
const settings = fc
  .record({
    value: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1, maxKeys: 6 }),
    others: fc.record(
      {
        mcpServers: fc.constant({ weather: { command: 'weather', args: [] } }),
        hooks: fc.constantFrom({ Stop: [] }, { PreToolUse: [{ matcher: 'Bash', hooks: [] }], Stop: [] }),
        enabledMcpjsonServers: fc.constant(['weather']),
      },
      { requiredKeys: [] },
    ),
    unit: fc.constantFrom('  ', '\t', '    ', undefined),
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', '\n\n'),
  })
  .map(({ value, others, unit, eol, mark, end }) => {
    const keys = [
      'mcpServers',
      'hooks',
      'enabledMcpjsonServers',
      'disabledMcpjsonServers',
      'enableAllProjectMcpServers',
    ]
    const own = Object.entries(value).filter(([key]) => !keys.includes(key) && key !== '__proto__')
    const text = JSON.stringify({ x: 1, ...Object.fromEntries(own), ...others }, null, unit)
    return mark + (text + end).replaceAll('\n', eol)
  })

const lines = fc
  .array(fc.constantFrom('# Garden', '', 'Water the roses.', '# flower is nice', 'a = 1 # flower', "s = 'x'"), {
    maxLength: 12,
  })
  .chain(each => fc.constantFrom('\n', '\r\n').map(eol => (each.length > 0 ? each.join(eol) + eol : '')))
const toml = fc.constantFrom(
  '',
  '# mine\nmodel = "x"   # kept\n\n[mcp_servers.weather]\ncommand = "weather"\n',
  'model = "x"\r\n[mcp_servers]\r\nweather = { command = "w" }\r\n',
)
const contentOf = (kind: FileKind) => (isJson(kind) ? settings : kind === 'codex_config' ? toml : lines)

describe.each(fileKinds)('in a file of kind %s', kind => {
  it('what is put in and taken out leaves what others wrote byte for byte', () => {
    fc.assert(
      fc.property(contentOf(kind), text => {
        const after = put(kind, text)
        expect(after).not.toBe(text)
        expect(back(kind, after) ?? '').toBe(text.trim() === '' ? '' : text)
      }),
    )
  })

  it('nothing is put in twice', () => {
    fc.assert(
      fc.property(contentOf(kind), text => {
        const after = put(kind, text)
        expect(put(kind, after)).toBe(after)
      }),
    )
  })

  it('a file that we made is left empty', () => {
    expect(back(kind, put(kind, undefined))).toBeUndefined()
  })

  it('line ends and the mark before it stay one kind', () => {
    fc.assert(
      fc.property(contentOf(kind), text => {
        const after = put(kind, text)
        if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
        expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
      }),
    )
  })
})

describe('JSON', () => {
  it('is written as the file is written', () => {
    expect(put('server', '{\n\t"mcpServers": {\n\t\t"weather": {}\n\t}\n}')).toBe(
      '{\n\t"mcpServers": {\n\t\t"weather": {},\n\t\t"flower": {\n\t\t\t"command": "flower",\n\t\t\t"args": [\n\t\t\t\t"mcp"\n\t\t\t]\n\t\t}\n\t}\n}',
    )
    expect(put('server', '{"a":1}')).toBe('{"a":1,"mcpServers":{"flower":{"command":"flower","args":["mcp"]}}}')
    expect(put('server', '{ "a": 1 }')).toContain('{ "a": 1, "mcpServers": { "flower": {')
    expect(JSON.parse(put('server', '{ "a": 1 }'))).toHaveProperty('mcpServers.flower.args', ['mcp'])
  })

  it("is left alone where it can't be read, with the line", () => {
    const faults: [text: string, line: number][] = [
      ['{\n  // mine\n  "a": 1\n}', 2],
      ['{\n  "a": 1,\n}', 3],
      ['{\n  "a": 1\n', 3],
      ['{"a": 1,\n "a": 2}', 2],
      ['{"mcpServers":\n []}', 2],
      ['[]', 1],
      ['{} {}', 1],
      ['{"a": 01}', 1],
      ['['.repeat(1_000), 1],
    ]
    for (const [text, line] of faults)
      expect([text, putIn('server', text, wish)]).toMatchObject([text, { outcome: 'unreadable', line }])
  })

  it('a server of somebody else called flower stays, and ours is led to where flower is now', () => {
    const foreign = '{"mcpServers":{"flower":{"command":"celery","args":["flower"]}}}'
    expect(putIn('server', foreign, wish)).toEqual({ outcome: 'foreign', words: 'celery flower' })
    expect(back('server', foreign)).toBe(foreign)
    const before = put('server', undefined, placed('/opt/old/bin/flower.mjs')).replace(
      '"args"',
      '"env": { "A": "b" },\n      "args"',
    )
    const after = put('server', before, placed('/opt/new/bin/flower.mjs'))
    expect(JSON.parse(after).mcpServers.flower).toEqual({
      command: '/usr/bin/node',
      args: ['/opt/new/bin/flower.mjs', 'mcp'],
      env: { A: 'b' },
    })
    const byHand = '{"mcpServers":{"flower":{"command":"npx","args":["flower","mcp"]}}}'
    expect(put('server', byHand, placed('/opt/new/bin/flower.mjs'))).toBe(byHand)
  })

  it('hooks of flower at another place are replaced, those for another repository stay', () => {
    const old = put('codex_hooks', undefined, placed('/opt/old flower/bin/flower.mjs'))
    const other = { ...wish, mainPath: '/srv/orchard' }
    const both = put('codex_hooks', put('codex_hooks', old), other)
    const { hooks } = JSON.parse(both)
    expect(hooks.PreToolUse.map((each: { hooks: { command: string }[] }) => each.hooks[0]?.command)).toEqual([
      "flower guard --session --main '/srv/a garden' --branch main",
      'flower guard --session --main /srv/orchard --branch main',
    ])
    expect(back('codex_hooks', both)).toBe(put('codex_hooks', undefined, other))
  })

  it('what a person decided about the server stands', () => {
    for (const text of ['{"disabledMcpjsonServers":["flower"]}', '{"enableAllProjectMcpServers":true}'])
      expect(JSON.parse(put('settings', text))).not.toHaveProperty('enabledMcpjsonServers')
  })
})

describe('TOML', () => {
  it('keeps comments and order, and has the server at its end', () => {
    const text = '# mine\nmodel = "x" # kept\n[mcp_servers.weather]\ncommand = "w"'
    const after = put('codex_config', text, { ...placed('/opt/a "b"/flower.mjs'), env: { FLOWER_HOME: '/srv/home' } })
    expect(after.startsWith(`${text}\n\n# flower: begin`)).toBe(true)
    expect(parse(after)).toMatchObject({
      mcp_servers: {
        weather: { command: 'w' },
        flower: {
          command: '/usr/bin/node',
          args: ['/opt/a "b"/flower.mjs', 'mcp'],
          env: { FLOWER_HOME: '/srv/home' },
          default_tools_approval_mode: 'approve',
        },
      },
    })
  })

  it("is left alone where it can't be read or extended, or where the name is taken", () => {
    expect(putIn('codex_config', 'a = 1\nb = = 2\n', wish)).toMatchObject({ outcome: 'unreadable', line: 2 })
    expect(putIn('codex_config', 'mcp_servers = { weather = { command = "w" } }\n', wish).outcome).toBe('unreadable')
    const foreign = putIn('codex_config', '[mcp_servers.flower]\ncommand = "celery"\nargs = ["flower"]\n', wish)
    expect(foreign).toEqual({ outcome: 'foreign', words: 'celery flower' })
    const byHand = '[mcp_servers.flower]\ncommand = "flower"\nargs = ["mcp"]\n'
    expect(put('codex_config', byHand)).toBe(byHand)
  })
})

it('a block that has lost its end is left alone, with the line', () => {
  expect(putIn('note', '# Garden\n<!-- flower: begin -->\nmine\n', wish)).toMatchObject({
    outcome: 'unreadable',
    line: 2,
  })
})

it('what others wrote before and behind our block since stays', () => {
  const after = `${put('note', '# Garden\n')}\nMore.\n`
  expect(back('note', after.replace('# Garden', '# Orchard'))).toBe('# Orchard\n\nMore.\n')
})
