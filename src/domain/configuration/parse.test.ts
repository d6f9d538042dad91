import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandsOf, needsTrust } from './commands-of.ts'
import { configurationHash } from './hash.ts'
import { parseConfiguration, problemLine } from './parse.ts'

const whole = `
main: {branch: trunk, landing: squash, submit: ask}
worktrees:
  root: /srv/worktrees
  prepare: [npm ci, {run: "npm run db && echo done", shell: true, timeout: 90s}]
  copy: [.env.local, apps/*/.env]
  link: [node_modules]
  env: {PORT: 3000, DATABASE_URL: "postgres://localhost/{{database}}", API: "http://localhost:{{port.api}}"}
  isolation: shared
  teardown: "dropdb {{database}}"
services:
  web: {run: "vite --port {{port.web}}", port: 5173, health: /}
  api: {run: [node, api.js], port: 8080, health: {run: curl -f localhost}, onlyMain: true}
sites: {www: web}
gates:
  test: {run: npm test, timeout: 5m, retries: 0}
afterLanding:
  migrate: {run: npm run migrate, approve: operator}
checks:
  front: {http: "http://localhost/health", every: 30s, failAfter: 3, heal: restart}
  disk: {run: df -h}
  alive: {process: web}
  quiet: {log: {service: web, pattern: "ERROR|FATAL"}}
agents:
  default: claude
  maxConcurrent: 2
  harnesses:
    claude: {claude: true, model: some-model, args: [--verbose]}
    own: {command: "./agent 'with words'"}
  refreshAt: 70%
policy: {approvals: [landing], protectedPaths: [infra/**], budgets: {day: {usd: 20}}}
`

const problems = (text: string): string[] => parseConfiguration(text).problems.map(problemLine)

describe('flower.yaml', () => {
  it('is understood whole', () => {
    const { configuration, problems } = parseConfiguration(whole)
    expect(problems).toEqual([])
    expect(configuration).toMatchObject({
      main: { branch: 'trunk', landing: 'squash', submit: 'ask' },
      worktrees: {
        prepare: [
          { command: { words: ['npm', 'ci'] }, timeout: 600_000 },
          { command: { shell: 'npm run db && echo done' }, timeout: 90_000 },
        ],
        env: { PORT: '3000' },
        isolation: 'shared',
      },
      services: {
        web: { port: 5173, health: { kind: 'http', url: '/' }, onlyMain: false },
        api: { health: { kind: 'run', command: { words: ['curl', '-f', 'localhost'] } }, onlyMain: true },
      },
      gates: { test: { timeout: 300_000, retries: 0 } },
      afterLanding: { migrate: { approve: 'operator' } },
      checks: {
        front: { probe: { kind: 'http' }, every: 30_000, failAfter: 3, heal: 'restart' },
        quiet: { probe: { kind: 'log', service: 'web', pattern: 'ERROR|FATAL' } },
      },
      agents: {
        harnesses: { own: { driver: 'command', command: { words: ['./agent', 'with words'] } } },
        refreshAt: { share: 0.7 },
      },
      policy: { approvals: ['landing'], protectedPaths: ['infra/**'], budgets: { day: { usd: 20 } } },
    })
  })

  it('is all defaults when it is empty, and a section with nothing below it is one that is left out', () => {
    const { configuration } = parseConfiguration('')
    expect(configuration).toMatchObject({
      main: { landing: 'merge', submit: 'auto' },
      worktrees: { prepare: [], copy: [], isolation: 'isolated' },
      agents: { maxConcurrent: 4, refreshAt: { share: 0.6 } },
    })
    expect(parseConfiguration('services:\n  # web: later\ngates:\n').configuration).toEqual(configuration)
  })

  it('names an unknown key at its line, and the one that was meant', () => {
    expect(problems('main:\n  landng: merge\n')).toEqual([
      'flower.yaml:2:3 `main.landng` `landng` is not a key here; did you mean `landing`?',
    ])
    expect(problems('gates: {unit: {runs: x}}')).toEqual([
      'flower.yaml:1:15 `gates.unit.run` is missing',
      'flower.yaml:1:16 `gates.unit.runs` `runs` is not a key here; did you mean `run`?',
    ])
    expect(problems('worktrees: {prepare: [{rum: x}]}')[1]).toMatch(/did you mean `run`/)
  })

  it.each([
    ['worktrees: {isolation: isolatd}', 'did you mean `isolated`?'],
    ['gates: {t: {run: x, timeout: 5d}}', 'has to be a duration such as 30s, 5m or 2h'],
    ['gates: {t: {run: x, timeout: 300h}}', 'longer than a week'],
    ['gates: {t: {run: npm test && npm run lint}}', '`&&` is a shell'],
    ['gates: {t: {run: [], shell: true}}', 'is empty'],
    ['gates: {t: {run: [a], shell: true}}', 'has to be one string'],
    ['worktrees: {copy: [../.env]}', 'leads out of the project'],
    ['worktrees: {copy: [/etc/passwd]}', 'not an absolute one'],
    ['worktrees: {link: [.git/hooks]}', '.git'],
    ['worktrees: {link: [.flower/env]}', 'own'],
    ['worktrees: {env: {FLOWER_TOKEN: x}}', 'does not begin with FLOWER_'],
    ['worktrees: {env: {A: "{{prot.web}}"}}\nservices: {web: {run: x, port: 1}}', 'did you mean {{port.web}}?'],
    ['worktrees: {env: {A: "{{port.web}}"}}\nservices: {web: {run: x}}', '{{port.web}} is no word of a template'],
    ['sites: {www: webb}\nservices: {web: {run: x, port: 1}}', 'did you mean `web`?'],
    ['sites: {www: web}\nservices: {web: {run: x}}', 'has no `port`'],
    ['checks: {a: {every: 1m}}', 'has to have one of http, run, process and log; it has none'],
    ['checks: {a: {http: x, run: y}}', 'it has http and run'],
    ['checks: {a: {log: {service: w, pattern: "("}}}\nservices: {w: {run: x}}', 'not a regular expression'],
    ['agents: {default: cluade}', 'did you mean `claude`?'],
    ['agents: {harnesses: {a: {claude: true, codex: true}}}', 'has to have one of claude, codex, acp, command'],
    ['main: 3', 'has to be keys with values'],
    ['- a', 'has to be keys with values'],
    ['main: {landing: merge}\nmain: {}', 'unique'],
    ['main: [', 'is not YAML'],
    ['a: *nobody', "can't be read"],
    [`x: ${'a'.repeat(300_000)}`, 'longer than'],
    [`x: ${'['.repeat(50_000)}`, 'flower.yaml:'],
  ])('%s is refused in words', (text, message) => {
    const found = parseConfiguration(text)
    expect(found.configuration).toBeUndefined()
    expect(found.problems.map(problemLine).join('\n')).toContain(message)
  })

  it('is refused rather than unfolded when its aliases multiply', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`,
    )
    expect(problems(`l0: &l0 [x]\n${levels.join('\n')}`)[0]).toMatch(/can't be read/)
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        const { configuration, problems } = parseConfiguration(text)
        expect(configuration === undefined).toBe(problems.length > 0)
      }),
    )
  })
})

describe('trust', () => {
  it('is asked for with every command in the open', () => {
    const { configuration } = parseConfiguration(whole)
    const listed = commandsOf(configuration!).map(
      ({ path, text, shell }) => `${path}${shell ? ' (shell)' : ''}: ${text}`,
    )
    expect(listed).toEqual([
      'worktrees.root: /srv/worktrees',
      'worktrees.env.PORT: 3000',
      'worktrees.env.DATABASE_URL: postgres://localhost/{{database}}',
      'worktrees.env.API: http://localhost:{{port.api}}',
      'worktrees.prepare[0]: npm ci',
      'worktrees.prepare[1] (shell): npm run db && echo done',
      'worktrees.teardown[0]: dropdb {{database}}',
      'services.web: vite --port {{port.web}}',
      'services.api: node api.js',
      'services.api.health: curl -f localhost',
      'gates.test: npm test',
      'afterLanding.migrate: npm run migrate',
      'checks.disk: df -h',
      'agents.harnesses.claude: claude --verbose',
      'agents.harnesses.own: ./agent "with words"',
    ])
  })

  it('is needed for a variable alone, and for nothing when nothing runs', () => {
    expect(needsTrust(parseConfiguration('worktrees: {env: {NODE_OPTIONS: --require=./x.js}}').configuration!)).toBe(
      true,
    )
    expect(needsTrust(parseConfiguration('worktrees: {copy: [.env]}').configuration!)).toBe(false)
  })

  it('is by exact content', () => {
    expect(configurationHash('a: 1')).toMatch(/^[0-9a-f]{64}$/)
    expect(configurationHash('a: 1')).not.toBe(configurationHash('a: 1\n'))
    expect(configurationHash(Buffer.from('a: 1'))).toBe(configurationHash('a: 1'))
  })
})
