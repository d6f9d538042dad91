/** An example of each command, made from its fields. A test reads every one of them as a command line. */
import type { OperationCommand } from './command.ts'
import type { Field } from './field.ts'

/** By field name, then by kind. Written as on a command line, quotes included. */
const byName: Record<string, string> = {
  text: '"The site is slow since Tuesday"',
  body: '"Two services asked for one port"',
  summary: '"Ports are refused by name; tests are green"',
  spec: '@plan.md',
  header: '"How many lanes stand at all times?"',
  answer: '"Three, and bursts on demand"',
  query: '"is:open ports"',
  token: '88',
  status: 'planned',
  type: 'commit',
  ref: 'c20b7e4',
  relation: 'made',
  reason: 'context_full',
  verdict: 'changes',
  revision: '7',
  version: '2',
  to: '1',
  seq: '4812',
  tokenId: '2',
  role: 'builder',
  title: '"Handoff"',
  name: 'packet.build',
  project: 'garden',
  path: '.',
  into: '4',
  children: 'text="Prove it clean",priority=1',
  format: 'jsonl',
  defaults: 'review=true',
  hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

const byOperation: Record<string, Record<string, string>> = {
  'brief.attach': { path: 'site-down.png' },
  'token.create': { name: 'laptop' },
  'data.import': { path: 'issues.jsonl', format: 'beads' },
  'data.backup': { path: 'flower-backup.db' },
  'brief.fold': { briefId: '17' },
  'worktree.create': { name: 'ports' },
  'worktree.adopt': { path: '../ports' },
  'file.claim': { paths: 'src/ports.ts' },
  'file.release': { paths: 'src/ports.ts' },
}

const byKind: Record<Field['kind'], string> = {
  text: '"Some words"',
  words: 'words',
  integer: '1',
  number: '1',
  switch: 'true',
  choice: '',
  id: '4',
  object: '{}',
  project: 'garden',
  path: '.',
}

const marks = { brief: '4', dispatch: 'd148', decision: 'q12', scratchpad: 's3', worktree: 'w3', merge: 'm7' }

/** `flower note 4 "Two services asked for one port"` */
export function exampleOf(command: OperationCommand): string {
  const places = command.places.filter((field, at) => field.required || at === 0 || field.name === 'answer')
  const flags = command.fields.filter(field => field.required && !command.places.includes(field))
  const words = places.map(field => valueOf(command, field))
  return [
    'flower',
    command.spelled,
    ...words,
    ...flags.map(field => `--${field.flag} ${valueOf(command, field)}`),
  ].join(' ')
}

function valueOf(command: OperationCommand, field: Field): string {
  const own = byOperation[command.name]?.[field.name]
  if (own) return own
  if (field.kind === 'id') return byName[field.name] ?? marks[field.of ?? 'brief']
  const known = byName[field.name]
  if (field.kind === 'choice') return known && field.choices.includes(known) ? known : (field.choices[0] ?? '')
  return known ?? byKind[field.kind]
}
