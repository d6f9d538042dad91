/** The tools of each role, read from the contract once. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { entryOf, type OperationName, publicNames } from '#contract/catalogue.ts'
import type { Operation } from '#contract/operation.ts'
import type { Role } from '#domain/role.ts'
import { type ToolSchema, toolSchema } from './tool-schema.ts'

export type Tool = {
  name: string
  operation: OperationName
  entry: Operation
  schema: ToolSchema
  /** The schema for the SDK, which lets every input pass: the house refuses with the same words at every door. */
  open: StandardSchemaWithJSON<unknown, unknown>
  annotations: ToolHints
}

/** What a harness may let pass without asking a person. */
type ToolHints = { readOnlyHint: true } | { destructiveHint: false; openWorldHint: false }

const reads: ToolHints = { readOnlyHint: true }
/** The trace only grows and nothing leaves the house: without these two words Codex asks a person at every write. */
const writes: ToolHints = { destructiveHint: false, openWorldHint: false }

export const toolName = (operation: OperationName): string => operation.replaceAll('.', '_')

const allTools: Tool[] = publicNames.flatMap(operation => {
  const entry = entryOf(operation)
  if (!entry.tool) return []
  const annotations = entry.effect === 'read' ? reads : writes
  const schema = toolSchema(entry.input)
  return [{ name: toolName(operation), operation, entry, schema, open: openSchema(schema), annotations }]
})

function openSchema(schema: ToolSchema): Tool['open'] {
  const jsonSchema = { input: () => schema, output: () => schema }
  return { '~standard': { version: 1, vendor: 'flower', validate: value => ({ value }), jsonSchema } }
}

const byRole = new Map<Role, Tool[]>()

/** In the order of the contract, so that a list never changes between two calls. */
export function toolsOf(role: Role): Tool[] {
  const known = byRole.get(role)
  if (known) return known
  const tools = allTools.filter(({ entry }) => entry.tool?.includes(role) && entry.roles.includes(role))
  byRole.set(role, tools)
  return tools
}
