/**
 * Our own open format: JSON Lines. The first line says what it is and how much follows; each other line is
 * `{"kind": …, "value": {…}}`. Nothing secret is in it: no tokens and no kept answers.
 */
import { z } from 'zod'
import { Message } from '../agent/message.ts'
import { RosterEntry } from '../agent/roster.ts'
import { KeptSpending, Run } from '../agent/run.ts'
import { Brief } from '../brief.ts'
import { Decision } from '../decision.ts'
import { Attempt, Dispatch } from '../dispatch.ts'
import { Feedback } from '../feedback.ts'
import { Landing, LandingStep } from '../landing/landing.ts'
import { Submission } from '../landing/submission.ts'
import { KeptVerdict } from '../landing/verdict.ts'
import { Project } from '../project.ts'
import { Scratchpad } from '../scratchpad.ts'
import { FileClaim } from '../worktree/file-claim.ts'
import { Worktree } from '../worktree/worktree.ts'

const version = 1

const id = z.int().positive()
const written = { actor: z.string(), at: z.string() }

/** An event as it was hashed; its payload is the parsed JSON of what went into the hash. */
const EventRecord = z.object({
  seq: id,
  briefId: id.nullable(),
  projectId: id.nullable(),
  type: z.string(),
  at: z.string(),
  actor: z.object({ kind: z.string(), ref: z.string() }),
  payload: z.unknown(),
  prevHash: z.string(),
  briefPrevHash: z.string().nullable(),
  hash: z.string(),
})

/** In the order in which they are written and restored: what is referred to comes first. */
const shapes = {
  // An export from before there were nodes names none; one from before integration branches has none.
  project: Project.extend({ node: Project.shape.node.default('') }),
  brief: Brief.extend({ integration: z.boolean().default(false) }),
  specRevision: z.object({ briefId: id, revision: z.int(), spec: z.string(), ...written }),
  dependency: z.object({ briefId: id, dependsOnId: id }),
  /** On the branch of this epic, and not in MAIN yet. */
  holding: z.object({ briefId: id, epicId: id }),
  dispatch: Dispatch,
  attempt: Attempt,
  worktree: Worktree.extend({ node: Worktree.shape.node.default(''), disk: Worktree.shape.disk.default(null) }),
  fileClaim: FileClaim,
  decision: Decision.extend({ posts: z.array(z.object({ id, ...written, body: z.string() })) }),
  run: Run,
  spending: KeptSpending,
  /** How full a run was, in tokens. */
  context: z.object({ runId: id, at: z.string(), tokens: z.int() }),
  rosterEntry: RosterEntry,
  message: Message,
  merge: Submission,
  verdict: KeptVerdict,
  landing: Landing,
  landingStep: LandingStep,
  scratchpad: Scratchpad.extend({
    revisions: z.array(z.object({ revision: id, title: z.string(), body: z.string(), ...written })),
  }),
  feedback: Feedback,
  link: z.object({
    id,
    briefId: id,
    type: z.string(),
    ref: z.string(),
    relation: z.string(),
    title: z.string().nullable(),
    url: z.string().nullable(),
    ...written,
  }),
  attachment: z.object({
    id,
    briefId: id,
    name: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    content: z.base64(),
    ...written,
  }),
  template: z.object({ name: z.string(), version: id, body: z.string(), ...written }),
  event: EventRecord,
}

type Shapes = typeof shapes
export type FlowerKind = keyof Shapes
export type FlowerValue<Kind extends FlowerKind> = z.output<Shapes[Kind]>
export type FlowerRecord = { [Kind in FlowerKind]: { kind: Kind; value: FlowerValue<Kind> } }[FlowerKind]

export const flowerKinds = Object.keys(shapes) as FlowerKind[]

const Header = z.object({
  format: z.literal('flower'),
  version: z.int(),
  exportedAt: z.string(),
  /** Set when only one project was exported. */
  project: z.string().optional(),
  /** How many records of each kind follow, so that a file that was cut is known. */
  counts: z.record(z.string(), z.int()),
})
export type FlowerHeader = z.output<typeof Header>

export type FlowerFile = { header: FlowerHeader; records: FlowerRecord[] }

/** The first line of an export. */
export const flowerHeader = (
  exportedAt: string,
  project: string | undefined,
  counts: Record<string, number>,
): FlowerHeader => ({ format: 'flower', version, exportedAt, project, counts })

/** What names a record within its kind. */
export function flowerKey({ kind, value }: FlowerRecord): string {
  if (kind === 'specRevision') return `${kind} ${value.briefId} r${value.revision}`
  if (kind === 'dependency') return `${kind} ${value.briefId} → ${value.dependsOnId}`
  if (kind === 'holding') return `${kind} ${value.briefId}`
  if (kind === 'spending') return `${kind} r${value.runId} ${value.day} ${value.model}`
  if (kind === 'context') return `${kind} r${value.runId} ${value.at}`
  if (kind === 'template') return `${kind} ${value.name}@${value.version}`
  return `${kind} ${kind === 'event' ? value.seq : value.id}`
}

/** A record in the one spelling that two records are compared in. */
export function spellRecord({ kind, value }: FlowerRecord): string {
  return JSON.stringify({ kind, value: shapes[kind].parse(value) })
}

/** Reads an export whole, or says why it can't: one line that is wrong makes all of it unfit to restore. */
export function parseFlower(text: string): FlowerFile | { reason: string } {
  const lines = text.split('\n')
  const header = readHeader(lines[0] ?? '')
  if ('reason' in header) return header
  const records: FlowerRecord[] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const record = readRecord(line)
    if ('reason' in record) return { reason: `line ${index + 1}: ${record.reason}` }
    records.push(record)
  }
  const reason = missingOf(header, records)
  return reason ? { reason } : { header, records }
}

function readHeader(line: string): FlowerHeader | { reason: string } {
  const json = readLine(line)
  const header = Header.safeParse(json)
  if (!header.success) return { reason: 'its first line does not say that it is an export of flower' }
  if (header.data.version > version)
    return { reason: `it was written by a newer flower (format ${header.data.version})` }
  return header.data
}

function readRecord(line: string): FlowerRecord | { reason: string } {
  const json = readLine(line) as { kind?: unknown; value?: unknown } | undefined
  const kind = flowerKinds.find(each => each === json?.kind)
  if (!kind) return { reason: json === undefined ? 'not JSON' : `no kind that is known: ${String(json?.kind)}` }
  const value = shapes[kind].safeParse(json?.value)
  if (value.success) return { kind, value: value.data } as FlowerRecord
  const [issue] = value.error.issues
  return { reason: `${kind}: ${issue?.path.join('.')}: ${issue?.message}` }
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\ufeff/, '')) ?? undefined
  } catch {
    return undefined
  }
}

function missingOf(header: FlowerHeader, records: FlowerRecord[]): string | undefined {
  const found = countKinds(records)
  const wrong = [...new Set([...Object.keys(header.counts), ...Object.keys(found)])].find(
    kind => (header.counts[kind] ?? 0) !== (found[kind] ?? 0),
  )
  if (wrong) return `it is not whole: ${found[wrong] ?? 0} of ${header.counts[wrong] ?? 0} records of kind ${wrong}`
  const keys = new Set<string>()
  for (const record of records) {
    const key = flowerKey(record)
    if (keys.has(key)) return `${key} is in it twice`
    keys.add(key)
  }
  return undefined
}

export function countKinds(records: readonly FlowerRecord[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
