import { expect, test } from 'vitest'
import { z } from 'zod'
import { entryOf, publicNames } from '#contract/catalogue.ts'
import { grantableRoles, type Role } from '#domain/role.ts'
import { estimateTokens } from '#domain/text.ts'
import { type Tool, toolName, toolsOf } from '#surface/mcp/tools.ts'

/** As `tools/list` sends them. */
const listed = (role: Role) =>
  toolsOf(role).map(({ name, entry, schema, annotations }) => ({
    name,
    description: entry.summary,
    inputSchema: schema,
    annotations,
  }))

const tokensOf = (role: Role): number => estimateTokens(JSON.stringify({ tools: listed(role) }))

test.each(grantableRoles)('the list of the role %s is small', role => {
  expect(tokensOf(role)).toBeLessThanOrEqual(role === 'builder' ? 3_000 : 6_000)
})

test('a builder has few tools, and all that its work needs', () => {
  const names = toolsOf('builder').map(each => each.name)
  expect(names.length).toBeLessThanOrEqual(20)
  expect(names).toEqual(
    expect.arrayContaining([
      'dispatch_claim',
      'dispatch_heartbeat',
      'dispatch_complete',
      'dispatch_release',
      'decision_ask',
      'recall_brief',
      'recall_search',
      'brief_append',
      'agent_checkin',
    ]),
  )
})

test('the orchestrator and the operator see every tool, the house itself none', () => {
  const all = publicNames.filter(name => entryOf(name).tool).map(toolName)
  expect(toolsOf('orchestrator').map(each => each.name)).toEqual(all)
  expect(toolsOf('operator').map(each => each.name)).toEqual(all)
  expect(toolsOf('system')).toEqual([])
})

test.each(grantableRoles)('whatever stands in the list of the role %s may be called by it', role => {
  for (const { entry } of toolsOf(role)) expect(entry.roles).toContain(role)
})

test('no schema has a union at its top, and each is an object of known kinds', () => {
  for (const { name, schema, entry } of toolsOf('operator')) {
    expect(name).toMatch(/^[a-zA-Z0-9_]{1,60}$/)
    expect(Object.keys(schema).toSorted()).toEqual(['properties', ...(schema.required ? ['required'] : []), 'type'])
    expect(schema.type).toBe('object')
    expect(Object.keys(schema.properties)).toEqual(Object.keys(entry.input.shape))
  }
})

test('what the schema asks for is what the contract needs', () => {
  for (const { schema, entry } of toolsOf('operator')) {
    const issues = entry.input.safeParse({}).error?.issues ?? []
    expect(schema.required ?? []).toEqual(issues.map(each => each.path.join('.')))
  }
})

test('a read says that it only reads; a write says that it destroys nothing and stays in the house', () => {
  const hints = (tool: Tool) => JSON.stringify(tool.annotations)
  for (const tool of toolsOf('operator'))
    expect(hints(tool)).toBe(
      tool.entry.effect === 'read' ? '{"readOnlyHint":true}' : '{"destructiveHint":false,"openWorldHint":false}',
    )
})

test('a schema keeps what helps a model and drops the rest', () => {
  const relate = toolsOf('operator').find(each => each.name === 'brief_relate')
  expect(relate?.schema.properties['parentId']).toEqual({
    type: ['integer', 'null'],
    description: 'Epic, or null for none',
  })
  expect(JSON.stringify(listed('operator'))).not.toMatch(
    /additionalProperties|\$schema|maxLength|pattern|9007199254740991/,
  )
  expect(z.toJSONSchema(entryOf('brief.relate').input)).toHaveProperty('additionalProperties', false)
})
