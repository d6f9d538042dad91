/** The contract: every operation by name. */
import type { z } from 'zod'
import { agentOperations } from './agent.ts'
import { briefOperations } from './brief.ts'
import { decisionOperations } from './decision.ts'
import { dispatchOperations } from './dispatch.ts'
import { feedbackOperations } from './feedback.ts'
import {
  dataOperations,
  projectOperations,
  scratchpadOperations,
  systemOperations,
  templateOperations,
  tokenOperations,
} from './keeping.ts'
import { mainOperations } from './main.ts'
import { mergeOperations } from './merge.ts'
import { nodeOperations } from './node.ts'
import type { Operation } from './operation.ts'
import { house } from './operation.ts'
import { recallOperations } from './recall.ts'
import { serviceOperations } from './service.ts'
import { fileOperations, worktreeOperations } from './worktree.ts'

export const operations = {
  ...projectOperations,
  ...briefOperations,
  ...dispatchOperations,
  ...agentOperations,
  ...worktreeOperations,
  ...serviceOperations,
  ...fileOperations,
  ...mainOperations,
  ...mergeOperations,
  ...nodeOperations,
  ...decisionOperations,
  ...recallOperations,
  ...scratchpadOperations,
  ...templateOperations,
  ...feedbackOperations,
  ...tokenOperations,
  ...dataOperations,
  ...systemOperations,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
/** What a caller sends. */
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>
/** What a handler gets: parsed and checked. */
export type Parsed<Name extends OperationName> = z.output<Operations[Name]['input']>
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>

export const operationNames = Object.keys(operations) as OperationName[]

export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/** The entry of an operation, with its schemas' own types forgotten. */
export const entryOf = (name: OperationName): Operation => operations[name]

/** Those that stand on surfaces; the rest is the house's own. */
export const publicNames = operationNames.filter(name => entryOf(name).roles !== house)
