/** The answer of an operation as lines for a person. What has no form of its own prints plainly. */
import type { OperationName, Output } from '#contract/catalogue.ts'
import { type Referable, ref } from '#domain/ref.ts'
import { kebab } from '../cli/field.ts'
import { facts, type Paper, table } from './paper.ts'
import { printAgentLog, printAgents, printRuns } from './print-agent.ts'
import { printBrief, printBriefs, printSimilar, printSpecHistory, printTraceList, printWhy } from './print-brief.ts'
import { printDecisions } from './print-decision.ts'
import {
  printDoctor,
  printFound,
  printHealth,
  printMainVerified,
  printPacket,
  printProof,
  printScratchpad,
  printScratchpads,
  printTemplate,
  printVerified,
} from './print-keeping.ts'
import { printChanges, printLandings, printMain, printMerge, printMerges, printRescue } from './print-merge.ts'
import { printProject, printProjects } from './print-project.ts'
import { printFeed, printFeedback, printFileClaims } from './print-room.ts'
import { printServiceAnswer, printServiceLog, printServices } from './print-service.ts'
import { printActive, printClaim, printDispatch, printHandOver, printOpenLoops, printQueue } from './print-work.ts'
import { printWorktree, printWorktrees } from './print-worktree.ts'

type Printers = { [Name in OperationName]?: (answer: Output<Name>, paper: Paper) => string }

const printers: Printers = {
  'agent.list': printAgents,
  'agent.runs': printRuns,
  'agent.log': printAgentLog,
  'room.feed': printFeed,
  'feedback.list': printFeedback,
  'file.list': printFileClaims,
  'brief.list': printBriefs,
  'recall.briefs': printBriefs,
  'recall.brief': printBrief,
  'brief.similar': printSimilar,
  'brief.specHistory': printSpecHistory,
  'brief.why': printWhy,
  'brief.dispatch': printHandOver,
  'dispatch.claim': printClaim,
  'dispatch.show': printDispatch,
  'dispatch.queue': printQueue,
  'recall.queue': printQueue,
  'decision.list': printDecisions,
  'recall.decisions': printDecisions,
  'recall.search': printFound,
  'recall.active': printActive,
  'recall.openLoops': printOpenLoops,
  'recall.health': printHealth,
  'trace.list': printTraceList,
  'trace.verify': printVerified,
  'trace.prove': printProof,
  'main.verify': printMainVerified,
  'worktree.list': printWorktrees,
  'worktree.show': printWorktree,
  'service.list': printServices,
  'service.start': printServiceAnswer,
  'service.stop': printServiceAnswer,
  'service.logs': printServiceLog,
  'merge.queue': printMerges,
  'merge.show': printMerge,
  'merge.changes': printChanges,
  'merge.landings': printLandings,
  'main.status': printMain,
  'main.rescue': printRescue,
  'project.list': printProjects,
  'project.show': printProject,
  'scratchpad.read': printScratchpad,
  'scratchpad.list': printScratchpads,
  'template.show': printTemplate,
  'template.preview': printPacket,
  'system.doctor': printDoctor,
}

/** `answer` has to be harmless already: what others wrote is not looked at again. */
export function printAnswer(name: OperationName, answer: unknown, paper: Paper): string {
  const print = printers[name] as ((answer: unknown, paper: Paper) => string) | undefined
  return print ? print(answer, paper) : printPlain(answer as Record<string, unknown>, paper)
}

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where the house says something in words of its own. */
const sentences = ['because', 'cure', 'detail', 'how', 'reason', 'waits', 'why', 'warnings', 'problems']

/** What comes next is words, not data: it goes where hints go. */
const apart = ['next', 'nextCursor']

export function printPlain(answer: Row, paper: Paper): string {
  const entries = Object.entries(answer).filter(([key]) => !apart.includes(key))
  const [first] = entries
  if (first && entries.length === 1 && isRow(first[1])) return printPlain(first[1], paper)
  const lists = entries.filter((entry): entry is [string, Row[]] => isListOfRows(entry[1]))
  const single = entries.filter(([, value]) => !isListOfRows(value))
  return (
    facts(
      single.map(([key, value]) => [wordOf(key), cellOf(key, value, paper)]),
      paper,
    ) + lists.map(([key, rows]) => printRows(key === 'items' ? 'Nothing' : `No ${wordOf(key)}`, rows, paper)).join('')
  )
}

const isListOfRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow)

function printRows(none: string, rows: Row[], paper: Paper): string {
  const keys = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const columns = keys.map(key => ({ head: wordOf(key), fills: key === 'title' }))
  const cells = rows.map(row => keys.map(key => cellOf(key, row[key], paper).replaceAll('\n', ' ')))
  return table(columns, cells, paper) || (none === 'Nothing' ? 'Nothing.\n' : '')
}

const refs: Record<string, Referable> = {
  briefId: 'brief',
  briefIds: 'brief',
  into: 'brief',
  children: 'brief',
  dispatchId: 'dispatch',
  nextDispatchId: 'dispatch',
  fixDispatchId: 'dispatch',
  decisionId: 'decision',
  released: 'decision',
  scratchpadId: 'scratchpad',
  worktreeId: 'worktree',
  mergeId: 'merge',
  mergeIds: 'merge',
}

const wordOf = (key: string): string => kebab(key.replace(/Ids?$/, '')).replaceAll('-', ' ')

function cellOf(key: string, value: unknown, paper: Paper): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(each => cellOf(key, each, paper)).join(' ')
  if (typeof value === 'number') return refs[key] ? ref(refs[key], value) : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isRow(value))
    return Object.entries(value)
      .map(([part, each]) => `${wordOf(part)} ${cellOf(part, each, paper)}`)
      .join(', ')
  if (sentences.includes(key)) return paper.said(String(value))
  return key.endsWith('At') ? paper.when(String(value)) || String(value) : String(value)
}
