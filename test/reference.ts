/** `npm run reference`: writes docs/reference from the contract, the event catalogue and the configuration. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { entryOf, type OperationName, publicNames } from '#contract/catalogue.ts'
import { configurationSchema } from '#domain/configuration/json-schema.ts'
import { templateWords } from '#domain/configuration/template.ts'
import { definitionOf, type EventType, eventTypes } from '#domain/events/catalogue.ts'
import { mostId } from '#domain/ref.ts'
import { refusalKind } from '#domain/refusal.ts'
import { commandOf, usageOf } from '#surface/cli/command.ts'
import { exampleOf } from '#surface/cli/example.ts'
import { exitCodeOf } from '#surface/exit-code.ts'

type Schema = {
  type?: string | string[]
  description?: string
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: boolean | Schema
}

/** The pages by their path from the root of the repository. */
export const pages = (): Record<string, string> => ({
  'docs/reference/operations.md': operationsPage(),
  'docs/reference/events.md': eventsPage(),
  'docs/reference/configuration.md': configurationPage(),
  'docs/reference/flower.schema.json': `${JSON.stringify(configurationSchema(), null, 2)}\n`,
})

const note = '<!-- Written by `npm run reference` from the contract; edit the contract. -->'

function operationsPage(): string {
  const head = `# Operations

${note}

Every operation under its one name. HTTP: \`POST /api/<operation>\` with a JSON body; reads also answer \`GET\` with a query string.
\`flower schema <operation>\` prints the JSON Schemas. A refusal has a code, a sentence, data and the next call that would help;
the number beside its code is the exit code of the command line.
`
  return [head, ...publicNames.map(operationPart)].join('\n')
}

function operationPart(name: OperationName): string {
  const entry = entryOf(name)
  const command = commandOf(name)
  const input = z.toJSONSchema(entry.input, { io: 'input' }) as Schema
  const output = z.toJSONSchema(entry.output) as Schema
  const tool = entry.tool ? `\`${name.replace('.', '_')}\` for ${entry.tool.join(', ')}` : 'no tool'
  const refuses = [...new Set(entry.refuses)].map(code => `\`${code}\` (${exitCodeOf(refusalKind(code))})`)
  return [
    `## ${name}`,
    '',
    entry.summary,
    '',
    `- ${entry.effect === 'read' ? 'Read' : 'Write'}; may be called by ${entry.roles.filter(role => role !== 'system').join(', ')}`,
    `- HTTP: \`${entry.effect === 'read' ? 'GET or POST' : 'POST'} /api/${name}\``,
    `- MCP: ${tool}`,
    `- Command line: \`${usageOf(command)}\`, for example \`${exampleOf(command)}\``,
    `- Refuses: ${refuses.join(', ') || 'nothing of its own'}`,
    '',
    ...fieldTable('Input', input),
    ...fieldTable('Output', output),
  ].join('\n')
}

function fieldTable(head: string, schema: Schema): string[] {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return [`${head}: none.`, '']
  const rows = fields.map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `| \`${name}${optional}\` | ${cell(shapeOf(field))} | ${cell([field.description, limitsOf(field)].filter(Boolean).join('; '))} |`
  })
  return [`| ${head} | is | |`, '|--|--|--|', ...rows, '']
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

/** A schema in words, two levels deep: what is deeper is in the JSON Schema. */
function shapeOf(schema: Schema, depth = 0): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map(value => `\`${String(value)}\``).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(each => shapeOf(each, depth)))].join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(each => shapeOf(each, depth)).join(', ')}]`
  if (schema.type === 'array') return `list of ${shapeOf(schema.items ?? {}, depth)}`
  if (schema.type === 'object' && schema.properties) {
    const required = schema.required ?? []
    const parts = Object.entries(schema.properties).map(([name, part]) => {
      const shape = depth < 1 ? ` ${shapeOf(part, depth + 1)}` : ''
      return `${name}${required.includes(name) ? '' : '?'}${shape}`
    })
    return `{${parts.join(', ')}}`
  }
  if (schema.format === 'date-time') return 'time (ISO 8601, UTC)'
  return [schema.type ?? 'anything'].flat().join(' | ')
}

function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, minItems, maxItems } = schema
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  return [
    minLength && `at least ${minLength} characters`,
    maxLength && `at most ${maxLength} characters`,
    least !== undefined && Math.abs(least) < 1e15 && `from ${least}`,
    maximum !== undefined && maximum < mostId && `to ${maximum}`,
    minItems && `at least ${minItems}`,
    maxItems && `at most ${maxItems}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function eventsPage(): string {
  const head = `# Events

${note}

What the trace is made of. Every event has \`seq\` (one counter for the installation), \`type\`, \`at\`, \`actor\`, \`payload\`, \`prevHash\` and \`hash\`,
and \`briefId\` and \`project\` where it has them. *Reads* is the line after the type, with made-up values.
`
  return [head, ...eventTypes.map(eventPart)].join('\n')
}

function eventPart(type: EventType): string {
  const definition = definitionOf(type)
  const payload = z.toJSONSchema(definition.payload) as Schema
  const sample = definition.payload.parse(sampleOf(payload)) as never
  const words = definition.words(sample)
  const body = definition.body?.(sample)
  return [
    `## ${type}`,
    '',
    `- Of a ${definition.noun}; ${definition.tone}${definition.quiet ? ', quiet' : ''}`,
    `- Reads: ${[`**${type.replaceAll('_', ' ')}**`, words].filter(Boolean).join(' ')}${body ? ', and below it what was written' : ''}`,
    '',
    ...fieldTable('Payload', payload),
  ].join('\n')
}

function configurationPage(): string {
  const head = `# flower.yaml

<!-- Written by \`npm run reference\` from the configuration's shape; edit that. -->

At the root of a project; every key may be left out. Editors check it by [its JSON Schema](flower.schema.json).
Durations are \`30s\`, \`5m\` or \`2h\`. \`run\` is a list of words, or one string that is split without a shell; \`shell: true\` asks for a shell.
Templates in \`worktrees\` and \`services\`: ${[...templateWords, 'port.<service>'].map(word => `\`{{${word}}}\``).join(', ')}.
Commands and variables take effect once an operator has trusted exactly this content.
`
  const schema = configurationSchema() as Schema
  return [head, ...Object.entries(schema.properties ?? {}).map(([name, section]) => sectionPart(name, section))].join(
    '\n',
  )
}

function sectionPart(name: string, section: Schema): string {
  const each = typeof section.additionalProperties === 'object' ? section.additionalProperties : undefined
  const fields = Object.entries((each ?? section).properties ?? {})
  const rows = fields.map(([key, field]) => {
    const preset = Array.isArray(field.default) || typeof field.default === 'object' ? undefined : field.default
    const about = [field.description, preset === undefined ? '' : `Default: \`${String(preset)}\`.`]
    return `| \`${key}\` | ${cell(spelledOut(field))} | ${cell(about.filter(Boolean).join(' '))} |`
  })
  const lead = [
    section.description,
    each && `Names, each with ${fields.length > 0 ? 'these keys' : `a ${shapeOf(each)}`}.`,
  ]
  const table = rows.length > 0 ? ['| Key | is | |', '|--|--|--|', ...rows, ''] : []
  return [`## ${name}`, '', lead.filter(Boolean).join(' '), '', ...table].join('\n').replace(/\n{3,}/g, '\n\n')
}

/** A shape of the configuration, where a list may be its only item and names may be free. */
function spelledOut(field: Schema): string {
  const [one, list] = field.anyOf ?? []
  if (one && JSON.stringify(list?.items) === JSON.stringify(one)) return `${shapeOf(one)}, or a list of these`
  const each = field.additionalProperties
  return typeof each === 'object' ? `names, each with ${shapeOf(each)}` : shapeOf(field)
}

/** A value that fits: texts are their own field's name. */
function sampleOf(schema: Schema, name = 'text'): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const either = schema.anyOf ?? schema.oneOf
  if (either) return sampleOf(either[0] ?? {}, name)
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, part]) => [key, sampleOf(part, key)]))
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, name)]
  if (schema.type === 'object') return { setting: true }
  if (schema.type === 'integer' || schema.type === 'number') return 4
  return schema.type === 'boolean' ? true : `‹${name}›`
}

if (import.meta.main) {
  mkdirSync('docs/reference', { recursive: true })
  for (const [path, text] of Object.entries(pages())) writeFileSync(path, text)
}
